import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hashFile } from './hashFile.ts';

/** Content hashes of files, remembered until a file changes its size or time. */
export interface FileHashes {
  /** Null when the file is not there, has changed, or was never hashed. */
  known(path: string): string | null;
  /** Hashes what is not known; files that can not be read are left out. */
  learn(paths: readonly string[]): Promise<void>;
}

export function createFileHashes(): FileHashes {
  const hashes = new Map<string, { readonly mark: string; readonly sha256: string }>();
  return {
    known(path) {
      const facts = statSync(path, { throwIfNoEntry: false });
      const entry = hashes.get(path);
      return facts && entry?.mark === markOf(facts) ? entry.sha256 : null;
    },
    async learn(paths) {
      for (const path of paths) {
        try {
          const mark = markOf(await stat(path));
          if (hashes.get(path)?.mark !== mark) hashes.set(path, { mark, sha256: await hashFile(path) });
        } catch {
          // Planning has said already that it is not there.
        }
      }
    },
  };
}

function markOf({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }): string {
  return `${mtimeMs} ${size}`;
}

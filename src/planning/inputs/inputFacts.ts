import { createHash } from 'node:crypto';
import { fileFlags, type FileSystem } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readChunks, withFile } from '../../node/files/wholeFile.ts';
import { fileHeadBytes } from '../../artifacts/media/mediaJob.ts';
import type { MediaReader } from '../../artifacts/media/mediaReader.ts';

/** Facts about the content of an input file. */
export interface InputFact {
  /** 64 hex digits. */
  readonly sha256: string;
  /** Null if the kind of the content is unknown. */
  readonly mediaType: string | null;
}

/** Facts about input files, remembered until the size or time of a file changes. Paths are real paths. */
export interface InputFacts {
  /** Returns null if the file does not exist, has changed, or was never read. */
  known(path: string): InputFact | null;
  /** Reads the files whose facts are unknown. Files that cannot be read are left out. */
  learn(paths: readonly string[]): Promise<void>;
}

interface InputFactsPorts {
  readonly media: Pick<MediaReader, 'detect'>;
  readonly files: FileSystem;
}

export function createInputFacts(ports: InputFactsPorts): InputFacts {
  const { files } = ports;
  const facts = new Map<string, { readonly mark: string; readonly fact: InputFact }>();
  return {
    known(path) {
      const now = files.statSync(path);
      const entry = facts.get(path);
      return now && entry?.mark === markOf(now) ? entry.fact : null;
    },
    async learn(paths) {
      for (const path of paths) {
        try {
          const mark = markOf(await files.stat(path));
          if (facts.get(path)?.mark !== mark) facts.set(path, { mark, fact: await readFact(path, ports) });
        } catch {
          // Planning has already reported that the file is missing.
        }
      }
    },
  };
}

function markOf({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }): string {
  return `${mtimeMs} ${size}`;
}

/** Reads the file once, so that the hash and the kind are of the same bytes. */
async function readFact(path: string, { media, files }: InputFactsPorts): Promise<InputFact> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let headBytes = 0;
  await withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), async (file) => {
    for await (const chunk of readChunks(file)) {
      hash.update(chunk);
      if (headBytes < fileHeadBytes) head.push(chunk);
      headBytes += chunk.length;
    }
  });
  const found = await media.detect(Buffer.concat(head));
  return { sha256: hash.digest('hex'), mediaType: found?.mediaType ?? null };
}

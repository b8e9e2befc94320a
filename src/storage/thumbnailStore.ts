import { join } from 'node:path';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { ifMissing } from '../node/files/systemCode.ts';
import { readFile, writeByDraft } from '../node/files/wholeFile.ts';

export type ThumbnailStore = ReturnType<typeof createThumbnailStore>;

interface ThumbnailStoreOptions {
  /** Absolute path of a folder that all windows share. */
  readonly folder: string;
  readonly files: FileSystem;
  readonly nowMs: () => number;
  /** The least recently used thumbnails beyond this size are deleted. Default: some ten thousand of them. */
  readonly maxBytes?: number;
}

/** A thumbnail that was used within this time is not marked as used again. */
const freshMs = 24 * 60 * 60 * 1000;
/** The share of `maxBytes` that is left after thumbnails were deleted, so that not each new one deletes another. */
const keptShare = 0.9;

/** Thumbnails of artifacts by the SHA-256 of the original, 64 hex digits. A cache: what is lost is made again. */
export function createThumbnailStore({ folder, files, nowMs, maxBytes = 200_000_000 }: ThumbnailStoreOptions) {
  const fileOf = (sha256: string): string => join(folder, `${sha256}.webp`);
  /** Bytes in the folder. Null until it was listed. */
  let total: number | null = null;
  const list = async () => {
    const names = await files.readdir(folder);
    const facts = await Promise.all(
      names.map(async (name) => {
        const stat = await files.stat(join(folder, name)).catch(() => null);
        return stat && { name, bytes: stat.size, usedMs: stat.mtimeMs };
      }),
    );
    return facts.filter((each) => each !== null);
  };
  const deleteOldest = async (): Promise<void> => {
    const oldestFirst = (await list()).toSorted((a, b) => a.usedMs - b.usedMs);
    total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= maxBytes) return;
    for (const { name, bytes } of oldestFirst) {
      if (total <= maxBytes * keptShare) return;
      // Another window may have deleted it.
      await files.unlink(join(folder, name)).catch(() => undefined);
      total -= bytes;
    }
  };
  return {
    /** Returns the WebP image. Null if there is none. */
    async read(sha256: string): Promise<Uint8Array | null> {
      const file = fileOf(sha256);
      const read = async (): Promise<Uint8Array> => {
        const bytes = await readFile(file, files);
        const { mtimeMs } = await files.stat(file);
        if (nowMs() - mtimeMs > freshMs) await files.touch(file);
        return bytes;
      };
      return read().catch(ifMissing(null));
    },
    async keep(sha256: string, bytes: Uint8Array): Promise<void> {
      await makeFolder(folder, files);
      await writeByDraft(fileOf(sha256), bytes, { files, isDurable: false });
      if (total !== null) total += bytes.length;
      if (total === null || total > maxBytes) await deleteOldest();
    },
  };
}

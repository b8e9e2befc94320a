import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNameOf, type MediaSpec } from './planMedia.ts';

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** A file that was not made again for this time in ms is removed from the cache when a server starts. */
const keepMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Media files on disk, in `<dataDir>/media/<task>/`. They are only a cache: a missing file is made again, byte for byte.
 * Several callers of one file share the work. `makeFile` rejects if a file cannot be made.
 */
export function createMediaFiles(dataDir: string, makeFile: (spec: MediaSpec, file: string) => Promise<void>) {
  const root = join(dataDir, 'media');
  const inWork = new Map<string, Promise<void>>();
  const cleaned = removeOld(root, Date.now() - keepMs);

  const make = async (file: string, spec: MediaSpec): Promise<void> => {
    await cleaned;
    await mkdir(dirname(file), { recursive: true });
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) await makeFile(spec, file);
  };
  const ensure = async (taskId: string, spec: MediaSpec): Promise<string> => {
    const file = join(root, taskId, fileNameOf(spec));
    const work = inWork.get(file) ?? make(file, spec).finally(() => inWork.delete(file));
    inWork.set(file, work);
    await work;
    return file;
  };
  return {
    /** Resolves with the absolute path of the file when it exists. */
    ensure,
    /** Starts making missing files and does not wait. */
    prepare(taskId: string, specs: readonly MediaSpec[]): void {
      // A failure is not lost: the download tries again and reports it.
      for (const spec of specs) ensure(taskId, spec).catch(() => undefined);
    },
  };
}

/** Never rejects, because an old folder that cannot be removed only uses disk space. */
async function removeOld(root: string, beforeMs: number): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const folder = join(root, name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < beforeMs) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

import type { Clock } from '../../core/support/clock.ts';
import type { FileSystem } from './fileSystem.ts';
import { systemCode } from './systemError.ts';

/** Another program, such as a virus scanner, has the file open, or this process has too many files open. */
const busyCodes: ReadonlySet<string | null> = new Set(['EBUSY', 'EPERM', 'EACCES', 'EMFILE', 'ENFILE']);
/** For `link`, the other two codes also mean that the disk knows no hard links. */
const busyLinkCodes: ReadonlySet<string | null> = new Set(['EBUSY', 'EMFILE', 'ENFILE']);

/** About two seconds in all. A missing permission has the same codes, and is reported after that. */
const pausesMs = [10, 20, 50, 100, 200, 400, 600, 600];

/** The same file system, where what another program prevents for a moment is tried again. */
export function createPatientFileSystem(files: FileSystem, clock: Pick<Clock, 'sleep'>): FileSystem {
  const { signal } = new AbortController();
  const retry = async <T>(call: () => Promise<T>, codes = busyCodes): Promise<T> => {
    for (const pauseMs of pausesMs) {
      try {
        return await call();
      } catch (error) {
        if (!codes.has(systemCode(error))) throw error;
        await clock.sleep(pauseMs, signal);
      }
    }
    return call();
  };
  return {
    ...files,
    open: (path, flags, mode) => retry(() => files.open(path, flags, mode)),
    stat: (path) => retry(() => files.stat(path)),
    lstat: (path) => retry(() => files.lstat(path)),
    realpath: (path) => retry(() => files.realpath(path)),
    readdir: (path) => retry(() => files.readdir(path)),
    mkdir: (path, mode) => retry(() => files.mkdir(path, mode)),
    rename: (from, to) => retry(() => files.rename(from, to)),
    link: (existing, name) => retry(() => files.link(existing, name), busyLinkCodes),
    unlink: (path) => retry(() => files.unlink(path)),
    copyFile: (from, to, mode) => retry(() => files.copyFile(from, to, mode)),
    utimes: (path, accessed, modified) => retry(() => files.utimes(path, accessed, modified)),
  };
}

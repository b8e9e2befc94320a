import type { Clock } from '../../core/support/clock.ts';
import type { FileSystem } from './fileSystem.ts';
import { systemCode } from './systemCode.ts';

/**
 * Codes that are returned while another program, such as a virus scanner, has the file open, or while this process has
 * too many open files.
 */
const busyCodes: ReadonlySet<string | null> = new Set(['EBUSY', 'EPERM', 'EACCES', 'EMFILE', 'ENFILE']);
/**
 * The codes for `link`. EPERM and EACCES are missing, because they also mean that the disk does not support hard links.
 */
const busyLinkCodes: ReadonlySet<string | null> = new Set(['EBUSY', 'EMFILE', 'ENFILE']);

/** The pauses are about two seconds in total. A missing permission has the same codes, and is reported after that. */
const pausesMs = [10, 20, 50, 100, 200, 400, 600, 600];

/** Returns the same file system with retries of calls that another program may have blocked for a moment. */
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
    touch: (path) => retry(() => files.touch(path)),
  };
}

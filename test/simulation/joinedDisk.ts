import type { FileSystem } from '../../src/node/files/fileSystem.ts';
import { fault } from '../fakes/disk/faultyFiles.ts';
import type { MemoryDisk } from '../fakes/disk/memoryDisk.ts';

/** Joins two disks into one, as a machine sees them: paths below `folder` are on the second disk. */
export function joinDisks(
  first: MemoryDisk,
  folder: string,
  second: MemoryDisk,
): Omit<MemoryDisk, 'cutPower' | 'remove'> {
  const diskOf = (path: string): MemoryDisk => (path === folder || path.startsWith(`${folder}/`) ? second : first);
  const filesOf = (path: string): FileSystem => diskOf(path).files;
  /** A name on one disk cannot lead to a file on the other. */
  const filesOfBoth = (one: string, other: string): FileSystem => {
    if (diskOf(one) !== diskOf(other)) throw fault('EXDEV');
    return filesOf(one);
  };
  const files: FileSystem = {
    ...first.files,
    open: (path, flags, mode) => filesOf(path).open(path, flags, mode),
    stat: (path) => filesOf(path).stat(path),
    lstat: (path) => filesOf(path).lstat(path),
    statSync: (path) => filesOf(path).statSync(path),
    realpath: (path) => filesOf(path).realpath(path),
    readdir: (path) => filesOf(path).readdir(path),
    mkdir: (path, mode) => filesOf(path).mkdir(path, mode),
    rename: async (from, to) => filesOfBoth(from, to).rename(from, to),
    link: async (existing, name) => filesOfBoth(existing, name).link(existing, name),
    unlink: (path) => filesOf(path).unlink(path),
    rmdir: (path) => filesOf(path).rmdir(path),
    copyFile: async (from, to, mode) => filesOfBoth(from, to).copyFile(from, to, mode),
    touch: (path) => filesOf(path).touch(path),
  };
  return {
    files,
    list: () => new Map([...first.list(), ...second.list()]),
    listDurable: () => new Map([...first.listDurable(), ...second.listDurable()]),
    put: (path, text) => diskOf(path).put(path, text),
    conceal: (path, bytes) => diskOf(path).conceal(path, bytes),
  };
}

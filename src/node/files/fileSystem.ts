import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { statSync, watch } from 'node:fs';
import * as disk from 'node:fs/promises';

export { constants as fileFlags } from 'node:fs';
export type { Stats } from 'node:fs';

/**
 * All operations on files and folders that the storage uses. The methods are those of `node:fs/promises` and reject
 * like them. The port is this small so that a test can make each single step fail.
 */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  stat(path: string): Promise<Stats>;
  lstat(path: string): Promise<Stats>;
  /** Returns undefined for a missing file. */
  statSync(path: string): Stats | undefined;
  realpath(path: string): Promise<string>;
  readdir(path: string): Promise<readonly string[]>;
  /** Creates one folder. */
  mkdir(path: string, mode?: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, name: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Removes an empty folder. */
  rmdir(path: string): Promise<void>;
  /** `mode` is a combination of the `COPYFILE_` flags. */
  copyFile(from: string, to: string, mode: number): Promise<void>;
  /** Sets the times of a file to the present. */
  touch(path: string): Promise<void>;
  /** Returns hex digits, two for each byte, for the name of a new file that no other process makes up. */
  createSuffix(bytes: number): string;
  /**
   * Calls `changed` with the name of a file in the folder, or null, until it is disposed of. Throws if the folder
   * cannot be watched.
   */
  watch(folder: string, changed: (name: string | null) => void): { dispose(): void };
}

/** An open file. `read`, `write` and `writev` may process fewer bytes than requested. */
export interface OpenFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  /** Writes at `position`, or at the current offset if it is null: the end of a file that was opened for appending. */
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ readonly bytesWritten: number }>;
  /** Writes several chunks, one after the other, without a copy. */
  writev(chunks: readonly Uint8Array[], position: number): Promise<{ readonly bytesWritten: number }>;
  stat(): Promise<Stats>;
  sync(): Promise<void>;
  datasync(): Promise<void>;
  truncate(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** The disk. Functions are looked up at each call, so that a test can replace those of Node. */
export const nodeFileSystem: FileSystem = {
  open: (path, flags, mode) => disk.open(path, flags, mode),
  stat: (path) => disk.stat(path),
  lstat: (path) => disk.lstat(path),
  statSync: (path) => statSync(path, { throwIfNoEntry: false }),
  realpath: (path) => disk.realpath(path),
  readdir: (path) => disk.readdir(path),
  mkdir: (path, mode) => disk.mkdir(path, mode),
  rename: (from, to) => disk.rename(from, to),
  link: (existing, name) => disk.link(existing, name),
  unlink: (path) => disk.unlink(path),
  rmdir: (path) => disk.rmdir(path),
  copyFile: (from, to, mode) => disk.copyFile(from, to, mode),
  touch: (path) => disk.utimes(path, new Date(), new Date()),
  createSuffix: (bytes) => randomBytes(bytes).toString('hex'),
  watch(folder, changed) {
    const watcher = watch(folder, { persistent: false }, (_event, name) => changed(name));
    watcher.on('error', () => watcher.close());
    return { dispose: () => watcher.close() };
  },
};

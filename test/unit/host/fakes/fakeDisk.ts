import { existsSync, readFileSync } from 'node:fs';
import { FileSystemError, FileType, type Uri } from './vscodeTypes.ts';

/** A file of the fake disk, by the text of its URI. */
export interface FakeFile {
  readonly bytes: Uint8Array;
  readonly type: number;
}

/** Files of the window, before those of the machine. */
export const disk = new Map<string, FakeFile>();

/** Reads at once, so that no test depends on how long a disk takes. */
export function readFake(uri: Uri): FakeFile {
  const file = disk.get(uri.toString());
  if (file) return file;
  if (!existsSync(uri.fsPath)) throw new FileSystemError();
  return { bytes: readFileSync(uri.fsPath), type: FileType.File };
}

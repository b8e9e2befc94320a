import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { fileFlags } from './fileSystem.ts';
import { NotARegularFileError, safely } from './regularFile.ts';

/**
 * Like `readRegularFile`, for planning and for the editor, which cannot wait. Throws the errors with which
 * `readRegularFile` rejects.
 */
export function readRegularFileSync(path: string, maxBytes: number): Buffer {
  if (!lstatSync(path).isFile()) throw new NotARegularFileError(path);
  const file = openSync(path, fileFlags.O_RDONLY | safely);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new NotARegularFileError(path);
    return readRange(file, Math.min(facts.size, maxBytes));
  } finally {
    closeSync(file);
  }
}

/** Reads the first bytes. Returns fewer if the file is shorter. */
function readRange(file: number, bytesWanted: number): Buffer {
  const bytes = Buffer.alloc(bytesWanted);
  let length = 0;
  let bytesRead;
  do {
    bytesRead = readSync(file, bytes, length, bytes.length - length, length);
    length += bytesRead;
  } while (bytesRead > 0);
  return bytes.subarray(0, length);
}

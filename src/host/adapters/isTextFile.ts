import { closeSync, constants, openSync, readSync } from 'node:fs';

/** Every medium has a byte in its signature, or close behind, that no text has. */
const headBytes = 1024;

/** Whether a file (absolute) starts as a text does, or is empty. False for a file that cannot be read. Never throws. */
export function isTextFile(path: string): boolean {
  try {
    const head = readFirstBytes(path);
    // As a stream, in which the last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !text.includes('\0');
  } catch {
    return false;
  }
}

function readFirstBytes(path: string): Uint8Array {
  // A pipe that has taken the place of the file would wait for its other end.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const head = new Uint8Array(headBytes);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

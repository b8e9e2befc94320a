import { readRegularFileSync } from '../../engine/regularFileSync.ts';

/** Every medium has a byte in its signature, or close behind, that no text has. */
const headBytes = 1024;

/** Whether a file (a real path) starts as a text does, or is empty. False for a file that cannot be read. Never throws. */
export function isTextFile(path: string): boolean {
  try {
    const head = readRegularFileSync(path, headBytes);
    // As a stream, in which the last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !text.includes('\0');
  } catch {
    return false;
  }
}

import { readRegularFileSync } from '../../node/files/regularFileSync.ts';

/** Every media file has a byte in or shortly after its signature that cannot occur in text. */
const headBytes = 1024;

/**
 * Whether the file at a real path starts like text, or is empty. False for a file that cannot be read. Never throws.
 */
export function isTextFile(path: string): boolean {
  try {
    const head = readRegularFileSync(path, headBytes);
    // Decoding as a stream allows the last character to be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !text.includes('\0');
  } catch {
    return false;
  }
}

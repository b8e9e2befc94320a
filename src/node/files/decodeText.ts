/**
 * Decodes a text file that people write: UTF-8, or UTF-16 as its byte order mark says. The mark is dropped. Throws a
 * TypeError for anything else. A NUL is in no text, but in UTF-16 without a mark and in most binary files.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('The file is not a text file');
  return text;
}

/** Returns the encoding that a byte order mark says, else UTF-8. */
export function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
}

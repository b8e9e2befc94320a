/**
 * Decodes a text file that people write: UTF-8, or UTF-16 as its byte order mark says. The mark is dropped. Throws a
 * TypeError for anything else. A NUL is in no text, but in UTF-16 without a mark and in most binary files.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isBigEndian = first === 0xfe && second === 0xff;
  const encoding = isBigEndian ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('The file is not a text file');
  return text;
}

type Format = 'VP8 ' | 'VP8L' | 'VP8X';

/** Returns the head of a WebP image with a size, and as many bytes as wanted. No decoder accepts it. */
export function makeWebp(width: number, height: number, format: Format = 'VP8L', length = 64): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const writeTag = (text: string, offset: number): void => bytes.set(new TextEncoder().encode(text), offset);
  writeTag('RIFF', 0);
  view.setUint32(4, length - 8, true);
  writeTag(`WEBP${format}`, 8);
  if (format === 'VP8 ') {
    view.setUint16(26, width, true);
    view.setUint16(28, height, true);
  } else if (format === 'VP8L') {
    view.setUint8(20, 0x2f);
    view.setUint32(21, (width - 1) | ((height - 1) << 14), true);
  } else {
    view.setUint16(24, width - 1, true);
    view.setUint16(27, height - 1, true);
  }
  return bytes;
}

const maxBytes = 256 * 1024;
const maxSidePx = 320;

/** Whether bytes from the page are a WebP image of the size of a thumbnail. Nothing else is kept or sent back. */
export function isThumbnail(bytes: Uint8Array): boolean {
  if (bytes.length < 30 || bytes.length > maxBytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (readTag(view, 0) !== 'RIFF' || readTag(view, 8) !== 'WEBP' || view.getUint32(4, true) + 8 !== bytes.length) {
    return false;
  }
  const size = readSize(view);
  return size !== null && size.every((side) => side >= 1 && side <= maxSidePx);
}

/** Reads width and height from the first chunk, as in RFC 9649. */
function readSize(view: DataView): readonly [number, number] | null {
  const tag = readTag(view, 12);
  if (tag === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (tag === 'VP8X') return [readUint24(view, 24) + 1, readUint24(view, 27) + 1];
  if (tag !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

function readTag(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(offset + at)));
}

function readUint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) + view.getUint8(offset + 2) * 0x10000;
}

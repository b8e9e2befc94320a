// Joins still WebP images to an animation: a RIFF file with one ANMF chunk for each image.

export interface AnimationFrame {
  /** A WebP image. Where it is transparent, the frames before it stay visible. */
  readonly image: Uint8Array;
  /** The coordinate is even, because the format has no odd ones. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

interface AnimationSize {
  readonly width: number;
  readonly height: number;
}

/** Chunks of a still image that the frame of an animation has too. */
const imageChunks = new Set(['ALPH', 'VP8 ', 'VP8L']);

const hasAnimation = 0x02;
const hasAlpha = 0x10;

/** Returns an animation that repeats for ever. */
export function joinFrames(frames: readonly AnimationFrame[], { width, height }: AnimationSize): Uint8Array {
  const head = [hasAnimation | hasAlpha, 0, 0, 0, ...uint24(width - 1), ...uint24(height - 1)];
  // The background is transparent, and the number of repetitions has no limit.
  const animation = [0, 0, 0, 0, 0, 0];
  const chunks = [chunk('VP8X', Buffer.from(head)), chunk('ANIM', Buffer.from(animation)), ...frames.map(frameChunk)];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function frameChunk({ image, x, y, width, height, durationMs }: AnimationFrame): Buffer {
  if (x % 2 !== 0 || y % 2 !== 0) throw new Error(`A frame cannot begin at ${String(x)}, ${String(y)}`);
  // The last byte is zero, so the frame is blended and remains.
  const place = [x / 2, y / 2, width - 1, height - 1, durationMs].flatMap(uint24);
  return chunk('ANMF', Buffer.concat([Buffer.from([...place, 0]), ...readImageChunks(Buffer.from(image))]));
}

function readImageChunks(image: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let offset = 12; offset + 8 <= image.length;) {
    const next = offset + 8 + roundUp(image.readUInt32LE(offset + 4));
    if (imageChunks.has(image.toString('latin1', offset, offset + 4))) found.push(image.subarray(offset, next));
    offset = next;
  }
  if (found.length === 0) throw new Error('The frame is not a WebP image');
  return found;
}

function chunk(tag: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(tag, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(roundUp(content.length) - content.length)]);
}

/** A chunk has an even length. */
function roundUp(length: number): number {
  return length + (length % 2);
}

function uint24(value: number): readonly number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
}

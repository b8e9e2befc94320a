import { crc32, deflateSync } from 'node:zlib';
import { encode as encodeJpeg } from 'jpeg-js';
import type { ImageSpec } from '../planImages.ts';
import { drawCaption } from './caption.ts';
import { enlarge, type Pixels } from './enlarge.ts';
import { paintScene } from './paintScene.ts';

/** Pixels of a painting before it is scaled up, approximately. Only the caption is drawn at full size. */
const paintedPixels = 900_000;

/** Makes an illustration that follows the prompt, with a caption that shows the request. */
export function makeImage(spec: ImageSpec): Uint8Array {
  const { width, height } = spec;
  const scale = Math.min(1, Math.sqrt(paintedPixels / (width * height)));
  const canvas = paintScene(spec, Math.round(width * scale), Math.round(height * scale));
  const pixels = enlarge(canvas, width, height);
  drawCaption(pixels, spec);
  return spec.format === 'jpeg' ? toJpeg(pixels) : writePng(pixels);
}

function toJpeg({ width, height, data }: Pixels): Uint8Array {
  const withAlpha = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    withAlpha[to] = data[from] ?? 0;
    withAlpha[to + 1] = data[from + 1] ?? 0;
    withAlpha[to + 2] = data[from + 2] ?? 0;
  }
  return encodeJpeg({ width, height, data: withAlpha }, 90).data;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a PNG file with 8 bits for each of red, green and blue. */
function writePng({ width, height, data }: Pixels): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The last three bytes select the only compression and filter method, and no interlacing.
  header.set([8, 2], 8);
  const lineLength = width * 3;
  // The first byte of each line is its filter: none.
  const lines = new Uint8Array(height * (lineLength + 1));
  for (let row = 0; row < height; row += 1) {
    lines.set(data.subarray(row * lineLength, (row + 1) * lineLength), row * (lineLength + 1) + 1);
  }
  const chunks = [
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(lines, { level: 1 })),
    writeChunk('IEND', new Uint8Array()),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

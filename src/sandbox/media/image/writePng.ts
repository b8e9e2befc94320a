import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './enlarge.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a PNG file with 8 bits for each of red, green and blue. */
export function writePng({ width, height, data }: Pixels): Uint8Array {
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

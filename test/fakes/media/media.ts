import { encode } from 'fast-png';

/** A real picture of one color. */
export function makePng({ width = 4, height = 3, shade = 128 } = {}): Buffer {
  const data = new Uint8Array(width * height * 3).fill(shade);
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** Silence: 16-bit mono PCM in a WAV file. */
export function makeWav(seconds: number): Buffer {
  const rate = 8_000;
  const dataBytes = Math.round(seconds * rate) * 2;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataBytes, 40);
  return wav;
}

import { makePng, makeWav } from './media.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const box = (brand: string): Buffer => bytes([0, 0, 0, 24], `ftyp${brand}`, [0, 0, 0, 0], `${brand}isom`);
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

/** A file for each medium that may be opened outside VS Code, with its extension and its signature. */
export const mediaHeads: Readonly<Record<string, Buffer>> = {
  png: makePng(),
  jpg: bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', zeros(40)),
  webp: bytes('RIFF', [40, 0, 0, 0], 'WEBPVP8 ', zeros(32)),
  gif: bytes('GIF89a', zeros(40)),
  avif: box('avif'),
  mp3: bytes([0xff, 0xfb, 0x90, 0x64], zeros(500)),
  wav: makeWav(0.01),
  flac: bytes('fLaC', zeros(40)),
  ogg: bytes('OggS', zeros(24), [1], 'vorbis', zeros(40)),
  m4a: box('M4A '),
  aac: bytes([0xff, 0xf1, 0x50, 0x80], zeros(40)),
  mp4: box('isom'),
  webm: bytes([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm', zeros(40)),
  mov: box('qt  '),
};

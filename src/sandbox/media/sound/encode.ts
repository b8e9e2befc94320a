import { Mp3Encoder } from '@breezystack/lamejs';

/** One or two channels, samples within ±1. */
export interface Sound {
  readonly sampleRate: number;
  readonly channels: readonly [Float32Array, Float32Array?];
}

/** Samples per call of the encoder: a multiple of every frame length of MP3. */
const blockSamples = 1152 * 16;

/**
 * Encodes with a constant bit rate, without tags. Frames are whole, so the result is a few hundredths of a second
 * longer than the input.
 */
export function encodeMp3({ sampleRate, channels }: Sound, kilobits: number): Uint8Array {
  const encoder = new Mp3Encoder(channels[1] ? 2 : 1, sampleRate, kilobits);
  const left = toInt16(channels[0]);
  const right = channels[1] && toInt16(channels[1]);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < left.length; start += blockSamples) {
    const end = start + blockSamples;
    parts.push(Uint8Array.from(encoder.encodeBuffer(left.subarray(start, end), right?.subarray(start, end))));
  }
  parts.push(Uint8Array.from(encoder.flush()));
  return Buffer.concat(parts);
}

/** Encodes 16-bit little-endian samples, channels interleaved, without a header. */
export function encodePcm({ channels: [left, right] }: Sound): Buffer {
  const frameBytes = right ? 4 : 2;
  const bytes = Buffer.alloc(left.length * frameBytes);
  toInt16(left).forEach((sample, index) => bytes.writeInt16LE(sample, index * frameBytes));
  if (right) toInt16(right).forEach((sample, index) => bytes.writeInt16LE(sample, index * frameBytes + 2));
  return bytes;
}

/** Encodes RIFF with the classic 44-byte header. */
export function encodeWav(sound: Sound): Buffer {
  const data = encodePcm(sound);
  const channelCount = sound.channels[1] ? 2 : 1;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channelCount, 22);
  header.writeUInt32LE(sound.sampleRate, 24);
  header.writeUInt32LE(sound.sampleRate * channelCount * 2, 28);
  header.writeUInt16LE(channelCount * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** The peak after leveling: below full scale, so that a lossy encoder does not overshoot it. */
const peakLevel = 0.8;

/** Scales all channels by one factor so that the loudest sample is at the peak level, and fades the last part out. */
export function finish(channels: readonly Float32Array[], fadeSamples: number): void {
  const peaks = channels.map((samples) => samples.reduce((max, each) => Math.max(max, Math.abs(each)), 0));
  const peak = Math.max(1e-6, ...peaks);
  for (const samples of channels) {
    for (let index = 0; index < samples.length; index += 1) {
      const fade = Math.min(1, (samples.length - index) / fadeSamples);
      samples[index] = (samples[index] ?? 0) * (peakLevel / peak) * fade;
    }
  }
}

function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.min(1, Math.max(-1, sample)) * 32_767));
}

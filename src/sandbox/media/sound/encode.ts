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
  const blocks = Array.from({ length: Math.ceil(left.length / blockSamples) }, (_, index) => {
    const [start, end] = [index * blockSamples, (index + 1) * blockSamples];
    return Uint8Array.from(encoder.encodeBuffer(left.subarray(start, end), right?.subarray(start, end)));
  });
  return Buffer.concat([...blocks, Uint8Array.from(encoder.flush())]);
}

/** Encodes the first channel as 16-bit samples without a header: little-endian, as every machine of VS Code. */
export function encodePcm({ channels: [samples] }: Sound): Uint8Array {
  return new Uint8Array(toInt16(samples).buffer);
}

/** Encodes the first channel as RIFF with the classic 44-byte header: PCM, one channel, 16 bit. */
export function encodeWav(sound: Sound): Uint8Array {
  const { sampleRate } = sound;
  const data = encodePcm(sound);
  const text = (name: string): Uint8Array => Buffer.from(name, 'latin1');
  const u32 = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
  const format = u32(16, 0x1_0001, sampleRate, 2 * sampleRate, 0x10_0002);
  const riff = [text('RIFF'), u32(36 + data.length), text('WAVEfmt '), format];
  return Buffer.concat([...riff, text('data'), u32(data.length), data]);
}

/** The peak after leveling: below full scale, so that a lossy encoder does not overshoot it. */
const peakLevel = 0.8;

/** Scales all channels by one factor so that the loudest sample is at the peak level, and fades the last part out. */
export function finish(channels: readonly Float32Array[], fadeSamples: number): void {
  const peaks = channels.map((samples) => samples.reduce((max, each) => Math.max(max, Math.abs(each)), 0));
  const peak = Math.max(1e-6, ...peaks);
  for (const samples of channels) {
    const fadeAt = (index: number): number => Math.min(1, (samples.length - index) / fadeSamples);
    samples.set(samples.map((sample, index) => sample * (peakLevel / peak) * fadeAt(index)));
  }
}

/** Rounds in the array of the samples, because `Int16Array.from` makes an object for each of them. */
function toInt16(samples: Float32Array): Int16Array {
  return new Int16Array(samples.map((sample) => Math.round(Math.min(1, Math.max(-1, sample)) * 32_767)));
}

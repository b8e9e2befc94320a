import type { Random } from '../random.ts';

/** A tone of harmonics. Frequencies are in Hz. */
export interface Tone {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly frequency: number;
  /** Frequency at the end, if it glides. */
  readonly endFrequency?: number;
  /** Amplitudes of the fundamental and its overtones. */
  readonly harmonics: readonly number[];
  /** Time until the tone is at its loudest. */
  readonly attackSeconds: number;
  /** Rate at which the tone fades. 0 holds it. */
  readonly decay?: number;
  /** Depth of a vibrato that starts late, as a share of the frequency. */
  readonly vibrato?: number;
}

/** Adds up sines. The amplitudes are scaled, so that all tones are about equally loud. */
export function playTone(tone: Tone): Float32Array {
  const { sampleRate, seconds, frequency, endFrequency = frequency, decay = 0, vibrato = 0 } = tone;
  const audible = tone.harmonics.slice(0, Math.floor(sampleRate / 2 / Math.max(frequency, endFrequency)));
  const loudness = Math.hypot(...audible);
  let phase = 0;
  return createSound(sampleRate, seconds, (age) => {
    const wave = vibrato * Math.min(1, Math.max(0, age - 0.2) * 3) * Math.sin(2 * Math.PI * 5.3 * age);
    const glide = frequency + (endFrequency - frequency) * (age / seconds);
    phase += (2 * Math.PI * glide * (1 + wave)) / sampleRate;
    const sum = audible.reduce((total, amplitude, index) => total + amplitude * Math.sin((index + 1) * phase), 0);
    return (sum / loudness) * Math.min(1, age / tone.attackSeconds) * Math.exp(-decay * age);
  });
}

/** Plucks a string: noise that circulates in a delay line and loses its high frequencies (Karplus and Strong). */
export function pluck(sampleRate: number, frequency: number, random: Random): Float32Array {
  const length = Math.round(sampleRate / frequency);
  const line = Float32Array.from({ length }, () => random() * 2 - 1);
  let at = 0;
  return createSound(sampleRate, 1.2, () => {
    const next = (at + 1) % length;
    const sample = line[at] ?? 0;
    line[at] = 0.498 * (sample + (line[next] ?? 0));
    at = next;
    return sample;
  });
}

/** A drum: its pitch in Hz falls as fast as it fades, and noise is mixed in by its share. */
type Drum = Readonly<Record<'seconds' | 'pitch' | 'decay' | 'noise', number>>;

export const drums = {
  kick: { seconds: 0.35, pitch: 130, decay: 9, noise: 0.02 },
  snare: { seconds: 0.22, pitch: 190, decay: 20, noise: 0.6 },
  hat: { seconds: 0.07, pitch: 9000, decay: 60, noise: 0.9 },
} as const;

export function beat(sampleRate: number, { seconds, pitch, decay, noise }: Drum, random: Random): Float32Array {
  let phase = 0;
  return createSound(sampleRate, seconds, (age) => {
    phase += (2 * Math.PI * pitch * Math.exp(-decay * 0.5 * age)) / sampleRate;
    return (Math.sin(phase) * (1 - noise) + (random() * 2 - 1) * noise) * Math.exp(-decay * age);
  });
}

/** Calculates each sample from its age in seconds, and fades the end, so that no sound stops with a click. */
function createSound(sampleRate: number, seconds: number, sampleAt: (age: number) => number): Float32Array {
  const fadeSamples = Math.min(0.05, seconds / 4) * sampleRate;
  const length = Math.round(sampleRate * seconds);
  const fadeAt = (index: number): number => Math.min(1, (length - index) / fadeSamples);
  return new Float32Array(length).map((_, index) => sampleAt(index / sampleRate) * fadeAt(index));
}

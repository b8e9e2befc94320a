import type { Random } from '../random.ts';

/** A tone of harmonics. Frequencies are in Hz. */
interface Tone {
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

/** The first three resonances of the mouth in Hz, which distinguish the vowels. */
const formants: Readonly<Record<string, readonly number[]>> = {
  a: [730, 1160, 2440],
  e: [520, 1800, 2480],
  i: [300, 2200, 2950],
  o: [520, 880, 2410],
  u: [330, 900, 2240],
  y: [300, 1900, 2600],
};

/** One vowel of a voice that is clearly a machine's. */
interface Vowel extends Pick<Tone, 'sampleRate' | 'seconds' | 'decay' | 'vibrato'> {
  /** Any letter but the vowels `e`, `i`, `o`, `u`, `y` counts as an `a`. */
  readonly letter: string;
  /** In Hz. */
  readonly pitch: number;
  readonly endPitch?: number;
  /** A high voice has a smaller mouth, which shifts the resonances up. */
  readonly isHigh: boolean;
}

/** Makes a tone whose harmonics are the louder, the nearer they are to a resonance of the mouth. */
export function sayVowel({ letter, pitch, isHigh, endPitch = pitch, ...tone }: Vowel): Float32Array {
  const resonances = formants[letter] ?? formants['a'] ?? [];
  const harmonics = Array.from({ length: Math.ceil(3600 / pitch) }, (_, index) => {
    const frequency = (index + 1) * pitch;
    const gains = resonances.map((hertz) => 1 / (1 + ((frequency - hertz * (isHigh ? 1.15 : 1)) / 110) ** 2));
    return (0.03 + Math.max(...gains)) / (index + 1) ** 0.7;
  });
  return playTone({ ...tone, frequency: pitch, endFrequency: endPitch, harmonics, attackSeconds: 0.03 });
}

/** A drum, or a hiss: its pitch in Hz falls as fast as it fades, and noise is mixed in by its share. */
type Beat = Readonly<Record<'sampleRate' | 'seconds' | 'pitch' | 'decay' | 'noise', number>>;

export function beat({ sampleRate, seconds, pitch, decay, noise }: Beat, random: Random): Float32Array {
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

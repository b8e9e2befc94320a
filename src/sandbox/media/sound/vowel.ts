import { playTone, type Tone } from './instruments.ts';

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
export interface Vowel extends Pick<Tone, 'sampleRate' | 'seconds' | 'decay' | 'vibrato'> {
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

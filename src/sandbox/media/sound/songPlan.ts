import type { ClipSpec } from '../mediaSpec.ts';
import { between, createRandom, pickOne } from '../random.ts';

/** Facts that all instruments share. */
export interface SongPlan {
  readonly band: Band;
  readonly beatSeconds: number;
  /** Number of bars of four beats each. */
  readonly bars: number;
  /** Time from the first note until the last one has faded. */
  readonly seconds: number;
  /** MIDI note of the key. */
  readonly root: number;
  /** Semitones above the root, seven in an octave. */
  readonly scale: readonly number[];
  /** For each bar, the step of the scale that is the root of its chord. */
  readonly chords: readonly number[];
}

/** Determines instruments, drums and pace. */
export type Band = 'acoustic' | 'electric' | 'ambient';

const bands: readonly (readonly [words: RegExp, band: Band, slowest: number, fastest: number])[] = [
  [/techno|house|electro|edm|synth|disco|dance|trance|hip.?hop|trap|pop\b|rock|metal|punk|blues/, 'electric', 108, 128],
  [/ambient|calm|lullaby|meditat|sleep|drone|cinematic|classical|piano|slow|ballad/, 'ambient', 68, 80],
];

/** The roots of four chords, as steps of the scale. */
const progressions = ['0453', '0304', '5304', '0534'] as const;

/** Both clips of a task share key, pace and chords. Their melodies and figures differ. */
export function planSong({ style, seed }: ClipSpec): SongPlan {
  const random = createRandom(`song ${String(seed)} ${style}`);
  const [, band, slowest, fastest] = bands.find(([words]) => words.test(style)) ?? [null, 'acoustic', 88, 104];
  const beatSeconds = 60 / Math.round(between(random, slowest, fastest));
  const bars = Math.round(10.4 / (4 * beatSeconds));
  const isSad = /sad|melanchol|dark|minor|lonely|night|rain|tear/.test(style) || random() < 0.25;
  const progression = pickOne<string>(random, progressions);
  return {
    band,
    beatSeconds,
    bars,
    seconds: bars * 4 * beatSeconds + 1.6,
    root: 45 + Math.floor(random() * 8),
    scale: isSad ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11],
    // The last bar returns to the root chord.
    chords: Array.from({ length: bars }, (_, bar) => (bar === bars - 1 ? 0 : Number(progression[bar % 4]))),
  };
}

/** Returns the frequency in Hz of a step of the scale, which continues above and below the octave. */
export function frequencyOf({ root, scale }: SongPlan, step: number, octave: number): number {
  const note = root + (scale[((step % 7) + 7) % 7] ?? 0) + 12 * (octave + Math.floor(step / 7));
  return 440 * 2 ** ((note - 69) / 12);
}

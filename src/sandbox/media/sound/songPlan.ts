import type { ClipSpec } from '../mediaSpec.ts';
import { between, createRandom, pick } from '../random.ts';

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

const major = [0, 2, 4, 5, 7, 9, 11];
const minor = [0, 2, 3, 5, 7, 8, 10];

const progressions: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 4, 5, 3],
  [0, 3, 0, 4],
  [5, 3, 0, 4],
  [0, 5, 3, 4],
];

const fadeSeconds = 1.6;

/** Both clips of a task share key, pace and chords. Their melodies and figures differ. */
export function planSong({ style, seed }: ClipSpec): SongPlan {
  const random = createRandom(`song ${String(seed)} ${style}`);
  const [, band, slowest, fastest] = bands.find(([words]) => words.test(style)) ?? [null, 'acoustic', 88, 104];
  const beatSeconds = 60 / Math.round(between(random, slowest, fastest));
  const bars = Math.round(10.4 / (4 * beatSeconds));
  const isSad = /sad|melanchol|dark|minor|lonely|night|rain|tear/.test(style) || random() < 0.25;
  const progression = pick(random, progressions);
  return {
    band,
    beatSeconds,
    bars,
    seconds: bars * 4 * beatSeconds + fadeSeconds,
    root: 45 + Math.floor(random() * 8),
    scale: isSad ? minor : major,
    // The last bar returns to the root chord.
    chords: Array.from({ length: bars }, (_, bar) => (bar === bars - 1 ? 0 : (progression[bar % 4] ?? 0))),
  };
}

/** Returns the length without making the clip, for the gateway's response. */
export function clipSeconds(clip: ClipSpec): number {
  return planSong(clip).seconds;
}

/** Returns the MIDI note of a step of the scale. Steps continue above and below the octave. */
export function noteOf({ root, scale }: SongPlan, step: number): number {
  const octave = Math.floor(step / scale.length);
  return root + 12 * octave + (scale[step - octave * scale.length] ?? 0);
}

/** Returns the frequency in Hz of a MIDI note in equal temperament. */
export function frequencyOf(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

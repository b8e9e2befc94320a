import type { ClipSpec } from '../planSound.ts';
import { between, createRandom, pickOne } from '../random.ts';

/** Words of the style that make a song calm, and words that make it sad. */
const calm = /ambient|calm|lullaby|meditat|sleep|drone|cinematic|classical|piano|slow|ballad/;
const sad = /sad|melanchol|dark|minor|lonely|night|rain|tear/;

/** The roots of four chords, as steps of the scale. */
const progressions = ['0453', '0304', '5304', '0534'] as const;

export type SongPlan = ReturnType<typeof planSong>;

/** Both clips of a task share key, pace and chords. Their melodies differ. */
export function planSong({ style, seed }: ClipSpec) {
  const random = createRandom(`song ${String(seed)} ${style}`);
  const isCalm = calm.test(style);
  const beatSeconds = 60 / Math.round(isCalm ? between(random, 68, 80) : between(random, 92, 124));
  /** Number of bars of four beats each. */
  const bars = Math.round(10.4 / (4 * beatSeconds));
  const progression = pickOne<string>(random, progressions);
  const isSad = sad.test(style) || random() < 0.25;
  return {
    /** Whether it has no drums. */
    isCalm,
    beatSeconds,
    /** Time from the first note until the last one has faded. */
    seconds: bars * 4 * beatSeconds + 1.6,
    /** MIDI note of the key. */
    root: 45 + Math.floor(random() * 8),
    /** Semitones above the root, seven in an octave. */
    scale: isSad ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11],
    /** For each bar, the step of the scale that is the root of its chord. The last bar returns to the root chord. */
    chords: Array.from({ length: bars }, (_, bar) => (bar === bars - 1 ? 0 : Number(progression[bar % 4]))),
  };
}

import { hashText } from '../random.ts';

/** A sound of speech that is long enough to be heard. */
export interface Phoneme {
  readonly seconds: number;
  /** Resonances in Hz. */
  readonly formants: readonly [number, number, number];
  readonly voicing: number;
  readonly breath: number;
  /** Frequency of the breath's hiss in Hz. */
  readonly hiss: number;
  readonly kind: 'vowel' | 'consonant' | 'pause';
  /** How the melody of the sentence continues. Set on pauses. */
  readonly ending?: 'comma' | 'full-stop' | 'question';
}

type Formants = readonly [number, number, number];

const vowels: Readonly<Record<string, Formants>> = {
  a: [730, 1160, 2440],
  e: [520, 1800, 2480],
  i: [300, 2200, 2950],
  o: [520, 880, 2410],
  u: [330, 900, 2240],
  y: [300, 1900, 2600],
};

const rest: Formants = [500, 1450, 2450];

const consonants: Readonly<Record<string, readonly Phoneme[]>> = {
  m: [sonorant(0.07, [260, 1050, 2200], 0.5)],
  n: [sonorant(0.06, [260, 1600, 2500], 0.5)],
  l: [sonorant(0.06, [360, 1150, 2700], 0.7)],
  r: [sonorant(0.06, [360, 1250, 1700], 0.7)],
  w: [sonorant(0.07, [310, 720, 2200], 0.7)],
  j: [sonorant(0.05, [290, 2100, 2900], 0.7)],
  s: [fricative(0.09, 6200, 0.5)],
  c: stop(1900, 0.6),
  k: stop(1900, 0.6),
  q: stop(1700, 0.6),
  x: [...stop(1900, 0.5), fricative(0.07, 6000, 0.4)],
  t: stop(4300, 0.6),
  p: stop(900, 0.6),
  b: stop(800, 0.25),
  d: stop(3600, 0.25),
  g: stop(1700, 0.25),
  f: [fricative(0.08, 4600, 0.22)],
  v: [{ ...fricative(0.06, 4400, 0.12), voicing: 0.4 }],
  z: [{ ...fricative(0.07, 6000, 0.3), voicing: 0.35 }],
  h: [fricative(0.05, 1500, 0.22)],
};

const digits = ['ziro', 'wan', 'tu', 'sri', 'for', 'faiv', 'siks', 'seven', 'eit', 'nain'] as const;

/** Reads a text aloud approximately, so that its length, its words and its sentences can be heard. */
export function parsePhonemes(text: string): readonly Phoneme[] {
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => `${digits[Number(digit)] ?? ''} `)
    .replaceAll(/(?<=[a-z]{3})e\b/g, '');
  return Array.from(letters).flatMap((letter) => soundsOf(letter));
}

/** Any other letter counts as an `a`. */
export function vowelFormants(letter: string): Formants {
  return vowels[letter] ?? vowels['a'] ?? rest;
}

function soundsOf(letter: string): readonly Phoneme[] {
  const formants = vowels[letter];
  if (formants) return [vowel(formants)];
  const known = consonants[letter];
  if (known) return known;
  if (/\s/.test(letter)) return [pause(letter === '\n' ? 0.25 : 0.035)];
  if (/[,;:–—-]/.test(letter)) return [{ ...pause(0.18), ending: 'comma' }];
  if (/[.!…。！]/.test(letter)) return [{ ...pause(0.34), ending: 'full-stop' }];
  if (/[?？]/.test(letter)) return [{ ...pause(0.34), ending: 'question' }];
  return /\p{L}/u.test(letter) ? syllableFor(letter) : [];
}

/** Returns the sound of a letter of another script: always the same syllable for the same letter. */
function syllableFor(letter: string): readonly Phoneme[] {
  const hash = hashText(letter);
  const onset = 'mnlrwjskthdg'[hash % 12] ?? 'm';
  return [...(consonants[onset] ?? []), vowel(vowelFormants('aeiou'[(hash >>> 8) % 5] ?? 'a'))];
}

function vowel(formants: Formants): Phoneme {
  return { seconds: 0.105, formants, voicing: 1, breath: 0, hiss: 2500, kind: 'vowel' };
}

function sonorant(seconds: number, formants: Formants, voicing: number): Phoneme {
  return { seconds, formants, voicing, breath: 0, hiss: 2500, kind: 'consonant' };
}

function fricative(seconds: number, hiss: number, breath: number): Phoneme {
  return { seconds, formants: rest, voicing: 0, breath, hiss, kind: 'consonant' };
}

/** Returns a stop: lips or tongue close, then open with a burst. */
function stop(hiss: number, burst: number): readonly Phoneme[] {
  return [{ ...fricative(0.045, hiss, 0), voicing: burst < 0.4 ? 0.12 : 0 }, fricative(0.018, hiss, burst)];
}

function pause(seconds: number): Phoneme {
  return { seconds, formants: rest, voicing: 0, breath: 0, hiss: 2500, kind: 'pause' };
}

import type { ClipSpec } from '../mediaSpec.ts';
import { between, createRandom, pick, type Random } from '../random.ts';
import { encodeMp3, finish } from './encode.ts';
import { beat, drums, playTone, pluck } from './instruments.ts';
import { frequencyOf, noteOf, planSong, type Band, type SongPlan } from './songPlan.ts';
import { sayVowel } from './vowel.ts';

const sampleRate = 44_100;

/** The beats of a bar at which a band plays. */
interface Pattern {
  readonly kick: readonly number[];
  readonly snare: readonly number[];
  readonly hat: readonly number[];
  readonly bass: readonly number[];
  /** Beats between two notes of the broken chords. */
  readonly stride: number;
  /** Loudness of the chords that are held. */
  readonly pad: number;
}

const offbeats = [0.5, 1.5, 2.5, 3.5];
const patterns: Readonly<Record<Band, Pattern>> = {
  acoustic: { kick: [0, 2], snare: [1, 3], hat: offbeats, bass: [0, 2], stride: 0.5, pad: 0.07 },
  electric: { kick: [0, 1, 2, 3], snare: [1, 3], hat: offbeats, bass: [0, 0.5, 1.5, 2, 3], stride: 0.5, pad: 0.07 },
  ambient: { kick: [], snare: [], hat: [], bass: [0], stride: 1, pad: 0.18 },
};

/** Beats of a bar of the melody. */
const rhythms: readonly [readonly number[], ...(readonly number[])[]] = [
  [1, 1, 2],
  [1.5, 0.5, 2],
  [0.5, 0.5, 1, 1, 1],
  [2, 1, 1],
];

/** Adds a sound to the song. `pan` is -1 (left) to 1 (right). */
type Play = (sound: Float32Array, at: { readonly beat: number; readonly gain: number; readonly pan?: number }) => void;

/** Makes a short, finished piece of music in the style of the tags, as MP3. Its singer has only vowels. */
export function makeClip(clip: ClipSpec): Uint8Array {
  const plan = planSong(clip);
  const random = createRandom(`clip ${String(clip.seed)} ${String(clip.index)} ${clip.title}`);
  const left = new Float32Array(Math.round(sampleRate * plan.seconds));
  const right = new Float32Array(left.length);
  const play: Play = (sound, { beat, gain, pan = 0 }) => {
    const start = Math.round(beat * plan.beatSeconds * sampleRate);
    for (let index = 0; index < Math.min(sound.length, left.length - start); index += 1) {
      const sample = (sound[index] ?? 0) * gain;
      left[start + index] = (left[start + index] ?? 0) + sample * (1 - pan);
      right[start + index] = (right[start + index] ?? 0) + sample * (1 + pan);
    }
  };
  for (let bar = 0; bar < plan.bars; bar += 1) playBar(play, plan, { bar, random });
  playMelody(play, plan, { clip, random });
  addEcho(left, 0.11);
  addEcho(right, 0.13);
  finish([left, right], 1.2 * sampleRate);
  return encodeMp3({ sampleRate, channels: [left, right] }, 128);
}

/** Plays chords, bass and drums. The first bar is an introduction, and the last one fades. */
function playBar(play: Play, plan: SongPlan, { bar, random }: { readonly bar: number; readonly random: Random }): void {
  const { bass, stride, pad } = patterns[plan.band];
  const first = bar * 4;
  const isLast = bar === plan.bars - 1;
  const root = plan.chords[bar] ?? 0;
  const toneOf = (step: number, octave: number): number => frequencyOf(noteOf(plan, step) + 12 * octave);
  const seconds = plan.beatSeconds * (isLast ? 7 : 4.3);
  for (const [index, step] of [root, root + 2, root + 4].entries()) {
    const frequency = toneOf(step, 1);
    const chord = playTone({ sampleRate, seconds, frequency, harmonics: [1, 0.35, 0.12], attackSeconds: 0.2 });
    play(chord, { beat: first, gain: pad, pan: (index - 1) * 0.5 });
  }
  for (const at of isLast ? [0] : bass) {
    const note = { sampleRate, seconds: plan.beatSeconds * (4 / bass.length), frequency: toneOf(root, -1) };
    play(playTone({ ...note, harmonics: [1, 0.4, 0.2], attackSeconds: 0.02, decay: 1 }), {
      beat: first + at,
      gain: 0.25,
    });
  }
  const figure = [0, 2, 4, 7, 4, 2, 4, 2];
  for (let index = 0; index * stride < (isLast ? 2.5 : 4); index += 1) {
    const frequency = toneOf(root + (figure[index] ?? 0), 1);
    const buzz = {
      sampleRate,
      seconds: 0.3,
      frequency,
      harmonics: [1, 0.5, 0.33, 0.25],
      attackSeconds: 0.01,
      decay: 6,
    };
    const sound = plan.band === 'electric' ? playTone(buzz) : pluck(sampleRate, frequency, random);
    play(sound, { beat: first + index * stride, gain: 0.2 * between(random, 0.8, 1), pan: index % 2 ? 0.35 : -0.35 });
  }
  if (bar > 0 && !isLast) playDrums(play, plan.band, { first, random });
}

function playDrums(play: Play, band: Band, { first, random }: { first: number; random: Random }): void {
  const { kick, snare, hat } = patterns[band];
  const strength = band === 'acoustic' ? 0.55 : 1;
  for (const at of kick) play(beat(sampleRate, drums.kick, random), { beat: first + at, gain: 0.5 * strength });
  for (const at of snare) play(beat(sampleRate, drums.snare, random), { beat: first + at, gain: 0.26 * strength });
  for (const at of hat)
    play(beat(sampleRate, drums.hat, random), { beat: first + at, gain: 0.12 * strength, pan: -0.2 });
}

/** Sings a phrase of two bars over each chord on the vowels of the lyrics, or plays it if the song is instrumental. */
function playMelody(play: Play, plan: SongPlan, { clip, random }: { clip: ClipSpec; random: Random }): void {
  const phrase = [0, 1].map(() => pick(random, rhythms).map((beats) => ({ beats, lift: pick(random, [-1, 0, 1, 2]) })));
  const isHigh = clip.vocalGender === 'f' || (clip.vocalGender !== 'm' && random() < 0.6);
  const lyrics = clip.lyrics.replaceAll(/\[[^[\]]*\]/g, '').toLowerCase();
  const vowels = lyrics.match(/[aeiouy]/g) ?? ['o', 'a', 'u'];
  let sung = 0;
  for (let bar = 1; bar < plan.bars; bar += 1) {
    const chord = plan.chords[bar] ?? 0;
    let step = chord > 4 ? chord - 7 : chord;
    let start = bar * 4;
    for (const { beats, lift } of bar === plan.bars - 1 ? [{ beats: 4, lift: 0 }] : (phrase[bar % 2] ?? [])) {
      step = Math.min(11, Math.max(-1, step + lift));
      const note = { sampleRate, seconds: beats * plan.beatSeconds * 0.97, vibrato: 0.012, decay: 0.5 };
      const pitch = frequencyOf(noteOf(plan, step) + (isHigh || clip.isInstrumental ? 24 : 12));
      const letter = vowels[sung % vowels.length] ?? 'a';
      const sound = clip.isInstrumental
        ? playTone({ ...note, frequency: pitch, harmonics: [1, 0.22, 0.06], attackSeconds: 0.04 })
        : sayVowel({ ...note, pitch, letter, isHigh });
      play(sound, { beat: start, gain: 0.18 });
      start += beats;
      sung += 1;
    }
  }
}

/** Repeats each sound more and more softly, as a room does. */
function addEcho(samples: Float32Array, seconds: number): void {
  const delay = Math.round(seconds * sampleRate);
  for (let index = delay; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) + 0.25 * (samples[index - delay] ?? 0);
  }
}

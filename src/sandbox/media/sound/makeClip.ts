import type { ClipSpec } from '../mediaSpec.ts';
import { between, createRandom, pickOne, type Random } from '../random.ts';
import { encodeMp3, finish } from './encode.ts';
import { beat, drums, playTone, pluck } from './instruments.ts';
import { frequencyOf, planSong, type Band, type SongPlan } from './songPlan.ts';
import { sayVowel } from './vowel.ts';

const sampleRate = 44_100;

/** The beats of a bar at which a band plays. */
interface Pattern {
  readonly kick: readonly number[];
  readonly bass: readonly number[];
  /** Beats between two notes of the broken chords. */
  readonly stride: number;
  /** Loudness of the chords that are held. */
  readonly pad: number;
}

const patterns: Readonly<Record<Band, Pattern>> = {
  acoustic: { kick: [0, 2], bass: [0, 2], stride: 0.5, pad: 0.07 },
  electric: { kick: [0, 1, 2, 3], bass: [0, 0.5, 1.5, 2, 3], stride: 0.5, pad: 0.07 },
  ambient: { kick: [], bass: [0], stride: 1, pad: 0.18 },
};

/** Beats of a bar of the melody. */
const rhythms = ['1 1 2', '1.5 0.5 2', '0.5 0.5 1 1 1', '2 1 1'] as const;

/** Adds a sound to the song. `pan` is -1 (left) to 1 (right). */
type Play = (sound: Float32Array, at: { readonly beat: number; readonly gain: number; readonly pan?: number }) => void;

/** Makes a short, finished piece of music in the style of the tags, as MP3. The singer sings only vowels. */
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
  finish([left, right], 1.2 * sampleRate);
  return encodeMp3({ sampleRate, channels: [left, right] }, 128);
}

/** Plays chords, bass and drums. The first bar is an introduction, and the last one fades. */
function playBar(play: Play, plan: SongPlan, { bar, random }: { readonly bar: number; readonly random: Random }): void {
  const { bass, stride, pad } = patterns[plan.band];
  const first = bar * 4;
  const isLast = bar === plan.bars - 1;
  const root = plan.chords[bar] ?? 0;
  const seconds = plan.beatSeconds * (isLast ? 7 : 4.3);
  for (const third of [0, 1, 2]) {
    const frequency = frequencyOf(plan, root + 2 * third, 1);
    const chord = playTone({ sampleRate, seconds, frequency, harmonics: [1, 0.35, 0.12], attackSeconds: 0.2 });
    play(chord, { beat: first, gain: pad, pan: (third - 1) * 0.5 });
  }
  for (const at of isLast ? [0] : bass) {
    const low = { sampleRate, seconds: (plan.beatSeconds * 4) / bass.length, frequency: frequencyOf(plan, root, -1) };
    const note = playTone({ ...low, harmonics: [1, 0.4, 0.2], attackSeconds: 0.02, decay: 1 });
    play(note, { beat: first + at, gain: 0.25 });
  }
  const figure = [0, 2, 4, 7, 4, 2, 4, 2];
  for (let index = 0; index * stride < (isLast ? 2.5 : 4); index += 1) {
    const frequency = frequencyOf(plan, root + (figure[index] ?? 0), 1);
    const harmonics = [1, 0.5, 0.33, 0.25];
    const note =
      plan.band === 'electric'
        ? playTone({ sampleRate, seconds: 0.3, frequency, harmonics, attackSeconds: 0.01, decay: 6 })
        : pluck(sampleRate, frequency, random);
    play(note, { beat: first + index * stride, gain: 0.2 * between(random, 0.8, 1), pan: index % 2 ? 0.35 : -0.35 });
  }
  if (plan.band !== 'ambient' && bar > 0 && !isLast) playDrums(play, plan.band, { first, random });
}

function playDrums(play: Play, band: Band, { first, random }: { first: number; random: Random }): void {
  const strength = band === 'acoustic' ? 0.55 : 1;
  const hit = (drum: keyof typeof drums, at: number, gain: number): void =>
    play(beat(sampleRate, drums[drum], random), { beat: first + at, gain: gain * strength });
  for (const at of patterns[band].kick) hit('kick', at, 0.5);
  for (const at of [1, 3]) hit('snare', at, 0.26);
  for (const at of [0.5, 1.5, 2.5, 3.5]) hit('hat', at, 0.12);
}

/** Sings a phrase of two bars over each chord on the vowels of the lyrics, or plays it if the song is instrumental. */
function playMelody(play: Play, plan: SongPlan, { clip, random }: { clip: ClipSpec; random: Random }): void {
  const phrase = [0, 1].map(() => {
    const rhythm = pickOne<string>(random, rhythms).split(' ').map(Number);
    return rhythm.map((beats) => ({ beats, lift: pickOne(random, [-1, 0, 1, 2]) }));
  });
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
      const pitch = frequencyOf(plan, step, isHigh || clip.isInstrumental ? 2 : 1);
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

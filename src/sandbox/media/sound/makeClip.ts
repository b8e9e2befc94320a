import type { ClipSpec } from '../planSound.ts';
import { createRandom, pickOne, type Random } from '../random.ts';
import { encodeMp3, finish } from './encode.ts';
import { beat, playTone, sayVowel } from './instruments.ts';
import { planSong, type SongPlan } from './songPlan.ts';

const sampleRate = 44_100;

/** Adds a sound to the song. `at` counts beats. `pan` is -1 (left) to 1 (right). */
type Play = (sound: Float32Array, place: { readonly at: number; readonly gain: number; readonly pan?: number }) => void;

/** Makes a short, finished piece of music in the style of the tags, as MP3. The singer sings only vowels. */
export function makeClip(clip: ClipSpec): Uint8Array {
  const plan = planSong(clip);
  const random = createRandom(`clip ${String(clip.seed)} ${String(clip.index)} ${clip.title}`);
  const left = new Float32Array(Math.round(sampleRate * plan.seconds));
  const right = new Float32Array(left.length);
  const play: Play = (sound, { at, gain, pan = 0 }) => {
    const start = Math.round(at * plan.beatSeconds * sampleRate);
    for (let index = 0; index < Math.min(sound.length, left.length - start); index += 1) {
      const sample = (sound[index] ?? 0) * gain;
      left[start + index] = (left[start + index] ?? 0) + sample * (1 - pan);
      right[start + index] = (right[start + index] ?? 0) + sample * (1 + pan);
    }
  };
  for (let bar = 0; bar < plan.chords.length; bar += 1) playBar(play, plan, { bar, random });
  playMelody(play, plan, { clip, random });
  finish([left, right], 1.2 * sampleRate);
  return encodeMp3({ sampleRate, channels: [left, right] }, 128);
}

/** Plays a held chord, its notes one by one, and bass and drums. The first bar is an introduction, the last one fades. */
function playBar(play: Play, plan: SongPlan, { bar, random }: { readonly bar: number; readonly random: Random }): void {
  const first = bar * 4;
  const root = plan.chords[bar] ?? 0;
  const tone = { sampleRate, harmonics: [1, 0.4, 0.2], attackSeconds: 0.02 };
  for (const third of [0, 1, 2]) {
    const frequency = frequencyOf(plan, root + 2 * third, 1);
    const chord = playTone({ ...tone, seconds: plan.beatSeconds * 4.3, frequency, attackSeconds: 0.2 });
    play(chord, { at: first, gain: plan.isCalm ? 0.15 : 0.07, pan: (third - 1) * 0.5 });
  }
  for (const half of [0, 1]) {
    const note = { ...tone, seconds: plan.beatSeconds * 2, frequency: frequencyOf(plan, root, -1), decay: 1 };
    play(playTone(note), { at: first + 2 * half, gain: 0.25 });
  }
  const figure = plan.isCalm ? [0, 2, 4, 7] : [0, 2, 4, 7, 4, 2, 4, 2];
  for (const [index, step] of figure.entries()) {
    const note = playTone({ ...tone, seconds: 1.2, frequency: frequencyOf(plan, root + step, 1), decay: 4 });
    play(note, { at: first + (index * 4) / figure.length, gain: 0.16, pan: index % 2 ? 0.35 : -0.35 });
  }
  if (plan.isCalm || bar === 0 || bar === plan.chords.length - 1) return;
  const [kick, hat] = [
    { sampleRate, seconds: 0.35, pitch: 130, decay: 9, noise: 0.02 },
    { sampleRate, seconds: 0.07, pitch: 9000, decay: 60, noise: 0.9 },
  ];
  for (const at of [0, 1, 2, 3]) {
    play(beat(kick, random), { at: first + at, gain: 0.4 });
    play(beat(hat, random), { at: first + at + 0.5, gain: 0.1 });
  }
}

/** Beats of a bar of the melody. */
const rhythms = ['1 1 2', '1.5 0.5 2', '0.5 0.5 1 1 1', '2 1 1'] as const;

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
  for (let bar = 1; bar < plan.chords.length; bar += 1) {
    const chord = plan.chords[bar] ?? 0;
    let step = chord > 4 ? chord - 7 : chord;
    let at = bar * 4;
    for (const { beats, lift } of bar === plan.chords.length - 1 ? [{ beats: 4, lift: 0 }] : (phrase[bar % 2] ?? [])) {
      step = Math.min(11, Math.max(-1, step + lift));
      const note = { sampleRate, seconds: beats * plan.beatSeconds * 0.97, vibrato: 0.012, decay: 0.5 };
      const pitch = frequencyOf(plan, step, isHigh || clip.isInstrumental ? 2 : 1);
      const letter = vowels[sung % vowels.length] ?? 'a';
      const sound = clip.isInstrumental
        ? playTone({ ...note, frequency: pitch, harmonics: [1, 0.22, 0.06], attackSeconds: 0.04 })
        : sayVowel({ ...note, pitch, letter, isHigh });
      play(sound, { at, gain: 0.18 });
      at += beats;
      sung += 1;
    }
  }
}

/** Returns the frequency in Hz of a step of the scale, which continues above and below the octave. */
function frequencyOf({ root, scale }: SongPlan, step: number, octave: number): number {
  const note = root + (scale[((step % 7) + 7) % 7] ?? 0) + 12 * (octave + Math.floor(step / 7));
  return 440 * 2 ** ((note - 69) / 12);
}

import type { ClipSpec } from '../mediaSpec.ts';
import { pick, type Random } from '../random.ts';
import { voice, type VoiceMoment } from './formantVoice.ts';
import { flute, pluck } from './instruments.ts';
import { vowelFormants } from './phonemes.ts';
import { frequencyOf, noteOf, type SongPlan } from './songPlan.ts';
import { mix, type Stereo } from './stereo.ts';

interface MelodyNote {
  readonly atSeconds: number;
  readonly seconds: number;
  /** Step of the scale, above the song's root. */
  readonly step: number;
}

/** Beats of one bar. */
const rhythms: readonly [readonly number[], ...(readonly number[])[]] = [
  [1, 1, 2],
  [1.5, 0.5, 2],
  [0.5, 0.5, 1, 1, 1],
  [1, 0.5, 0.5, 2],
  [2, 1, 1],
];

/** Plays the melody: sung on the vowels of the lyrics, or played if the song is instrumental. */
export function playLead(
  song: Stereo,
  plan: SongPlan,
  ...[clip, random]: readonly [clip: ClipSpec, random: Random]
): void {
  const melody = planMelody(plan, random);
  if (clip.isInstrumental) playNotes(song, plan, { melody, random });
  else singNotes(song, plan, { melody, clip, random });
}

/** Plans two-bar phrases. The first phrase is repeated, moved onto the chord of its bar. */
function planMelody(plan: SongPlan, random: Random): readonly MelodyNote[] {
  const phrase = [0, 1].map(() => {
    const rhythm = pick(random, rhythms);
    return rhythm.map((beats, index) => ({
      beats,
      lift: index === 0 ? pick(random, [0, 2, 4]) : pick(random, [-1, 0, 1, 2, 1]),
    }));
  });
  const notes: MelodyNote[] = [];
  for (let bar = 1; bar < plan.bars; bar += 1) {
    const figure = bar === plan.bars - 1 ? [{ beats: 4, lift: 0 }] : (phrase[(bar + 1) % 2] ?? []);
    let beat = bar * 4;
    let step = nearestStep(plan.chords[bar] ?? 0);
    for (const [index, { beats, lift }] of figure.entries()) {
      step = index === 0 ? step + lift : Math.min(11, Math.max(-1, step + lift));
      notes.push({ atSeconds: beat * plan.beatSeconds, seconds: beats * plan.beatSeconds, step });
      beat += beats;
    }
  }
  return notes;
}

/** Keeps the melody in a range that can be sung. */
function nearestStep(chord: number): number {
  return chord > 4 ? chord - 7 : chord;
}

function playNotes(
  song: Stereo,
  plan: SongPlan,
  { melody, random }: { melody: readonly MelodyNote[]; random: Random },
): void {
  for (const { atSeconds, seconds, step } of melody) {
    const note = {
      sampleRate: song.sampleRate,
      frequency: frequencyOf(noteOf(plan, step) + 24),
      seconds: seconds * 0.98,
    };
    const isPlucked = plan.band === 'rock';
    const sound = isPlucked ? pluck({ ...note, seconds: 1.2 }, random) : flute(note);
    mix(song, sound, { atSeconds, gain: isPlucked ? 0.5 : 0.2, pan: 0.05 });
  }
}

function singNotes(
  song: Stereo,
  plan: SongPlan,
  { melody, clip, random }: { melody: readonly MelodyNote[]; clip: ClipSpec; random: Random },
): void {
  const isHigh = clip.vocalGender === 'f' || (clip.vocalGender !== 'm' && random() < 0.6);
  const vowels = clip.lyrics
    .replaceAll(/\[[^[\]]*\]/g, '')
    .toLowerCase()
    .match(/[aeiou]/g) ?? ['o', 'a', 'u'];
  melody.forEach(({ atSeconds, seconds, step }, index) => {
    const pitch = frequencyOf(noteOf(plan, step) + (isHigh ? 24 : 12));
    const [first, second, third] = vowelFormants(vowels[index % vowels.length] ?? 'a');
    const mouth = isHigh ? 1.15 : 1;
    const formants = [Math.max(first * mouth, pitch), second * mouth, third * mouth] as const;
    const moments = planSungNote({ seconds: seconds * 0.97, pitch, formants });
    mix(song, voice(song.sampleRate, moments, random), { atSeconds, gain: isHigh ? 0.17 : 0.19 });
  });
}

/** Plans a soft onset from just below, a vibrato that grows, and a fade. */
function planSungNote({
  seconds,
  pitch,
  formants,
}: {
  seconds: number;
  pitch: number;
  formants: VoiceMoment['formants'];
}) {
  const moments: VoiceMoment[] = [];
  const strideSeconds = 0.03;
  const count = Math.max(3, Math.round(seconds / strideSeconds));
  for (let index = 0; index <= count; index += 1) {
    const atSeconds = (index / count) * seconds;
    const scoop = 1 - 0.04 * Math.exp(-atSeconds * 30);
    const vibrato = 1 + 0.012 * Math.min(1, Math.max(0, atSeconds - 0.2) * 3) * Math.sin(2 * Math.PI * 5.4 * atSeconds);
    const voicing = Math.min(1, atSeconds / 0.06, (seconds - atSeconds) / 0.09);
    moments.push({ atSeconds, pitch: pitch * scoop * vibrato, formants, voicing, breath: 0.03 * voicing, hiss: 3000 });
  }
  return moments;
}

import { between, type Random } from '../random.ts';
import { bass, hat, kick, pad, pluck, saw, snare } from './instruments.ts';
import { frequencyOf, noteOf, type SongPlan } from './songPlan.ts';
import { mix, type Stereo } from './stereo.ts';

/** Plays everything except the melody. */
export function playBand(song: Stereo, plan: SongPlan, random: Random): void {
  for (let bar = 0; bar < plan.bars; bar += 1) {
    playPad(song, plan, bar);
    playBass(song, plan, bar);
    playFigure(song, plan, { bar, random });
    // The first bar is an introduction. The last one fades.
    if (plan.band !== 'ambient' && bar > 0 && bar < plan.bars - 1) playDrums(song, plan, { bar, random });
  }
}

function secondsAt({ beatSeconds }: SongPlan, bar: number, beat: number): number {
  return (bar * 4 + beat) * beatSeconds;
}

/** Returns the three tones of the bar's chord, as steps of the scale. */
function chordSteps({ chords }: SongPlan, bar: number): readonly [number, number, number] {
  const root = chords[bar] ?? 0;
  return [root, root + 2, root + 4];
}

function playPad(song: Stereo, plan: SongPlan, bar: number): void {
  const gain = plan.band === 'ambient' ? 0.16 : 0.07;
  const isLast = bar === plan.bars - 1;
  chordSteps(plan, bar).forEach((step, index) => {
    const frequency = frequencyOf(noteOf(plan, step) + 12);
    const seconds = plan.beatSeconds * (isLast ? 4 : 4.3) + (isLast ? 1.4 : 0);
    mix(song, pad({ sampleRate: song.sampleRate, frequency, seconds }), {
      atSeconds: secondsAt(plan, bar, 0),
      gain,
      pan: (index - 1) * 0.5,
    });
  });
}

function playBass(song: Stereo, plan: SongPlan, bar: number): void {
  const isLast = bar === plan.bars - 1;
  const patterns = {
    acoustic: [0, 2],
    electronic: [0, 0.5, 1.5, 2, 2.5, 3.5],
    rock: [0, 1, 2, 3],
    ambient: [0],
  } as const;
  const beats: readonly number[] = isLast ? [0] : patterns[plan.band];
  beats.forEach((beat, index) => {
    const end = beats[index + 1] ?? 4;
    const step = (plan.chords[bar] ?? 0) + (plan.band === 'acoustic' && beat === 2 ? 4 : 0);
    const note = { sampleRate: song.sampleRate, frequency: frequencyOf(noteOf(plan, step) - 12), seconds: 0 };
    const seconds = (end - beat) * plan.beatSeconds * 0.95 + (isLast ? 1 : 0);
    mix(song, bass({ ...note, seconds }), { atSeconds: secondsAt(plan, bar, beat), gain: 0.3 });
  });
}

/** Plays broken chords: a guitar, or the synthesizer of an electronic band. */
function playFigure(song: Stereo, plan: SongPlan, { bar, random }: { bar: number; random: Random }): void {
  const isLast = bar === plan.bars - 1;
  const [first, third, fifth] = chordSteps(plan, bar);
  const figure = [first, third, fifth, first + 7, fifth, third, fifth, third];
  const stride = plan.band === 'ambient' ? 1 : 0.5;
  for (let index = 0; index * stride < (isLast ? 2.5 : 4); index += 1) {
    const frequency = frequencyOf(noteOf(plan, figure[index % figure.length] ?? first) + 12);
    const note = { sampleRate: song.sampleRate, frequency, seconds: isLast ? 2 : 1.1 };
    const sound = plan.band === 'electronic' ? saw({ ...note, seconds: 0.3 }) : pluck(note, random);
    // Real players are never exactly in time.
    const drift = plan.band === 'electronic' ? 0 : between(random, 0, 0.012);
    mix(song, sound, {
      atSeconds: secondsAt(plan, bar, index * stride) + drift,
      gain: (plan.band === 'electronic' ? 0.1 : 0.28) * between(random, 0.8, 1),
      pan: index % 2 === 0 ? -0.35 : 0.35,
    });
  }
}

function playDrums(song: Stereo, plan: SongPlan, { bar, random }: { bar: number; random: Random }): void {
  const { sampleRate } = song;
  const soft = plan.band === 'acoustic' ? 0.55 : 1;
  const kicks = plan.band === 'electronic' ? [0, 1, 2, 3] : [0, 2, ...(random() < 0.4 ? [2.5] : [])];
  for (const beat of kicks) mix(song, kick(sampleRate), { atSeconds: secondsAt(plan, bar, beat), gain: 0.5 * soft });
  for (const beat of [1, 3]) {
    mix(song, snare(sampleRate, random), { atSeconds: secondsAt(plan, bar, beat), gain: 0.26 * soft, pan: 0.1 });
  }
  for (let beat = 0; beat < 4; beat += 0.5) {
    const gain = (beat % 1 === 0 ? 0.1 : 0.16) * soft * between(random, 0.7, 1);
    mix(song, hat(sampleRate, random), { atSeconds: secondsAt(plan, bar, beat), gain, pan: -0.2 });
  }
}

import type { SpeechSpec } from '../mediaSpec.ts';
import { between, createRandom } from '../random.ts';
import { encodeMp3, encodePcm, encodeWav, type Sound } from './encode.ts';
import { voice, type VoiceMoment } from './formantVoice.ts';
import { parsePhonemes, type Phoneme } from './phonemes.ts';
import { finish } from './stereo.ts';

const sampleRate = 24_000;

/**
 * Makes speech-like babble that follows the letters, the pace and the sentences of the text, in a voice derived from
 * its name.
 */
export function makeSpeech(spec: SpeechSpec): Uint8Array {
  const random = createRandom(`speech ${spec.voice} ${spec.text}`);
  const samples = voice(sampleRate, planMoments(spec), random);
  finish([samples], 0.02 * sampleRate);
  return encode(spec, { sampleRate, channels: [samples] });
}

function encode({ format }: SpeechSpec, sound: Sound): Uint8Array {
  if (format === 'mp3') return encodeMp3(sound, 64);
  return format === 'wav' ? encodeWav(sound) : encodePcm(sound);
}

/** Returns the pitch in Hz and the size of the mouth. A small mouth shifts all resonances up. */
function speakerOf(name: string): { readonly pitch: number; readonly mouth: number } {
  const random = createRandom(`speaker ${name}`);
  const isHigh = /female|woman|girl|warm|bright|soft|_f\b|alto|soprano/i.test(name);
  const isLow = !isHigh && /male|\bman\b|deep|bass|baritone|narrator|_m\b/i.test(name);
  if (isHigh || (!isLow && random() < 0.5)) return { pitch: between(random, 185, 215), mouth: 1.14 };
  return { pitch: between(random, 98, 128), mouth: 1 };
}

function planMoments(spec: SpeechSpec): readonly VoiceMoment[] {
  const speaker = speakerOf(spec.voice);
  const phonemes = parsePhonemes(spec.text);
  const melody = planMelody(phonemes);
  const quiet = { ...phonemes[0], formants: [500, 1450, 2450], voicing: 0, breath: 0, hiss: 2500 } as const;
  const moments: VoiceMoment[] = [momentOf(quiet, 0, speaker.pitch, speaker.mouth)];
  let atSeconds = 0.08;
  phonemes.forEach((phoneme, index) => {
    const seconds = phoneme.seconds / spec.speed;
    const pitch = speaker.pitch * (melody[index] ?? 1);
    // Each sound has two moments: a glide into it, then hold.
    moments.push(momentOf(phoneme, atSeconds + Math.min(0.03, seconds * 0.4), pitch, speaker.mouth));
    moments.push(momentOf(phoneme, atSeconds + seconds * 0.85, pitch, speaker.mouth));
    atSeconds += seconds;
  });
  return [...moments, momentOf(quiet, atSeconds + 0.12, speaker.pitch, speaker.mouth)];
}

function momentOf(
  { formants, voicing, breath, hiss }: Pick<Phoneme, 'formants' | 'voicing' | 'breath' | 'hiss'>,
  ...[atSeconds, pitch, mouth]: readonly [atSeconds: number, pitch: number, mouth: number]
): VoiceMoment {
  const [first, second, third] = formants;
  return { atSeconds, pitch, formants: [first * mouth, second * mouth, third * mouth], voicing, breath, hiss };
}

/**
 * Returns a factor on the pitch for each sound: falling through the sentence, higher at the start of a word, rising
 * before `?`.
 */
function planMelody(phonemes: readonly Phoneme[]): readonly number[] {
  const factors: number[] = [];
  let start = 0;
  for (let end = 0; end <= phonemes.length; end += 1) {
    const ending = end === phonemes.length ? 'full-stop' : phonemes[end]?.ending;
    if (ending === undefined) continue;
    for (let index = start; index <= end && index < phonemes.length; index += 1) {
      const share = (index - start) / Math.max(1, end - start);
      const isWordStart = phonemes[index - 1]?.kind === 'pause' || phonemes[index - 2]?.kind === 'pause';
      factors.push(sentencePitch(share, ending) * (isWordStart ? 1.09 : 1));
    }
    start = end + 1;
  }
  return factors;
}

function sentencePitch(share: number, ending: NonNullable<Phoneme['ending']>): number {
  const falling = 1.12 - 0.26 * share;
  if (ending === 'full-stop' || share < 0.75) return falling;
  const rise = (share - 0.75) / 0.25;
  return falling + rise * (ending === 'question' ? 0.55 : 0.15);
}

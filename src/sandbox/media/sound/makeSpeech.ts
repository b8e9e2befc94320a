import type { SpeechSpec } from '../planSound.ts';
import { between, createRandom, hashText, type Random } from '../random.ts';
import { encodeMp3, encodePcm, encodeWav, finish, type Sound } from './encode.ts';
import { beat, sayVowel } from './instruments.ts';

const sampleRate = 24_000;

/**
 * Makes babble that follows the vowels, the pace and the sentences of the text, in a voice derived from its name. It
 * cannot be mistaken for speech.
 */
export function makeSpeech(spec: SpeechSpec): Uint8Array {
  const random = createRandom(`speech ${spec.voice} ${spec.text}`);
  const text = spec.text.normalize('NFD').toLowerCase();
  const sentences = text.match(/[^.!?…。！？\n]+[.!?…。！？\n]*/g) ?? [];
  const parts = [rest(0.1), ...sentences.flatMap((sentence) => saySentence(sentence, spec, random)), rest(0.1)];
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  finish([samples], 0.02 * sampleRate);
  const sound: Sound = { sampleRate, channels: [samples] };
  if (spec.format === 'mp3') return encodeMp3(sound, 64);
  return spec.format === 'wav' ? encodeWav(sound) : encodePcm(sound);
}

/** The pitch falls through a sentence, and rises at the end of a question. */
function saySentence(sentence: string, { voice, speed }: SpeechSpec, random: Random): readonly Float32Array[] {
  const speaker = speakerOf(voice);
  const letters = Array.from(sentence);
  return letters.map((letter, index) => {
    const share = index / letters.length;
    const rise = sentence.includes('?') ? 2 * Math.max(0, share - 0.75) : 0;
    const pitch = speaker.pitch * (1.15 - 0.3 * share + rise) * between(random, 0.96, 1.04);
    return sayLetter(letter, 1 / speed, { ...speaker, pitch }, random);
  });
}

/** Returns the pitch of a voice in Hz, and whether it is a high one. */
function speakerOf(name: string) {
  const random = createRandom(`speaker ${name}`);
  const isNamedHigh = /female|woman|girl|warm|bright|soft|_f\b|alto|soprano/i.test(name);
  const isNamedLow = /male|\bman\b|deep|bass|baritone|narrator|_m\b/i.test(name);
  const isHigh = isNamedHigh || (!isNamedLow && random() < 0.5);
  return { isHigh, pitch: isHigh ? between(random, 185, 215) : between(random, 98, 128) };
}

/** Says a vowel, hisses or pauses. `pace` scales all times. A letter of another script is always the same vowel. */
function sayLetter(
  letter: string,
  pace: number,
  { pitch, isHigh }: ReturnType<typeof speakerOf>,
  random: Random,
): Float32Array {
  const isForeign = !/[a-z]/.test(letter) && /[\p{L}\p{N}]/u.test(letter);
  const vowel = isForeign ? 'aeiou'.charAt(hashText(letter) % 5) : letter;
  if (/[aeiouy]/.test(vowel)) {
    return sayVowel({ sampleRate, seconds: 0.13 * pace, letter: vowel, pitch, endPitch: pitch * 0.95, isHigh });
  }
  const hiss = { sampleRate, seconds: 0.06 * pace, pitch: 0, decay: 30, noise: 0.08 };
  if (/[cfhkpstxz]/.test(letter)) return beat(hiss, random);
  if (/[.!?…。！？\n]/.test(letter)) return rest(0.3 * pace);
  return rest((/[,;:–—-]/.test(letter) ? 0.18 : /\p{M}/u.test(letter) ? 0 : 0.04) * pace);
}

function rest(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * sampleRate));
}

import type { Seed } from '../media/mediaSpec.ts';
import { createRandom } from '../media/random.ts';
import { findSubject, plainText } from './findSubject.ts';
import type { ChatPrompt } from './parsePrompt.ts';
import {
  writeArticle,
  writeCode,
  writeData,
  writeList,
  writeParagraph,
  writeSong,
  writeTable,
  type Writer,
} from './writers.ts';

/** The first form that the prompt mentions. Otherwise an article. */
const forms: readonly (readonly [asked: RegExp, write: Writer])[] = [
  [/\bjson\b/i, writeData],
  [/\b(?:code|function|script|program|regex|sql|python|javascript|typescript)\b/i, writeCode],
  [/\b(?:lyrics|song|poem|haiku|verse|rhyme|ballad)\b/i, writeSong],
  [/\b(?:table|compare|comparison|versus|vs)\b/i, writeTable],
  [/\b(?:list|ideas|names|ways|tips|steps|titles|slogans|taglines|examples|reasons|prompts|captions)\b/i, writeList],
  [/\b(?:prompt|sentence|slogan|tagline|caption|title|description|one line|short)\b(?!s)/i, writeParagraph],
];

/**
 * Writes an answer in Markdown in the form that the prompt mentions: a poem, a list, a table, code. It follows fixed
 * rules, so equal prompts and seeds return equal text.
 */
export function writeText({ system, text, turns }: ChatPrompt, seed: Seed): string {
  const write = forms.find(([asked]) => asked.test(text))?.[1] ?? writeArticle;
  return write({
    subject: findSubject(text),
    prompt: plainText(text.replaceAll('\n', ' ')),
    count: parseCount(text),
    turns,
    random: createRandom(`chat ${String(seed)} ${system} ${text}`),
  });
}

const numerals = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns the number of items that the prompt mentions: 1 to 20. */
function parseCount(text: string): number {
  const [word = ''] = /\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(text) ?? [];
  const count = /^\d/.test(word) ? Number(word) : numerals.indexOf(word.toLowerCase());
  return count >= 1 && count <= 20 ? count : 5;
}

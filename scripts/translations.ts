// What the translations of the extension lack. VS Code shows English for a sentence that a translation does not have.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, listMessages } from './messages.ts';
import type { Finding } from './proseWords.ts';

const root = join(import.meta.dirname, '..');

/** Sentences by key: by name for the manifest, by the English sentence for all else. */
export type Strings = Readonly<Record<string, string>>;

/** One of the two files of a language. */
export interface Translation {
  readonly language: string;
  readonly file: string;
  readonly content: string;
  readonly english: Strings;
  readonly translated: Strings;
}

/** Reads the translations in the package, and those of one more language, which may be empty. */
export function readTranslations(added?: string): readonly Translation[] {
  const messages = Object.fromEntries(listMessages().map(({ text }) => [text, text]));
  const manifest = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Strings;
  const files = new Set(listFiles('package.nls.*.json', 'l10n/bundle.l10n.*.json'));
  if (added) files.add(`package.nls.${added}.json`).add(`l10n/bundle.l10n.${added}.json`);
  return [...files].map((file) => {
    const path = join(root, file);
    const content = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    const english = file.startsWith('l10n/') ? messages : manifest;
    const language = file.split('.').at(-2) ?? '';
    return { language, file, content, english, translated: JSON.parse(content) as Strings };
  });
}

/** Returns the content with the sentences of English, in their order. Those without a translation are in English. */
export function bringUpToDate({ english, translated }: Translation): string {
  const all = Object.entries(english).map(([key, sentence]) => [key, translated[key] ?? sentence]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/**
 * Finds sentences without a translation, and translations whose placeholders, code, quoted values or links are not
 * those of their English sentence. A release must have none.
 */
export function findGaps({ file, content, english, translated }: Translation): readonly Finding[] {
  return Object.entries(english).flatMap(([key, sentence]): readonly Finding[] => {
    const own = translated[key];
    const wrong = findWrong(sentence, own ?? sentence);
    const line = own === undefined ? null : lineOfKey(content, key);
    return wrong === null ? [] : [{ file, line, found: own ?? sentence, advice: wrong }];
  });
}

/** Returns a sentence for each gap of each language, for a release to refuse. */
export function listGaps(): readonly string[] {
  return readTranslations()
    .flatMap(findGaps)
    .map(({ file, found, advice }) => `${file}: ${found}: ${advice}.`);
}

function findWrong(english: string, own: string): string | null {
  if (own === english && hasWords(english)) return 'translate it; it shows in English';
  for (const list of [listPlaceholders, listVerbatim]) {
    const [expected, found] = [list(english), list(own)];
    if (expected.join() !== found.join()) return `keep ${expected.join(' ') || 'its words'}, as in English`;
  }
  return null;
}

/** Placeholders and the name of the extension are the same in every language. */
function hasWords(english: string): boolean {
  return /\p{L}/u.test(english.replaceAll(/\{\w+\}|Genwright/g, ''));
}

export function listPlaceholders(text: string): readonly string[] {
  return listMatches(text, /\{\w+\}/g);
}

/** Returns code, values in quotes, and targets of links. */
function listVerbatim(text: string): readonly string[] {
  return listMatches(text, /`[^`]*`|"[^"]*"|(?<=\])\([^)]*\)/g);
}

function listMatches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([whole]) => whole).sort();
}

/** Returns the line of a key in a file of JSON with one key on each line. */
export function lineOfKey(content: string, key: string): number {
  return content.split('\n').findIndex((line) => line.trimStart().startsWith(`${JSON.stringify(key)}:`)) + 1;
}

// The style of the Chinese translation, which is that of VS Code's own: docs/translations.md.
import type { Finding } from './proseWords.ts';
import { lineOfKey, type Translation } from './translations.ts';

/** Placeholders whose values are words of the same language. No space sets them off. */
const words = ['cost', 'expected', 'found', 'time'].join('|');

const han = String.raw`\p{Script=Han}`;
const latin = String.raw`[\p{Script=Latin}\d"\x60$]|\{(?!(?:${words})\})|(?<!\{(?:${words}))\}`;
const wide = String.raw`[${han}，、；：]`;

const rules: readonly { readonly pattern: RegExp; readonly advice: string }[] = [
  {
    pattern: new RegExp(`${han}(?:${latin})|(?:${latin})${han}`, 'u'),
    advice: 'a space between Chinese and Latin words, digits or placeholders',
  },
  { pattern: new RegExp(`${han}\\s*[,;:!?]|[,;!?]\\s*${han}`, 'u'), advice: 'full-width punctuation' },
  {
    pattern: new RegExp(`\\([^()]*${wide}[^()]*\\)(?<!\\]\\([^()]*\\))`, 'u'),
    advice: 'full-width parentheses, because not only ASCII is between them',
  },
];

/** Finds what is not in the style of Chinese, and sentences that the extension no longer has. */
export function findChinese({ file, content, english, translated }: Translation): readonly Finding[] {
  return Object.entries(translated).flatMap(([key, own]) => {
    const line = lineOfKey(content, key);
    const sentence = english[key];
    if (sentence === undefined) return [{ file, line, found: own, advice: 'delete it; nothing uses it' }];
    return [
      ...rules.flatMap(({ pattern, advice }) => {
        const found = pattern.exec(own)?.[0];
        return found === undefined ? [] : [{ file, line, found, advice }];
      }),
      ...(own.endsWith('...') === sentence.endsWith('...')
        ? []
        : [{ file, line, found: own, advice: 'three periods at the end exactly if English has them' }]),
    ];
  });
}

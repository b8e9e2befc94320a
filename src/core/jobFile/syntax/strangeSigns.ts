import { lineEndAt, lineStartAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, isError, type Problem, type ProblemCode } from '../problem.ts';
import type { SyntaxEntry } from './syntaxNode.ts';

/**
 * Characters that input methods and web pages write instead of a sign of YAML, by that sign, as in a class of a regular
 * expression. Invisible characters stand for no sign, and have the key `''`.
 */
const kin = {
  ' ': String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`,
  '': String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff`,
  ':': '：﹕∶︰',
  ',': '，﹐、﹑،',
  '#': '＃﹟',
  '-': '－﹣−',
  '[': '［',
  ']': '］',
  '{': '｛﹛',
  '}': '｝﹜',
  $: '＄',
  '"': '“”„＂',
  "'": '‘’＇',
} as const;

const signs = Object.entries(kin).map(([sign, others]) => ({ sign, pattern: new RegExp(`^[${others}]`) }));
const space = kin[' '] + kin[''];
const gap = `[ \\t${space}]`;
const lead = `(?:${gap}|-(?=${gap})|[${kin['-']}])`;
const quotes = kin['"'] + kin["'"];
/** Quotes of YAML, and those that input methods write instead, as in a class of a regular expression. */
export const anyQuote = `"'${quotes}`;
const colon = `["'${quotes}]?${gap}*[:${kin[':']}]${gap}*`;
const word = `[\\p{L}\\p{M}\\p{N}_$-]+`;
const wideColon = `[${kin[':']}]`;
const comma = `[${kin[',']}]`;
const quotedItems = `^[${quotes}][^${kin[',']}]*[${quotes}]\\s*${comma}.*[${quotes}]$`;
const quoted = `"[^"]*"|'[^']*'`;
const braces = `{}${kin['{']}${kin['}']}`;

const signPattern = new RegExp(`${quoted}|[${kin['']}]+|[${Object.values(kin).join('')}]`, 'g');

/** What YAML reads before a value. In the first column, words of other scripts than Latin are more likely text. */
const formPattern = new RegExp(
  `^(?:${lead}+["'${quotes}]?${word}${colon}|["'${quotes}]?[\\w$-]+${colon}|${lead}*[${kin['#']}]?)`,
  'u',
);
const quotedPattern = new RegExp(`^[${quotes}].*[${quotes}]$`, 's');
const flowPattern = new RegExp(
  `^(?:[[${kin['[']}]|[{${kin['{']}](?![${braces}])).*[\\],${braces}${kin[']']}${kin[',']}]$`,
  's',
);
/** What is not a sign between brackets. */
const itemPattern = new RegExp(`${quoted}|[^,:${kin[',']}${kin[':']}${kin['[']}${kin[']']}${braces}]`, 'g');

/** Where valid YAML has such characters instead of signs. Joiners are part of words, so a key may have them inside. */
const places = {
  key: {
    severity: 'error',
    pattern: new RegExp(`^[${kin['"']}].*|^[${space}]+|[${space}]+$|[\\u200b\\u200e\\u200f\\u2060\\ufeff]+`, 'g'),
  },
  pair: { severity: 'error', pattern: new RegExp(`${wideColon}(?<=^${word}.)(?=[^|]*$)(?:.*${wideColon})?`, 'gsu') },
  list: { severity: 'warning', pattern: new RegExp(`${quotedItems}|${comma}(?:.*${comma})?`, 'gs') },
  text: {
    severity: 'warning',
    pattern: new RegExp(`(?:\\$(?!\\{\\{)|${kin.$})[{${kin['{']}]{2}[^${braces}]*[}${kin['}']}]{2}`, 'g'),
  },
} as const;

/** Returns the sign of YAML that a character is written for, empty for one that is not seen. Null for any other. */
export function signOf(character: string): string | null {
  return signs.find(({ pattern }) => pattern.test(character))?.sign ?? null;
}

/** Lists such characters of a text outside of quotes, and runs of those that are not seen. */
export function listStrangeSigns(text: string): readonly TextRange[] {
  return Array.from(text.matchAll(signPattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  })).filter(({ start }) => signOf(text[start] ?? '') !== null);
}

/** Returns the part of a line that is before its value. */
export function formOf(line: string): string {
  return formPattern.exec(line)?.[0] ?? '';
}

/** Whether a key without a value is meant as keys with values. With `|`, it is more likely a text in braces. */
export function isPair({ key, keyRange, value, isMerged }: SyntaxEntry): boolean {
  return !isMerged && value.end === keyRange.end && key.search(places.pair.pattern) >= 0;
}

/** Finds such characters in a key without quotes, in a pair, in the only item of a list, or in a text. */
export function findSigns(place: keyof typeof places, { start, end }: TextRange, text: string): readonly Problem[] {
  const { pattern, severity } = places[place];
  const variant = severity === 'warning' ? { variant: 'text' } : {};
  return Array.from(text.slice(start, end).matchAll(pattern), ({ 0: found, index }) =>
    describeSigns(found, start + index, { severity, args: variant }),
  ).flatMap((problem) => problem ?? []);
}

/** What such characters may cause: errors of YAML, and of a value, and a model of another name. */
const effects: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'yaml-syntax',
  'not-a-map',
  'unknown-model',
  'unknown-endpoint',
  'wrong-type',
  'not-in-enum',
  'wrong-form',
  'wrong-matrix',
  'wrong-vars',
  'missing-input',
]);

/** The rest of a longer line counts as text. */
const maxLength = 2_000;

/** Returns the cause of an error, if its line has such characters where YAML needs signs. */
export function findCause(problem: Problem, text: string): Problem | null {
  if (!effects.has(problem.code) || !(isError(problem) || problem.code === 'unknown-model')) return null;
  const isSyntax = problem.code === 'yaml-syntax';
  // Many models can be on one line, which is not read for each of them.
  const own = text.slice(problem.start, Math.min(problem.end, problem.start + maxLength));
  if (!isSyntax && listStrangeSigns(own).length === 0) return null;
  const lineStart = lineStartAt(text, problem.start);
  // A byte order mark is not part of the text.
  const start = lineStart === 0 && text.startsWith('\ufeff') ? 1 : lineStart;
  const line = text.slice(start, Math.min(lineEndAt(text, problem.start), start + maxLength));
  const form = formOf(line);
  const [value = ''] = line.slice(form.length).split(/\s#/, 1);
  const written = value.trimEnd();
  const isFlow = !quotedPattern.test(written) && flowPattern.test(written);
  const shown = isFlow ? written.replaceAll(itemPattern, (item) => '_'.repeat(item.length)) : written;
  const isForm = isFlow || quotedPattern.test(written);
  const found =
    describeSigns(form, start) ??
    (isForm ? describeSigns(shown, start + form.length) : null) ??
    describeSigns(value.slice(written.length), start + form.length + written.length);
  const isInside = found && found.start >= problem.start && found.end <= problem.end;
  return isSyntax || isInside ? found : null;
}

/** Describes the characters of a text by the first one, from there to the last one. */
function describeSigns(source: string, offset: number, details: Partial<Pick<Problem, 'severity' | 'args'>> = {}) {
  const found = listStrangeSigns(source);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return null;
  const character = source[first.start] ?? '';
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const sign = signOf(character) ?? '';
  const args = { found: character, code, sign, ...(sign === '' ? { variant: 'invisible' } : {}), ...details.args };
  const range = { start: offset + first.start, end: offset + last.end };
  return buildProblem(sign.trim() === '' ? 'odd-space' : 'full-width', range, { ...details, args });
}

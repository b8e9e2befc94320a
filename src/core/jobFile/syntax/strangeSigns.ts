import { lineEndAt, lineStartAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type Problem } from '../problem.ts';

/** What an input method writes instead of a sign of YAML, by that sign. */
const kin: readonly (readonly [sign: string, others: string])[] = [
  [':', '：﹕∶︰'],
  [',', '，﹐、،'],
  ['#', '＃﹟'],
  ['[', '［'],
  [']', '］'],
  ['{', '｛﹛'],
  ['}', '｝﹜'],
];

/** Spaces that YAML reads as text, and characters that are not seen, such as marks of direction. */
const strangeSpace = String.raw`[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u2069\u3000\ufeff]`;
const invisible = /[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const strangeEnd = new RegExp(`^${strangeSpace}+|${strangeSpace}+$`);

/** A key of a job, or of its maps, without quotes. */
const key = String.raw`[\w$-]+`;
const lead = String.raw`^[ \t]*(?:-[ \t]+)*`;

/** Each finds the strange characters at the end of its match. Spaces come first, because signs may follow them. */
const patterns = [
  `${lead}-?${strangeSpace}+`,
  `${lead}${key}[ \\t]*:[ \\t]*${strangeSpace}+`,
  `${lead}${key}[ \\t]*[：﹕∶︰]`,
  `${lead}[＃﹟]`,
].map((source) => new RegExp(source));

/** The first sign of an input method between brackets, outside of quotes. */
const inBrackets = /^[^"'[{]*[[{](?:"[^"]*"|'[^']*'|[^"'，﹐、،：﹕∶︰［］｛﹛｝﹜])*[，﹐、،：﹕∶︰［］｛﹛｝﹜]/;

/**
 * Returns the problem of a character that looks like a sign of YAML or a space, if the line of an error has one where
 * YAML needs the other.
 */
export function findStrangeSign({ code, start: errorAt }: Problem, text: string): Problem | null {
  if (code !== 'yaml-syntax') return null;
  const lineStart = lineStartAt(text, errorAt);
  const line = text.slice(lineStart, lineEndAt(text, errorAt));
  const found = [...patterns, inBrackets].map((pattern) => pattern.exec(line)?.[0]).find((each) => each !== undefined);
  if (found === undefined) return null;
  const [spaces = ''] = new RegExp(`${strangeSpace}*$`).exec(found) ?? [];
  const source = spaces === '' ? found.slice(-1) : spaces;
  const range = { start: lineStart + found.length - source.length, end: lineStart + found.length };
  if (spaces === '')
    return buildProblem('full-width', range, {
      args: { found: source, code: codePointOf(source), sign: signOf(source) },
    });
  return describeSpaces(source, range.start, 'error');
}

function describeSpaces(spaces: string, start: number, severity: Problem['severity']): Problem {
  const variant = usualSpaces(spaces) === '' ? { variant: 'invisible' } : {};
  const args = { code: codePointOf(spaces), ...variant };
  return buildProblem('odd-space', { start, end: start + spaces.length }, { severity, args });
}

function codePointOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function signOf(character: string): string {
  return kin.find(([, others]) => others.includes(character))?.[0] ?? character;
}

/** Finds such spaces at an end of a key, which YAML accepts as part of its name. */
export function findStrangeKey({ start, end }: TextRange, text: string): readonly Problem[] {
  const found = strangeEnd.exec(text.slice(start, end));
  if (!found) return [];
  const at = start + found.index;
  return [describeSpaces(found[0], at, 'warning')];
}

/** Lists such spaces of the first column, and after the keys there, where no block of text can be. */
export function listRootSpaces(text: string): readonly TextRange[] {
  const pattern = new RegExp(`^(?:${key}[ \\t]*:[ \\t]*)?(${strangeSpace}+)`, 'gm');
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: found = '', index }) => {
    const end = index + whole.length;
    // A byte order mark at the start of the file is none of its text.
    return { start: Math.max(end - found.length, text.startsWith('\ufeff') ? 1 : 0), end };
  }).filter(({ start, end }) => start < end);
}

/** Returns as many spaces as are seen. */
export function usualSpaces(strange: string): string {
  return strange.replaceAll(invisible, '').replaceAll(/./g, ' ');
}

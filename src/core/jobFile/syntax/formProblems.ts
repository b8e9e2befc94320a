import { isIgnoredKey } from '../../catalog/reservedKeys.ts';
import { assertNever } from '../../support/assertNever.ts';
import { lineStartAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type Problem, type ProblemCode, type TrapCode, type ReportProblem } from '../problem.ts';
import { findSigns, isPair } from './strangeSigns.ts';
import { isNull, type MapNode, type ScalarNode, type SequenceNode, type SyntaxNode } from './syntaxNode.ts';

/** Finds what is valid YAML, but must not be in a job file, or means something else than it looks like. */
export function findFormProblems(map: MapNode, text: string): readonly Problem[] {
  const problems: Problem[] = [];
  findKeys(map, (problem) => problems.push(problem));
  return [...problems, ...findTraps(map, text)];
}

/** Finds the texts that YAML drops in a value that is inserted into others: at any depth, each can be text. */
export function findLostTexts(node: SyntaxNode, key: string, text: string): readonly Problem[] {
  const place = { key, text, use: 'text' } as const;
  const problems = isNull(node) ? findInNull(node, place) : findInNode(node, place);
  return problems.filter(({ code }) => isUseTrap(code));
}

const useTraps: ReadonlySet<ProblemCode> = new Set<TrapCode>([
  'comment-in-text',
  'comment-as-value',
  'null-word',
  'value-in-text',
  'number-in-text',
  'double-braces',
]);

/** Whether a trap in a variable is one only where the variable is used. */
export function isUseTrap(code: ProblemCode): boolean {
  return useTraps.has(code);
}

/** Job files are shared and versioned, so they must not contain a key or a base URL anywhere. */
const accessNames: ReadonlySet<string> = new Set(['apikey', 'xapikey', 'authorization', 'baseurl']);

/** The form of the gateway's keys. It is long enough to match no sentence. */
const keyLike = /^(bearer\s+)?sk-[\w-]{16,}$/i;

/** Longer values are prose or media. */
const maxKeyLength = 10_000;

/** Reports anything that would give a reader of the file access to the gateway, at any depth. */
function findKeys(node: SyntaxNode, report: ReportProblem): void {
  if (node.kind === 'sequence') for (const item of node.items) findKeys(item, report);
  if (node.kind === 'map') {
    for (const { key, keyRange, value, isMerged } of node.entries) {
      if (isMerged) continue;
      if (isAccessName(key)) report(buildProblem('key-in-job-file', keyRange, { args: { key, variant: 'name' } }));
      else findKeys(value, report);
    }
  }
  if (node.kind !== 'scalar' || typeof node.value !== 'string' || node.value.length > maxKeyLength) return;
  if (keyLike.test(node.value.trim())) report(buildProblem('key-in-job-file', node, { args: { variant: 'value' } }));
}

/** `api_key`, `API-Key`, `baseUrl`: case and separators are ignored. */
export function isAccessName(key: string): boolean {
  return accessNames.has(key.toLowerCase().replaceAll(/[-_\s]/g, ''));
}

/** Keys for prose. In other values, `#` mostly starts a note of the user. */
const proseKeys = /prompt|text|lyrics|^(?:input|system|ssml|title|tags|instructions|content|description)$/;

type Use = 'text' | 'other';

/**
 * Reports values that YAML silently reads as something else than they look like. They are warnings, because they may be
 * intended. Errors of YAML are found by the parser.
 */
function findTraps({ entries }: Pick<MapNode, 'entries'>, text: string, use: Use = 'other'): readonly Problem[] {
  return entries.flatMap((entry) => {
    if (entry.isMerged || isIgnoredKey(entry.key)) return [];
    const { key, keyRange, value } = entry;
    const own = key === 'matrix' ? 'text' : use;
    const place = { key, text, use: own };
    const found = isNull(value) ? findInNull(value, place, keyRange.end) : findInNode(value, place);
    return [...findSigns(isPair(entry) ? 'pair' : 'key', keyRange, text), ...found];
  });
}

interface Place {
  /** The key of the value, or of the list that the value is in. */
  readonly key: string;
  readonly text: string;
  readonly use: Use;
}

function findInNode(node: SyntaxNode, place: Place): readonly Problem[] {
  const { text, use } = place;
  switch (node.kind) {
    case 'map':
      return findTraps(node, text, use);
    case 'sequence':
      return [
        ...findSignsInList(node, text),
        ...node.items.flatMap((item) => (isNull(item) ? findInNull(item, place) : findInNode(item, place))),
      ];
    case 'scalar':
      return [
        ...findSigns('text', node, text),
        ...(findAnchor(node, text) ?? findLostText(node, place) ?? findInScalar(node, text)),
      ];
    default:
      return assertNever(node);
  }
}

/** A list with one item may be meant as several, which commas of an input method do not separate. */
function findSignsInList({ start, items }: SequenceNode, text: string): readonly Problem[] {
  const [item] = items;
  const isOne = text[start] === '[' && items.length === 1 && item?.kind === 'scalar' && item.style === 'plain';
  return isOne ? findSigns('list', item, text) : [];
}

function findInNull(node: SyntaxNode, place: Place, offset = node.end): readonly Problem[] {
  const { key, text } = place;
  const source = text.slice(node.start, node.end);
  // A name or a title, not the `null` of those who mean it.
  if (/^N(?:ull|ULL)$/.test(source) && isText(place)) return [trap('null-word', node, { key, text: source })];
  return (node.kind === 'scalar' && findAnchor(node, text)) || findLostValue(key, offset, text);
}

function isText({ key, use }: Place): boolean {
  return use === 'text' || proseKeys.test(key);
}

/** Finds the first word of a text that YAML takes as the name of an anchor. Null if an alias uses the anchor. */
function findAnchor({ value, style, anchor, end }: ScalarNode, text: string): readonly Problem[] | null {
  if (!anchor || anchor.isUsed || style !== 'plain' || (value !== null && typeof value !== 'string')) return null;
  const source = text.slice(anchor.start, end).trimEnd();
  const range = { start: anchor.start, end: anchor.start + source.length };
  return [trap('anchor-in-text', range, { text: /^\S*/.exec(source)?.[0].replace(/,$/, '') ?? '' })];
}

/** Finds a comment where a value is missing: after a key, or after a dash and its spaces. */
function findLostValue(key: string, offset: number, text: string): readonly Problem[] {
  const comment = commentAt(text, offset, /(?::[ \t]+)?#[\p{L}\p{N}][^\r\n]*/uy);
  return comment ? [trap('comment-as-value', comment, { key, text: text.slice(comment.start, comment.end) })] : [];
}

/** Null if no text after the scalar is lost. */
function findLostText(node: ScalarNode, place: Place): readonly Problem[] | null {
  const { key, text } = place;
  const { value, style, end } = node;
  if (style !== 'plain' || typeof value !== 'string' || !isText(place)) return null;
  const comment = commentAt(text, end, /[ \t]+#[\p{L}\p{N}][^\r\n]*/uy) ?? findLinesBelow(node, text);
  const args = { key, kept: shorten(value) };
  return comment && [trap('comment-in-text', comment, { ...args, text: text.slice(comment.start, comment.end) })];
}

/** Returns the comments right below a text that are indented like more of it. */
function findLinesBelow({ start, end }: ScalarNode, text: string): TextRange | null {
  const comment = commentAt(text, end, /[ \t]*\r?\n([ \t]+)#[\p{L}\p{N}][^\r\n]*(?:\r?\n\1#[\p{L}\p{N}][^\r\n]*)*/uy);
  if (!comment) return null;
  const lineStart = lineStartAt(text, start);
  const lead = /^ *(?:- +)*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  const isKeyed = lineStart + lead.length < start;
  const least = isKeyed ? lead.length + 1 : lead.includes('-') ? lead.lastIndexOf('-') + 1 : lead.length;
  return comment.start - lineStartAt(text, comment.start) < least ? null : comment;
}

/** Returns the comment at an offset, from its `#` on. */
function commentAt(text: string, offset: number, pattern: RegExp): TextRange | null {
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  if (!match) return null;
  const start = offset + match[0].indexOf('#');
  return { start, end: offset + match[0].trimEnd().length };
}

/** The forms that YAML 1.1 reads as a number in base 60: an integer, and one with a fraction, such as `9:19.5`. */
const ratio = /^[-+]?(?:[1-9]\d*(?::[0-5]?\d)+|\d+(?::[0-5]?\d)+\.\d*)$/;

function findInScalar(node: ScalarNode, text: string): readonly Problem[] {
  if (node.style !== 'plain' || node.value === null || typeof node.value === 'boolean') return [];
  const source = text.slice(node.start, node.end);
  const code = nameTrap(source, node.value);
  return code ? [trap(code, node, { text: source, value: String(node.value) })] : [];
}

function nameTrap(source: string, value: NonNullable<ScalarNode['value']>): TrapCode | null {
  if (typeof value === 'string') return ratio.test(source) ? 'ratio-as-number' : null;
  if (/^[-+]?0\d+$/.test(source)) return 'leading-zero';
  return typeof value === 'bigint' && /^[-+]?\d+$/.test(source) ? 'large-integer' : null;
}

function trap(code: TrapCode, range: TextRange, args: Problem['args']): Problem {
  return buildProblem(code, range, { args });
}

const maxShown = 40;

function shorten(text: string): string {
  return text.length > maxShown ? `…${text.slice(-maxShown)}` : text;
}

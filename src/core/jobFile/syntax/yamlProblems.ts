import type { YAMLError } from 'yaml';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { cutEnd } from '../../support/text/cutEnd.ts';
import { createLineFinder } from '../../support/text/lineFinder.ts';
import { lineEndAt, lineStartAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, isError, type Problem, type TrapCode } from '../problem.ts';
import type { buildSyntaxTree } from './buildSyntaxTree.ts';
import { findCause } from './strangeSigns.ts';
import type { SyntaxNode } from './syntaxNode.ts';

/** Lists the errors of the parser and of the tree in the order of the text, each at and named for its cause. */
export function listYamlProblems(
  errors: readonly YAMLError[],
  tree: ReturnType<typeof buildSyntaxTree>,
  text: string,
): readonly Problem[] {
  const openings = errors.length === 0 ? [] : findOpenings(tree.root, text);
  const problems = errors.map((error) => moveToOpening(mapYamlError(error, text), openings));
  const all = [...firstPerLine(problems, text), ...tree.problems].sort((a, b) => a.start - b.start);
  return nameTraps(all, text);
}

/** One error makes the parser report several on a line. Only the first one has to be fixed. */
function firstPerLine(problems: readonly Problem[], text: string): readonly Problem[] {
  const lineOf = createLineFinder(text);
  const seen = new Set<number>();
  return [...problems]
    .sort((a, b) => a.start - b.start)
    .filter(({ start }) => {
      const line = lineOf(start);
      if (seen.has(line)) return false;
      seen.add(line);
      return true;
    })
    .map((problem) => ({ ...problem, end: Math.min(problem.end, lineEndAt(text, problem.start)) }));
}

/**
 * The errors of the parser that have their own messages. The first match wins. The library uses one code for several
 * errors, so its message distinguishes them.
 */
const problems: readonly (readonly [code: YAMLError['code'], wording: RegExp, problem: string])[] = [
  ['MISSING_CHAR', /quote/, 'unclosed-quote'],
  ['MISSING_CHAR', /^Implicit map keys/, 'missing-colon'],
  ['MISSING_CHAR', /^Comments/, 'comment-without-space'],
  ['MULTILINE_IMPLICIT_KEY', /./, 'missing-colon'],
  ['BLOCK_AS_IMPLICIT_KEY', /./, 'two-colons'],
  ['MISSING_CHAR', /Flow|flow|Missing ,|end with a/, 'unclosed-bracket'],
  ['BAD_INDENT', /end with a/, 'unclosed-bracket'],
  ['BAD_INDENT', /./, 'bad-indent'],
  ['UNEXPECTED_TOKEN', /at node end/, 'text-after-value'],
  ['TAB_AS_INDENT', /./, 'tab'],
  ['BAD_SCALAR_START', /./, 'bad-start'],
  ['UNEXPECTED_TOKEN', /^Unexpected block-seq-ind on same line/, 'bad-start'],
  ['BAD_ALIAS', /^Anchor cannot be an empty/, 'bad-start'],
  ['BAD_DQ_ESCAPE', /./, 'bad-escape'],
  ['RESOURCE_EXHAUSTION', /./, 'too-deep'],
];

function mapYamlError({ code, message, pos: [start, end] }: YAMLError, text: string): Problem {
  const range = { start, end: Math.max(end, start) };
  if (code === 'MULTIPLE_DOCS') return buildProblem('several-documents', range);
  if (code === 'TAG_RESOLVE_FAILED') return buildProblem('custom-tag', range);
  const found = problems.find(([each, wording]) => each === code && wording.test(message))?.[2];
  if (!found) return buildProblem('yaml-syntax', range, { args: { variant: 'other', detail: message } });
  const variant = found === 'missing-colon' && isTightColonAt(text, start) ? 'missing-space' : found;
  return buildProblem('yaml-syntax', range, { args: { variant } });
}

/** `key:value`, which is one word in YAML. A URL is not a key. */
function isTightColonAt(text: string, offset: number): boolean {
  const word = /[\w$-]+:(?!\/\/)[^\s:]/y;
  word.lastIndex = offset;
  return word.test(text);
}

/** The parser reports a missing end at the end of the text. Users look for it where the quote or bracket opens. */
function moveToOpening(problem: Problem, openings: readonly TextRange[]): Problem {
  const variant = problem.args['variant'];
  if (variant !== 'unclosed-quote' && variant !== 'unclosed-bracket') return problem;
  const { start } = openings[findLastUpTo(openings, problem.start)] ?? problem;
  return { ...problem, start: Math.min(start, problem.start) };
}

const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

/** Returns the values whose quote or bracket is not closed, in the order of the text. */
function findOpenings(node: SyntaxNode | null, text: string): readonly TextRange[] {
  if (!node) return [];
  const closing = node.kind === 'scalar' && node.style !== 'quoted' ? undefined : closings[text[node.start] ?? ''];
  const source = text.slice(node.start, node.end);
  const isOpen = closing !== undefined && (!endsWith(closing, source) || lostInFlow.test(source));
  return [...(isOpen ? [node] : []), ...childrenOf(node).flatMap((child) => findOpenings(child, text))];
}

/** An escaped quote closes nothing, though the parser may read it as the end. */
function endsWith(closing: string, source: string): boolean {
  if (source.length < 2 || !source.endsWith(closing)) return false;
  const content = source.slice(1, -1);
  return closing !== '"' || (content.length - cutEnd(content, /\\/).length) % 2 === 0;
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.kind === 'map') return node.entries.filter(({ isMerged }) => !isMerged).map(({ value }) => value);
  return node.kind === 'sequence' ? node.items : [];
}

/** Errors that one trap causes become one problem, which names the real cause. */
function nameTraps(problems: readonly Problem[], text: string): readonly Problem[] {
  const named = problems.map((problem) => findCause(problem, text) ?? findLineTrap(problem, text) ?? problem);
  const lineOf = createLineFinder(text);
  const traps = named.filter((problem) => isTrapOfSyntax(problem));
  const trapLines = new Set(traps.map(({ start }) => lineOf(start)));
  // The braces of an expression end the map around it, so the parser reports the next line as well.
  const inFlow = traps.filter(({ code }) => code === 'expression-in-flow');
  const aftermath = inFlow.reduce((least, { start }) => Math.min(least, start), Infinity);
  const told = new Set<number>();
  return named.filter((problem) => {
    const { start, args } = problem;
    const line = lineOf(start);
    if (!trapLines.has(line)) return !(start > aftermath && args['variant'] === 'other');
    if (told.has(line) || !isTrapOfSyntax(problem)) return false;
    told.add(line);
    return true;
  });
}

/**
 * The indentation of a line of YAML, and its key or dash. Each space is matched in one way only, because lines can be
 * long.
 */
const leadPattern = /^\s*(?:-\s+)*(?:(?:"[^"]*"\s*|'[^']*'\s*|[^\s"'#[\]{}][^#:]*):\s+(?=\S))?/;

const bracketsPattern = /^\[.*\]/;

/** The trap that causes a YAML error, determined by the start of the value on its line. */
const traps: readonly (readonly [trap: TrapCode, problems: readonly string[], value: RegExp])[] = [
  ['expression-in-flow', ['unclosed-bracket', 'text-after-value', 'complex-key', 'other'], /^[[{].*\$\{\{/],
  ['braces-as-map', ['complex-key', 'text-after-value'], /^\{(?:\{|.*\})/],
  ['brackets-as-list', ['text-after-value', 'missing-colon'], bracketsPattern],
  ['star-as-alias', ['unknown-alias', 'text-after-value'], /^\*/],
  ['anchor-in-text', ['other'], /^&\S/],
  ['at-sign-start', ['bad-start'], /^@/],
  ['backtick-start', ['bad-start'], /^`/],
  ['percent-start', ['bad-start'], /^%/],
  ['block-sign-start', ['other'], /^[|>]/],
  ['text-after-quote', ['two-colons', 'text-after-value'], /^["']/],
  ['colon-in-text', ['two-colons'], /:\s/],
];

/** A line that starts a block scalar, whose text is expected on the next line. */
const headerPattern = /(?:^|[\s:])[|>][-+\d]*\s*$/;

/** The errors of text on that next line, if it is not indented. */
const below: ReadonlySet<string> = new Set(['missing-colon', 'text-after-value', 'two-colons', 'complex-key']);

/** Returns the line above the line of an offset. Empty for the first one. */
function lineAbove(text: string, offset: number): string {
  const lineStart = lineStartAt(text, offset);
  return lineStart === 0 ? '' : text.slice(lineStartAt(text, lineStart - 1), lineStart);
}

/**
 * Returns the trap that causes a YAML error, with the whole value as its range, which a fix can put in quotes. Null if
 * there is no trap.
 */
function findLineTrap({ args, code, start }: Problem, text: string): Problem | null {
  if (code !== 'yaml-syntax') return null;
  const problem = String(args['variant']);
  const onLine = readValue(text, start);
  if (onLine && below.has(problem) && headerPattern.test(lineAbove(text, start))) {
    const range = { start: onLine.start, end: onLine.start + onLine.value.length };
    return buildProblem('yaml-syntax', range, { args: { variant: 'not-indented' } });
  }
  const lost = findLost(onLine);
  if (lost) return lost;
  const found = onLine && findTrapOf(problem, onLine.value);
  if (found) return buildTrap(found, onLine);
  if (problem !== 'bad-indent' || !onLine || onLine.isKeyed) return null;
  // Text after brackets may continue on the next line, where the parser reports the error.
  const above = readValue(text, text.lastIndexOf('\n', start - 1) - 1);
  const isContinued = above && bracketsPattern.test(above.value) && above.indent < onLine.indent;
  return isContinued ? buildTrap('brackets-as-list', above) : null;
}

/**
 * A comment where a member of a map between brackets has its value. The ends of the brackets are in it as well, so only
 * one word is meant as the value.
 */
const lostInFlow =
  /^[[{](?:[^"']|"[^"]*"|'[^']*')*?["']?(?<key>[\w-]{1,40})["']?:[ \t]+(?<value>#[\p{L}\p{N}][^\s,\]}]*)/u;

function findLost(line: LineValue | null): Problem | null {
  const match = line && lostInFlow.exec(line.value);
  if (!match) return null;
  const { key = '', value = '' } = match.groups ?? {};
  const end = line.start + match[0].length;
  const args = { key, text: value };
  return buildProblem('comment-as-value', { start: end - value.length, end }, { severity: 'error', args });
}

function findTrapOf(problem: string, value: string): TrapCode | null {
  return traps.find(([, problems, pattern]) => problems.includes(problem) && pattern.test(value))?.[0] ?? null;
}

interface LineValue {
  readonly value: string;
  readonly start: number;
  readonly indent: number;
  readonly isKeyed: boolean;
}

function readValue(text: string, offset: number): LineValue | null {
  const lineStart = lineStartAt(text, offset);
  const line = text.slice(lineStart, lineEndAt(text, offset));
  const lead = leadPattern.exec(line)?.[0] ?? '';
  const value = line.slice(lead.length).trimEnd();
  if (value === '') return null;
  return { value, start: lineStart + lead.length, indent: line.search(/\S/), isKeyed: lead.trimEnd().endsWith(':') };
}

function buildTrap(code: TrapCode, { value, start }: LineValue): Problem {
  const text = /^\S*[^\s,]/.exec(value)?.[0] ?? value;
  return buildProblem(code, { start, end: start + value.length }, { severity: 'error', args: { text } });
}

/** Traps that are errors only where they are not valid YAML, or change what its lines mean. */
const partly: readonly Problem['code'][] = ['comment-as-value', 'full-width', 'odd-space'];

export function isTrapOfSyntax(problem: Problem): boolean {
  const { code, args } = problem;
  if (args['variant'] === 'not-indented') return true;
  return isError(problem) && (partly.includes(code) || traps.some(([trap]) => trap === code));
}

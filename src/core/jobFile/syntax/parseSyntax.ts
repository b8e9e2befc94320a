import { CST, Lexer, parseDocument } from 'yaml';
import { assertNever } from '../../support/assertNever.ts';
import { cutEnd } from '../../support/text/cutEnd.ts';
import { createLineFinder } from '../../support/text/lineFinder.ts';
import { lineEndAt } from '../../support/text/textLines.ts';
import { withoutStacks } from '../../support/withoutStacks.ts';
import { describeTooLarge, isTooLarge, maxProblems } from './fileLimits.ts';
import { buildProblem, type Problem } from '../problem.ts';
import type { SyntaxNode } from './syntaxTree.ts';
import { buildSyntaxTree } from './buildSyntaxTree.ts';
import { findLineTrap, isTrapOfSyntax } from './findLineTrap.ts';
import { mapYamlError } from './yamlProblem.ts';

export interface Syntax {
  /** The readable part, however broken the rest is. Null if there are only comments. */
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  /** Number of nodes that aliases add. */
  readonly aliasedNodes: number;
}

/** Parses YAML 1.2 with the core schema. Never throws: errors are data, in the order of the text. */
export function parseSyntax(text: string): Syntax {
  const problem = isTooLarge(text) ? describeTooLarge() : findTooDeep(text);
  if (problem) return { root: null, problems: [problem], aliasedNodes: 0 };
  const document = withoutStacks(() =>
    parseDocument(text, {
      intAsBigInt: true,
      prettyErrors: false,
      // Duplicates are found while the tree is built, with the range of the second key.
      uniqueKeys: false,
    }),
  );
  const tree = buildSyntaxTree(document, text);
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  const faults = [...document.errors, ...tags].slice(0, maxProblems);
  const openings = findOpenings(tree.root, text);
  const problems = faults.map((fault) => moveToOpening(mapYamlError(fault, text), openings));
  const all = [...firstPerLine(problems, text), ...tree.problems].sort((a, b) => a.start - b.start);
  return { root: tree.root, problems: nameTraps(all, text), aliasedNodes: tree.aliasedNodes };
}

/**
 * Limit for nested brackets. The parser takes seconds for a million of them, and no value of a job has more than a few.
 */
const maxBrackets = 1_000;

/** The lexer is used only if there are enough brackets: they may be part of text. */
function findTooDeep(text: string): Problem | null {
  let count = 0;
  for (let at = 0; at < text.length && count <= maxBrackets; at += 1) if (isOpening(text.charCodeAt(at))) count += 1;
  if (count <= maxBrackets) return null;
  let [depth, offset] = [0, 0];
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    if (type === 'flow-seq-start' || type === 'flow-map-start') depth += 1;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') depth -= 1;
    if (depth > maxBrackets) break;
    offset += isMark(source) ? 0 : source.length;
  }
  if (depth <= maxBrackets) return null;
  return buildProblem('yaml-syntax', { start: offset, end: offset + 1 }, { args: { variant: 'too-deep' } });
}

/** Whether the character is `[` or `{`. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** Tokens of the lexer that have no characters in the text. */
function isMark(source: string): boolean {
  return source === CST.DOCUMENT || source === CST.FLOW_END || source === CST.SCALAR;
}

/** Errors that one trap causes become one problem, which names the real cause. */
function nameTraps(problems: readonly Problem[], text: string): readonly Problem[] {
  const named = problems.map((problem) => findLineTrap(problem, text) ?? problem);
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

/** The parser reports a missing end at the end of the text. Users look for it where the quote or bracket opens. */
function moveToOpening(problem: Problem, openings: readonly number[]): Problem {
  const variant = problem.args['variant'];
  if (variant !== 'unclosed-quote' && variant !== 'unclosed-bracket') return problem;
  return { ...problem, start: openings.findLast((opening) => opening <= problem.start) ?? problem.start };
}

const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

/** Returns where quotes and brackets open that are not closed, in the order of the text. */
function findOpenings(node: SyntaxNode | null, text: string): readonly number[] {
  if (!node) return [];
  const closing = node.kind === 'scalar' && node.style !== 'quoted' ? undefined : closings[text[node.start] ?? ''];
  const isOpen = closing !== undefined && !endsWith(closing, text.slice(node.start, node.end));
  return [...(isOpen ? [node.start] : []), ...childrenOf(node).flatMap((child) => findOpenings(child, text))];
}

/** An escaped quote closes nothing, though the parser may read it as the end. */
function endsWith(closing: string, source: string): boolean {
  if (source.length < 2 || !source.endsWith(closing)) return false;
  const content = source.slice(1, -1);
  return closing !== '"' || (content.length - cutEnd(content, /\\/).length) % 2 === 0;
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'scalar':
      return [];
    case 'map':
      return node.entries.filter(({ isMerged }) => !isMerged).map(({ value }) => value);
    case 'sequence':
      return node.items;
    default:
      return assertNever(node);
  }
}

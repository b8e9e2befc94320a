import { parseDocument } from 'yaml';
import { assertNever } from '../support/assertNever.ts';
import { createLineFinder } from '../support/lineFinder.ts';
import type { Problem } from './problem.ts';
import type { SyntaxNode } from './syntaxTree.ts';
import { buildSyntaxTree } from './buildSyntaxTree.ts';
import { findLineTrap, isTrapOfSyntax } from './traps/findLineTrap.ts';
import { mapYamlError } from './yamlFault.ts';

export interface Syntax {
  /** What could be read, however broken the rest is; null when there is nothing but comments. */
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  /** How much aliases add to what is written. */
  readonly aliasedNodes: number;
}

/** YAML 1.2 with the core schema. Never throws: faults are data, in the order of the text. */
export function parseSyntax(text: string): Syntax {
  const document = parseDocument(text, {
    intAsBigInt: true,
    prettyErrors: false,
    // Duplicates are found where the tree is built, with the range of the second key.
    uniqueKeys: false,
  });
  const tree = buildSyntaxTree(document, text);
  const faults = [...document.errors, ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')];
  const openings = findOpenings(tree.root, text);
  const problems = faults.map((fault) => moveToOpening(mapYamlError(fault, text), openings));
  const all = [...firstPerLine(problems, text), ...tree.problems].sort((a, b) => a.start - b.start);
  return { root: tree.root, problems: nameTraps(all, text), aliasedNodes: tree.aliasedNodes };
}

/** Faults that come from one trap become one problem, which says what it is really about. */
function nameTraps(problems: readonly Problem[], text: string): readonly Problem[] {
  const named = problems.map((problem) => findLineTrap(problem, text) ?? problem);
  const lineOf = createLineFinder(text);
  const traps = named.filter((problem) => isTrapOfSyntax(problem));
  const trapLines = new Set(traps.map(({ start }) => lineOf(start)));
  // Braces of an expression end the map around it, so the parser stumbles over the next line as well.
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

/** One fault makes the parser stumble several times on a line; the first one is the one to mend. */
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

function lineEndAt(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak < 0 ? text.length : lineBreak;
}

/** The parser reports a missing end where the text ends; people look for it where the quote or bracket opens. */
function moveToOpening(problem: Problem, openings: readonly number[]): Problem {
  const variant = problem.args['variant'];
  if (variant !== 'unclosed-quote' && variant !== 'unclosed-bracket') return problem;
  return { ...problem, start: openings.findLast((opening) => opening <= problem.start) ?? problem.start };
}

const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

/** Where quotes and brackets open that do not close, in the order of the text. */
function findOpenings(node: SyntaxNode | null, text: string): readonly number[] {
  if (!node) return [];
  const closing = node.kind === 'scalar' && node.style !== 'quoted' ? undefined : closings[text[node.start] ?? ''];
  const isOpen = closing !== undefined && !endsWith(closing, text.slice(node.start, node.end));
  return [...(isOpen ? [node.start] : []), ...childrenOf(node).flatMap((child) => findOpenings(child, text))];
}

/** An escaped quote closes nothing, though the parser may take it for the end. */
function endsWith(closing: string, source: string): boolean {
  if (source.length < 2 || !source.endsWith(closing)) return false;
  return closing !== '"' || (/\\*$/.exec(source.slice(1, -1))?.[0].length ?? 0) % 2 === 0;
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

import { CST, type Document, isAlias, isScalar, Lexer, parseDocument, visit } from 'yaml';
import type { TextRange } from '../../support/textRange.ts';
import { withoutStacks } from '../../support/withoutStacks.ts';
import { buildProblem, type Problem } from '../problem.ts';
import { buildSyntaxTree } from './buildSyntaxTree.ts';
import { findMergeConflicts } from './mergeConflicts.ts';
import { shortenBlock } from './shortenBlock.ts';
import { maxLines, type SyntaxNode } from './syntaxNode.ts';
import { listYamlProblems } from './yamlProblems.ts';

interface Syntax {
  /** The readable part, however broken the rest is. Null if there are only comments. */
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  /** Number of nodes that aliases add. */
  readonly aliasedNodes: number;
}

/** Parses YAML 1.2 with the core schema. Never throws: errors are data, in the order of the text. */
export function parseSyntax(text: string): Syntax {
  if (isTooLarge(text)) return { root: null, problems: [describeTooLarge()], aliasedNodes: 0 };
  const conflicts = findMergeConflicts(text);
  return conflicts.length > 0 ? { root: null, problems: conflicts, aliasedNodes: 0 } : parseSyntaxOfPart(text);
}

/** Parses a part of a text that is not too large. */
export function parseSyntaxOfPart(text: string): Syntax {
  const problem = findTooDeep(text);
  if (problem) return { root: null, problems: [problem], aliasedNodes: 0 };
  return parseShortened(text) ?? parseWhole(text);
}

function parseWhole(text: string): Syntax {
  const document = parseYaml(text);
  const tree = buildSyntaxTree(document, text);
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  const errors = [...document.errors, ...tags];
  const isFlawless = errors.length === 0 && tree.problems.length === 0;
  const { root, aliasedNodes } = tree;
  return { root, problems: isFlawless ? [] : listYamlProblems(errors, tree, text), aliasedNodes };
}

/**
 * Parses a text without most lines of a long block scalar, because the library would take most of the time of each key
 * press in long prose. Null if the text must be read as a whole.
 */
function parseShortened(text: string): Syntax | null {
  const shortened = shortenBlock(text);
  if (!shortened) return null;
  const document = parseYaml(shortened.text);
  const { root, problems, aliasedNodes, isRestored } = buildSyntaxTree(document, text, shortened);
  const found = [...document.errors, ...document.warnings, ...problems];
  return isRestored && found.length === 0 ? { root, problems, aliasedNodes } : null;
}

function parseYaml(text: string): Document.Parsed {
  return withoutStacks(() =>
    parseDocument(text, {
      intAsBigInt: true,
      prettyErrors: false,
      // Duplicates are found while the tree is built, with the range of the second key.
      uniqueKeys: false,
    }),
  );
}

/** UTF-16 units without inline media. As with `maxLines`, a larger file is not a job file. */
const maxLength = 1024 * 1024;

const inlineMedia = /data:[\w.+-]+\/[\w.+-]+;base64,[\w+/=]*/g;

export function isTooLarge(text: string): boolean {
  return (text.length > maxLength && lengthBesideMedia(text) > maxLength) || hasMoreThan(maxLines - 1, '\n', text);
}

function lengthBesideMedia(text: string): number {
  let length = text.length;
  for (const [media] of text.matchAll(inlineMedia)) length -= media.length;
  return length;
}

/** The problem is at the start of the file, because nothing after it is read. */
function describeTooLarge(): Problem {
  const args = { lines: maxLines, megabytes: maxLength / 1024 ** 2 };
  return buildProblem('too-large', { start: 0, end: 0 }, { args });
}

/** Limit for nested brackets. The parser takes seconds for a million, and no value of a job has more than a few. */
const maxBrackets = 1_000;

/** Tokens of the lexer that have no characters in the text. */
const textless: readonly string[] = [CST.DOCUMENT, CST.FLOW_END, CST.SCALAR];

/** The lexer is used only if there are enough brackets of a kind: they may be part of text. */
function findTooDeep(text: string): Problem | null {
  if (!['[', '{'].some((bracket) => hasMoreThan(maxBrackets / 2, bracket, text))) return null;
  let [depth, offset] = [0, 0];
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    if (type === 'flow-seq-start' || type === 'flow-map-start') depth += 1;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') depth -= 1;
    if (depth > maxBrackets) break;
    offset += textless.includes(source) ? 0 : source.length;
  }
  if (depth <= maxBrackets) return null;
  return buildProblem('yaml-syntax', { start: offset, end: offset + 1 }, { args: { variant: 'too-deep' } });
}

/** Whether a text has more of a character than this number. */
function hasMoreThan(most: number, character: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count > most;
}

/** `&name` with the `*name` that reference it. Only the YAML text has them: the tree does not contain them. */
export interface Anchor {
  readonly name: string;
  /** Range of the name, after the `&`. */
  readonly range: TextRange;
  /** Ranges of the names, each after its `*`. */
  readonly aliases: readonly TextRange[];
  /** The anchored scalar. Null if a map or a list is anchored. */
  readonly scalar: TextRange | null;
}

/** Lists anchors in the order of the text. An anchor is valid up to the next one with its name. */
export function listAnchors(text: string): readonly Anchor[] {
  if (!/&\S/.test(text) || isTooLarge(text) || findTooDeep(text)) return [];
  const anchors: Anchor[] = [];
  const aliases = new Map<string, TextRange[]>();
  visit(parseYaml(text), {
    Node(_, node) {
      const [start, end] = node.range ?? [0, 0];
      if (isAlias(node)) aliases.get(node.source)?.push({ start: start + 1, end });
      else if (node.anchor) {
        const own: TextRange[] = [];
        aliases.set(node.anchor, own);
        const nameStart = text.lastIndexOf(`&${node.anchor}`, start) + 1;
        const range = { start: nameStart, end: nameStart + node.anchor.length };
        anchors.push({ name: node.anchor, range, aliases: own, scalar: isScalar(node) ? { start, end } : null });
      }
    },
  });
  return anchors;
}

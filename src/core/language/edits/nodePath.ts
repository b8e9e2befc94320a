import type { MapNode, SyntaxEntry, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { columnAt, lineEndAt, lineStartAt, nextLineAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';

/** A value of the file, with its parents. */
export interface NodePath {
  readonly node: SyntaxNode;
  /** The entry whose value this is. Null for the root and for items of a list. */
  readonly entry: SyntaxEntry | null;
  readonly parent: NodePath | null;
}

/** Returns the innermost value around a range, its key included, where it is written. Null outside the root. */
export function findNodePath(root: MapNode | null, { start, end }: TextRange): NodePath | null {
  if (!root) return null;
  let nodePath: NodePath = { node: root, entry: null, parent: null };
  for (;;) {
    const inner = stepInto(nodePath, { start, end });
    if (!inner) return nodePath;
    nodePath = inner;
  }
}

/**
 * Returns the value that fills a range exactly, or the outermost of several: a map with one entry has the same range as
 * the entry. Otherwise the result is that of `findNodePath`.
 */
export function findValuePath(root: MapNode | null, range: TextRange): NodePath | null {
  let nodePath = findNodePath(root, range);
  while (nodePath?.parent && isSame(nodePath.parent.node, range)) nodePath = nodePath.parent;
  return nodePath;
}

function isSame(one: TextRange, other: TextRange): boolean {
  return one.start === other.start && one.end === other.end;
}

function stepInto(parent: NodePath, range: TextRange): NodePath | null {
  const { node } = parent;
  if (node.kind === 'scalar') return null;
  const entries = node.kind === 'map' ? node.entries : node.items;
  const found = entries[findLastUpTo(entries, range.start)];
  if (!found || !holds(node, found) || !holds(found, range)) return null;
  if (!('key' in found)) return { node: found, entry: null, parent };
  return found.isMerged ? null : { node: found.value, entry: found, parent };
}

function holds(outer: TextRange, { start, end }: TextRange): boolean {
  return outer.start <= start && end <= outer.end;
}

/** Returns the keys from the root down to a value. Items add none. */
export function keysOf(nodePath: NodePath | null): readonly string[] {
  const path: string[] = [];
  for (let each = nodePath; each; each = each.parent) if (each.entry) path.unshift(each.entry.key);
  return path;
}

/** Whether the value is inside braces or brackets, where indentation has no meaning. */
export function isInFlow(nodePath: NodePath | null, text: string): boolean {
  for (let each = nodePath?.parent ?? null; each; each = each.parent) if (isFlow(each.node, text)) return true;
  return false;
}

export function isFlow(node: SyntaxNode, text: string): boolean {
  return node.kind !== 'scalar' && /[[{]/.test(text[node.start] ?? '');
}

/** An alias has the value of its anchor, which is written elsewhere and may be needed unchanged there. */
export function isAlias(node: SyntaxNode, text: string): boolean {
  return (
    text[node.start] === '*' &&
    !(node.kind === 'scalar' && typeof node.value === 'string' && node.value.startsWith('*'))
  );
}

export function mapOf(nodePath: NodePath | null): MapNode | null {
  const node = nodePath?.parent?.node;
  return node?.kind === 'map' ? node : null;
}

/**
 * Returns the lines of an entry in block style: from its key to the end of its last line. Only the indentation decides,
 * so that it also works for an entry that is in no tree, such as the second of two equal keys. Blank lines and comments
 * that may belong to the next entry are left out.
 */
export function findBlockEntryRange(text: string, keyStart: number): TextRange {
  const column = columnAt(text, keyStart);
  let end = lineEndAt(text, keyStart);
  const words = listWords(text.slice(keyStart, end));
  const takesList = words.findLast((word) => !/^[&!]/.test(word))?.endsWith(':') ?? false;
  const keepsBlanks = /^[|>]\d?\+\d?$/.test(words.at(-1) ?? '');
  for (let at = nextLineAt(text, end); at < text.length;) {
    const lineEnd = lineEndAt(text, at);
    const line = text.slice(at, lineEnd);
    const indent = line.length - line.trimStart().length;
    const isOpen = line.trim() === '' || (line.trimStart().startsWith('#') && indent <= column);
    // In the column of its key, a value in brackets may end, and a list may start.
    const ownLine = takesList ? /^(?:[\]}]|-(?:\s|$))/ : /^[\]}]/;
    const isInside = indent > column || (indent === column && ownLine.test(line.trimStart()));
    if (!isOpen && !isInside) break;
    if (!isOpen || (keepsBlanks && line.trim() === '')) end = lineEnd;
    const next = nextLineAt(text, lineEnd);
    if (next <= at) break;
    at = next;
  }
  return { start: keyStart, end };
}

function listWords(line: string): readonly string[] {
  const words = line.trim().split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

/** Whether something precedes the key on its line, such as the dash of a list. */
export function hasLead(text: string, keyStart: number): boolean {
  return text.slice(lineStartAt(text, keyStart), keyStart).trim() !== '';
}

/**
 * Returns the offset of the next `,` or closing bracket in flow style. Quoted strings, brackets and comments are skipped
 * as a whole, so that the entry at the offset may be in no tree.
 */
export function findFlowEnd(text: string, from: number): number {
  const token = /(?<=\s)#[^\n]*|(?<=[\s:,[{]|^)(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')|[[\]{},]/g;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (depth === 0 && /^[,\]}]$/.test(found)) return match.index;
    if (/^[[{]$/.test(found)) depth += 1;
    else if (/^[\]}]$/.test(found)) depth -= 1;
  }
  return text.length;
}

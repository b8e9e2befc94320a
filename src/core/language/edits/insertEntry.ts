import { isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey } from '../../jobFile/write/writeScalar.ts';
import { writeFlow } from '../../jobFile/write/writeValue.ts';
import { columnAt, lineEndAt, lineStartAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { findBlockEntryRange, findFlowEnd, hasLead } from './entryRange.ts';
import { fillEntry } from './fillEntry.ts';
import { isAlias, isFlow } from './nodePath.ts';
import type { Written } from './written.ts';

export interface NewEntry {
  readonly key: string;
  readonly value: Written;
}

/** Number of spaces of one level, if the file shows none. */
const indentStep = 2;

/**
 * Adds a key to a map, after one of its entries or, if `after` is null, before the first one. If the key exists without
 * a value, it gets one. Returns null if adding a line is not enough: the map is empty or comes from an alias.
 */
export function insertEntry(
  text: string,
  map: MapNode,
  { key, value, after }: NewEntry & { readonly after: SyntaxEntry | null },
): TextEdit | null {
  const own = map.entries.filter(({ isMerged }) => !isMerged);
  const [first] = own;
  if (isAlias(map, text)) return null;
  const namesake = own.find((entry) => entry.key === key);
  if (namesake) return fillEntry(text, map, namesake, value);
  if (isFlow(map, text)) return insertInFlow(text, map, { key, value, after });
  if (!first) return null;
  const indent = spaces(columnAt(text, first.start));
  const line = withLineBreaksOf(text, `${writeKey(key)}:${value.block(indent)}`);
  const lineBreak = withLineBreaksOf(text, '\n');
  if (!after && !hasLead(text, first.start)) {
    return edit(lineStartAt(text, first.start), `${indent}${line}${lineBreak}`);
  }
  const { end } = findBlockEntryRange(text, (after ?? own.at(-1) ?? first).start);
  return edit(end, `${lineBreak}${indent}${line}`);
}

function insertInFlow(
  text: string,
  map: MapNode,
  { key, value, after }: NewEntry & { readonly after: SyntaxEntry | null },
): TextEdit {
  const written = `${writeFlow(key)}:${value.inline}`;
  if (map.entries.length === 0) return edit(map.start + 1, written);
  if (!after) return edit(map.start + 1, `${written}, `);
  const end = findFlowEnd(text, after.end);
  return edit(text.slice(0, end).trimEnd().length, `, ${written}`);
}

/** Adds the first key below an entry that has no value yet: `gen:`, or the id of a job. */
export function insertBelow(text: string, owner: SyntaxEntry, { key, value }: NewEntry): TextEdit | null {
  if (text[owner.value.start] === '{') {
    return owner.value.kind === 'map' ? insertEntry(text, owner.value, { key, value, after: null }) : null;
  }
  const lineEnd = lineEndAt(text, owner.keyRange.end);
  if (!isNull(owner.value) || owner.value.start > lineEnd) return null;
  if (!/^\s*:\s*(?:(?:null|~)\s*)?(?:#.*)?$/.test(text.slice(owner.keyRange.end, lineEnd))) return null;
  const indent = spaces(columnAt(text, owner.start) + indentStep);
  const line = `\n${indent}${writeKey(key)}:${value.block(indent)}`;
  const isWord = owner.value.end > owner.value.start;
  if (!isWord) return edit(lineEnd, withLineBreaksOf(text, line));
  return {
    start: owner.value.start,
    end: lineEnd,
    newText: withLineBreaksOf(text, text.slice(owner.value.end, lineEnd) + line),
  };
}

/** Adds a key to the value of an entry: to its map, or as the first key below it. */
export function insertUnder(text: string, owner: SyntaxEntry, entry: NewEntry): TextEdit | null {
  const { value } = owner;
  if (value.kind !== 'map') return insertBelow(text, owner, entry);
  return insertEntry(text, value, { ...entry, after: lastOwn(value) });
}

export function lastOwn(node: SyntaxNode): SyntaxEntry | null {
  return node.kind === 'map' ? (node.entries.findLast(({ isMerged }) => !isMerged) ?? null) : null;
}

function edit(offset: number, newText: string): TextEdit {
  return { start: offset, end: offset, newText };
}

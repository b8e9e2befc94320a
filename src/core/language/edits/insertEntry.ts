import {
  findEntry,
  isNull,
  type MapNode,
  type SyntaxEntry,
  type SyntaxNode,
  type SequenceNode,
} from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey, writeFlow, writeValue, addComment } from '../../jobFile/write/writeValue.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { columnAt, lineEndAt, lineStartAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { findBlockEntryRange, findFlowEnd, hasLead, isAlias, isFlow } from './nodePath.ts';

/** The text after the colon of a new key, with the space before it. */
export interface Written {
  /** `indent`: the spaces before the key. */
  readonly block: (indent: string) => string;
  readonly inline: string;
}

export function writtenValue(value: JsonValue): Written {
  return { block: (indent) => writeValue(value, { indent }), inline: ` ${writeFlow(value)}` };
}

export function writtenLine(text: string): Written {
  return { block: () => ` ${text}`, inline: ` ${text}` };
}

export interface NewEntry {
  readonly key: string;
  readonly value: Written;
}

/**
 * Adds a key to a map, after one of its entries or, if `after` is null, before the first one. If the key exists without
 * a value, it gets one. Returns null if adding a line is not enough: the map is empty or comes from an alias.
 */
export function insertEntry(
  text: string,
  map: MapNode,
  { key, value, after }: NewEntry & { readonly after: SyntaxEntry | null },
): TextEdit | null {
  const first = map.entries.find(({ isMerged }) => !isMerged);
  if (isAlias(map, text)) return null;
  const namesake = findEntry(map, key);
  if (namesake && !namesake.isMerged) return fillEntry(text, map, namesake, value);
  if (isFlow(map, text)) return insertInFlow(text, map, { key, value, after });
  if (!first) return null;
  const indent = spaces(columnAt(text, first.start));
  const line = withLineBreaksOf(text, `${writeKey(key)}:${value.block(indent)}`);
  const lineBreak = withLineBreaksOf(text, '\n');
  if (!after && !hasLead(text, first.start)) {
    return edit(lineStartAt(text, first.start), `${indent}${line}${lineBreak}`);
  }
  const { end } = findBlockEntryRange(text, (after ?? lastOwn(map) ?? first).start);
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

/** Adds a key to the map of an entry, or below an entry that has no value yet: `gen:`, the id of a job. */
export function insertUnder(text: string, owner: SyntaxEntry, entry: NewEntry): TextEdit | null {
  const { value } = owner;
  if (value.kind === 'map') return insertEntry(text, value, { ...entry, after: lastOwn(value) });
  return isNull(value) ? fillLine(text, owner, nestIn(entry)) : null;
}

/** Adds a key below another key of a map, which is added after the entry `after` if it is missing. */
export function insertInOwner(
  text: string,
  map: MapNode,
  { owner, after, ...entry }: NewEntry & { readonly owner: string; readonly after: SyntaxEntry | null },
): TextEdit | null {
  const found = findEntry(map, owner);
  // A merged key is written elsewhere, and a new one would hide its members.
  if (found?.isMerged) return null;
  return found ? insertUnder(text, found, entry) : insertEntry(text, map, { key: owner, value: nestIn(entry), after });
}

/** Adds a key to the `gen` of a map, or to the map `member` of the `gen`. Returns null if the map cannot hold it. */
export function insertInGen(text: string, map: MapNode, entry: NewEntry, member?: string): TextEdit | null {
  const found = findEntry(map, 'gen');
  if (found?.isMerged) return null;
  const gen = found?.value;
  const added = member === undefined ? entry : { key: member, value: nestIn(entry) };
  if (gen?.kind === 'scalar' && typeof gen.value === 'number') {
    // `gen: 1` becomes a map that keeps the version.
    const newText = `{version: ${gen.value}, ${nestIn(added).inline.trim().slice(1)}`;
    return { start: gen.start, end: gen.end, newText };
  }
  if (member !== undefined && gen?.kind === 'map')
    return insertInOwner(text, gen, { owner: member, after: lastOwn(gen), ...entry });
  return insertInOwner(text, map, { owner: 'gen', after: findSchemaEntry(map), ...added });
}

/** Returns the entry after which new keys are inserted, so that `$schema` stays the first key. */
export function findSchemaEntry({ entries }: MapNode): SyntaxEntry | null {
  const [first] = entries;
  return first?.key === '$schema' ? first : null;
}

function nestIn({ key, value }: NewEntry): Written {
  const name = writeKey(key);
  return {
    block: (indent) => `\n${indent}  ${name}:${value.block(`${indent}  `)}`,
    inline: ` {${name}:${value.inline}}`,
  };
}

export function lastOwn(node: SyntaxNode): SyntaxEntry | null {
  return node.kind === 'map' ? (node.entries.findLast(({ isMerged }) => !isMerged) ?? null) : null;
}

function edit(offset: number, newText: string): TextEdit {
  return { start: offset, end: offset, newText };
}

/** Writes the value of a key that has none. Null if more than a comment follows it, or with nothing to write. */
export function fillEntry(text: string, map: MapNode, entry: SyntaxEntry, written: Written): TextEdit | null {
  if (!isNull(entry.value) || written.inline.trim() === '') return null;
  return isFlow(map, text) ? fillInFlow(text, entry, written) : fillLine(text, entry, written);
}

function fillInFlow(text: string, { keyRange: { start, end } }: SyntaxEntry, { inline }: Written): TextEdit {
  const colon = /^\s*:(?:\s*(?:null|~)(?=[\s,\]}]))?/i.exec(text.slice(end))?.[0] ?? '';
  return { start, end: end + colon.length, newText: `${text.slice(start, end)}:${inline}` };
}

/** The new value may continue below the line, after a comment on the line. */
function fillLine(text: string, { keyRange: { start, end } }: SyntaxEntry, { block }: Written): TextEdit | null {
  const lineEnd = lineEndAt(text, end);
  const behind = /^\s*:\s*(?:(?:null|~)\s*)?(#.*)?$/i.exec(text.slice(end, lineEnd));
  const below = text.slice(lineEnd).search(/\S/);
  if (!behind || (below > 0 && isDeeper(text, lineEnd + below, start))) return null;
  const written = addComment(block(spaces(columnAt(text, start))), behind[1] === undefined ? '' : ` ${behind[1]}`);
  return { start, end: lineEnd, newText: withLineBreaksOf(text, `${text.slice(start, end)}:${written}`) };
}

function isDeeper(text: string, offset: number, keyStart: number): boolean {
  return text[offset] !== '#' && columnAt(text, offset) > columnAt(text, keyStart);
}

/** Adds an item, written on one line, to the end of a list. Returns null for a list that is written elsewhere. */
export function appendItem(text: string, list: SequenceNode, item: string): TextEdit | null {
  const last = list.items.at(-1);
  if (isAlias(list, text)) return null;
  // A list without items can only be written in brackets.
  if (!last || isFlow(list, text)) {
    const at = last?.end ?? list.start + 1;
    return { start: at, end: at, newText: last ? `, ${item}` : item };
  }
  const dash = text.lastIndexOf('-', last.start - 1);
  const { end } = findBlockEntryRange(text, dash);
  return { start: end, end, newText: withLineBreaksOf(text, `\n${spaces(columnAt(text, dash))}- ${item}`) };
}

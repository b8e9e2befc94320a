import type { MapNode, SequenceNode, SyntaxEntry } from '../../jobFile/syntax/syntaxTree.ts';
import { findEntry, isNull, mapToJson } from '../../jobFile/syntax/syntaxTree.ts';
import { canonicalJson } from '../../support/canonicalJson.ts';
import { getOwn } from '../../support/getOwn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import { writeEntries, writeFlow, writeValue } from '../../jobFile/write/writeValue.ts';

/** A replacement of a range. Ranges of one list do not overlap. */
export interface TextEdit extends TextRange {
  readonly insert: string;
}

/** Keys with their new values. Undefined removes a key. */
export type MapChanges = Readonly<Record<string, JsonValue | undefined>>;

/** A map of the job file, and the text of the file. */
export interface EditedMap {
  readonly text: string;
  readonly map: MapNode;
}

/** The map cannot be changed alone: it is shared through an anchor, or its layout is unusual. */
export class NotEditableError extends Error {
  constructor(key: string) {
    super(key);
    this.name = 'NotEditableError';
  }
}

/**
 * Returns the fewest edits that make these changes. Everything else stays, byte for byte. Throws a NotEditableError.
 */
export function editMap({ text, map }: EditedMap, changes: MapChanges): readonly TextEdit[] {
  if (Object.keys(changes).length === 0) return [];
  if (text[map.start] === '{') return [editFlowMap(map, changes)];
  const added = Object.fromEntries(
    Object.entries(changes).filter(([key, value]) => value !== undefined && !findOwn(map, key)),
  ) as JsonObject;
  const edits = Object.entries(changes).flatMap(([key, value]): readonly TextEdit[] => {
    const entry = findOwn(map, key);
    if (!entry) return [];
    return value === undefined ? [removeEntry(text, entry)] : replaceValue(text, entry, value);
  });
  return Object.keys(added).length === 0 ? edits : [...edits, insertEntries({ text, map }, added, changes)];
}

/** A merged key is written elsewhere. */
export function findOwn(map: MapNode, key: string): SyntaxEntry | undefined {
  const entry = findEntry(map, key);
  return entry?.isMerged === true ? undefined : entry;
}

/** Braces have no separate lines, so the whole map is written again. */
function editFlowMap(map: MapNode, changes: MapChanges): TextEdit {
  const members = new Map(map.entries.map(({ key, value }) => [key, mapToJson(value)]));
  const kept = [...members]
    .filter(([key]) => !Object.hasOwn(changes, key))
    .map(([key, value]) => writeMember(key, value, 'written'));
  const set = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : [writeMember(key, value, 'sent')],
  );
  return { start: map.start, end: map.end, insert: `{ ${[...kept, ...set].join(', ')} }` };
}

/** A value that is kept may contain expressions. A value that was sent is literal text. */
function writeMember(key: string, value: JsonValue, from: 'written' | 'sent'): string {
  const written = writeFlow(value);
  return `${writeFlow(key)}: ${from === 'written' ? written.replaceAll('$${{', () => '${{') : written}`;
}

function replaceValue(text: string, entry: SyntaxEntry, value: JsonValue): readonly TextEdit[] {
  const { value: node, keyRange, key } = entry;
  if (canonicalJson(mapToJson(node)) === canonicalJson(value)) return [];
  const colon = text.indexOf(':', keyRange.end) + 1;
  const gap = text.slice(colon, Math.max(colon, node.start));
  // An anchor is referenced from elsewhere, and an alias is outside this map.
  if (/[&!?]/.test(gap.replace(/#.*/g, ''))) throw new NotEditableError(key);
  if (node.kind === 'map' && isJsonObject(value) && node.start >= colon && text[node.start] !== '*') {
    return editMap({ text, map: node }, differences(mapToJson(node) as JsonObject, value));
  }
  const items =
    node.kind === 'sequence' && Array.isArray(value) ? replaceItems(node, value as readonly JsonValue[]) : null;
  if (items) return items;
  const isEmpty = isNull(node) && node.end <= keyRange.end;
  const end = isEmpty ? colon : Math.max(colon, node.end);
  const lineEnd = endOfLine(text, end);
  const behind = text.slice(end, lineEnd);
  const ownComment =
    node.kind === 'scalar' && node.style === 'block' ? headerComment(text.slice(node.start, node.end)) : '';
  const comment = ownComment || (/^\s*#/.test(behind) ? behind.trimEnd() : '');
  const style = node.kind === 'scalar' && !isEmpty ? node.style : 'plain';
  const list = node.kind === 'sequence' && text[node.start] === '-' ? 'block' : 'flow';
  const insert = writeValue(value, { indent: indentOf(text, entry), style, comment, list });
  return [
    { start: colon, end: comment === '' || ownComment !== '' ? end : lineEnd, insert: withBreaksOf(text, insert) },
  ];
}

/** Edits item by item if their number stays, so that comments between them stay. Otherwise null. */
function replaceItems({ items }: SequenceNode, values: readonly JsonValue[]): readonly TextEdit[] | null {
  if (items.length !== values.length) return null;
  const pairs = items.map((item, index) => ({ item, value: values[index] ?? null }));
  const differing = pairs.filter(({ item, value }) => canonicalJson(mapToJson(item)) !== canonicalJson(value));
  if (differing.some(({ item }) => item.kind !== 'scalar' || item.start === item.end)) return null;
  return differing.map(({ item: { start, end }, value }) => ({ start, end, insert: writeFlow(value) }));
}

/** The ` # kept` of `| # kept`. */
function headerComment(block: string): string {
  return /^[|>][^\s#]*([ \t]+#[^\r\n]*)/.exec(block)?.[1] ?? '';
}

/** Equal members keep their comments. */
function differences(before: JsonObject, after: JsonObject): MapChanges {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    keys
      .filter(
        (key) =>
          !Object.hasOwn(before, key) ||
          canonicalJson(before[key] ?? null) !== canonicalJson(getOwn(after, key) ?? null),
      )
      .map((key) => [key, getOwn(after, key)]),
  );
}

/** Removes an entry with its line and the comment after it. */
function removeEntry(text: string, entry: SyntaxEntry): TextEdit {
  const { start, key } = entry;
  const lineStart = start - indentOf(text, entry).length;
  const valueEnd = Math.max(entry.end, text.indexOf(':', entry.keyRange.end) + 1);
  const lineEnd = endOfLine(text, valueEnd);
  const isAlone = /^[ \t]*(#.*)?\r?$/.test(text.slice(valueEnd, lineEnd));
  if (!isAlone || text.slice(start, valueEnd).includes('&')) throw new NotEditableError(key);
  const next = text.indexOf('\n', lineEnd);
  return { start: lineStart, end: next < 0 ? text.length : next + 1, insert: '' };
}

/** Inserts entries after the last field that stays, so that fields are together. */
function insertEntries({ text, map }: EditedMap, added: JsonObject, changes: MapChanges): TextEdit {
  const own = map.entries.filter(({ isMerged }) => !isMerged);
  const [first] = own;
  if (!first) throw new NotEditableError(Object.keys(added)[0] ?? '');
  const isStaying = ({ key }: SyntaxEntry): boolean => !Object.hasOwn(changes, key) || changes[key] !== undefined;
  const anchor = own.findLast((entry) => isStaying(entry) && isField(entry)) ?? own.findLast(isStaying);
  const lines = withBreaksOf(text, writeEntries(added, indentOf(text, first)));
  if (!anchor) {
    const at = first.start - indentOf(text, first).length;
    return { start: at, end: at, insert: `${lines}${lineBreakOf(text)}` };
  }
  const at = endOfLine(text, Math.max(anchor.end, text.indexOf(':', anchor.keyRange.end) + 1));
  return { start: at, end: at, insert: `${lineBreakOf(text)}${lines}` };
}

function isField({ key }: SyntaxEntry): boolean {
  return !['gen', 'vars', 'matrix', 'jobs', 'needs', 'output', 'request'].includes(key);
}

function indentOf(text: string, { start, key }: SyntaxEntry): string {
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const spaces = indent.replace(/^\ufeff/, '');
  if (/[^ ]/.test(spaces)) throw new NotEditableError(key);
  return spaces;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function withBreaksOf(text: string, lines: string): string {
  return lines.replaceAll('\n', lineBreakOf(text));
}

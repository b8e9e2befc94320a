import { reservedWords } from '../../catalog/reservedKeys.ts';
import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import {
  findEntry,
  isNull,
  type MapNode,
  mapToJson,
  type SequenceNode,
  type SyntaxEntry,
  type SyntaxNode,
} from '../../jobFile/syntax/syntaxNode.ts';
import { addComment, writeFlow, writeValue } from '../../jobFile/write/writeValue.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { columnAt, lineEndAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { applyEdits } from './editLog.ts';
import { insertEntry, writtenValue } from './insertEntry.ts';
import { hasLead, isAlias, isFlow } from './nodePath.ts';
import { removeEntry } from './removeEntry.ts';

/** Keys with their new values. Undefined removes a key. */
export type MapChanges = Readonly<Record<string, JsonValue | undefined>>;

/** The map cannot be changed alone: it is shared through an anchor, or its layout is unusual. */
export class NotEditableError extends Error {
  constructor(key: string) {
    super(key);
    this.name = 'NotEditableError';
  }
}

/** Calls a function that may throw a NotEditableError. */
export function refuseUneditable<T>(edit: () => T): T | { readonly kind: 'not-editable' } {
  try {
    return edit();
  } catch (error) {
    if (error instanceof NotEditableError) return { kind: 'not-editable' };
    throw error;
  }
}

/**
 * Returns the text with these changes of the map below the keys of `path`. Values are literal: expressions in them are
 * escaped. Everything else stays, byte for byte. Throws a NotEditableError.
 */
export function setKeys(text: string, path: readonly string[], changes: MapChanges): string {
  const removed = Object.keys(changes).filter((key) => changes[key] === undefined);
  let edited = text;
  for (const [key, value] of Object.entries(changes)) {
    if (value !== undefined) edited = setKey(edited, path, { key, value, removed });
  }
  // The map is never empty in between, so that there is always an entry to insert at.
  for (const key of removed) edited = removeKey(edited, path, key);
  return edited;
}

/** A merged key is written elsewhere. */
export function findOwn(map: MapNode, key: string): SyntaxEntry | undefined {
  const entry = findEntry(map, key);
  return entry?.isMerged === true ? undefined : entry;
}

/** Returns the map below these keys. Null if there is none, or if it is merged. */
export function findMap(root: SyntaxNode | null, path: readonly string[]): MapNode | null {
  let node: SyntaxNode | null | undefined = root;
  for (const key of path) node = node?.kind === 'map' ? findOwn(node, key)?.value : null;
  return node?.kind === 'map' ? node : null;
}

/** Returns the map below these keys of a text. Throws a NotEditableError if there is none. */
export function requireMap(text: string, path: readonly string[]): MapNode {
  const map = findMap(parseSyntax(text).root, path);
  if (!map) throw new NotEditableError(path.at(-1) ?? '');
  return map;
}

interface NewValue {
  readonly key: string;
  readonly value: JsonValue;
  readonly removed: readonly string[];
}

function setKey(text: string, path: readonly string[], { key, value, removed }: NewValue): string {
  const map = requireOwnMap(text, path);
  const entry = findOwn(map, key);
  if (!entry) {
    const after = findLastField(map, removed);
    return applyEdit(text, insertEntry(text, map, { key, value: writtenValue(value), after }), key);
  }
  const { value: node } = entry;
  const before = mapToJson(node);
  if (canonicalJson(before) === canonicalJson(value)) return text;
  const colon = text.indexOf(':', entry.keyRange.end) + 1;
  // An anchor is referenced from elsewhere, and a tag may not fit the new value.
  const properties = text.slice(colon, Math.max(colon, node.start)).replaceAll(/#.*/g, '');
  if (/[&!?]/.test(properties)) throw new NotEditableError(key);
  if (!isAlias(node, text)) {
    if (isJsonObject(before) && isJsonObject(value) && Object.keys(value).length > 0) {
      return setKeys(text, [...path, key], findChanges(before, value));
    }
    const items = node.kind === 'sequence' && Array.isArray(value) ? setItems(node, value) : null;
    if (items) return applyEdits(text, items);
  }
  if (!isFlow(map, text)) return applyEdit(text, replaceBlock(text, entry, value), key);
  if (isNull(node))
    return applyEdit(text, insertEntry(text, map, { key, value: writtenValue(value), after: null }), key);
  return applyEdit(text, { start: node.start, end: node.end, newText: writeFlow(value) }, key);
}

function removeKey(text: string, path: readonly string[], key: string): string {
  const map = requireOwnMap(text, path);
  const entry = findOwn(map, key);
  if (!entry) return text;
  const isShared = text.slice(entry.start, entry.end).includes('&');
  const isLed = !isFlow(map, text) && hasLead(text, entry.start);
  return applyEdit(text, isShared || isLed ? null : removeEntry(text, map, entry.start), key);
}

function requireOwnMap(text: string, path: readonly string[]): MapNode {
  const map = requireMap(text, path);
  if (isAlias(map, text)) throw new NotEditableError(path.at(-1) ?? '');
  return map;
}

/** Throws a NotEditableError if there is no edit. */
export function applyEdit(text: string, edit: TextEdit | null, key: string): string {
  if (!edit) throw new NotEditableError(key);
  return applyEdits(text, [edit]);
}

/** New entries follow the last field that stays, so that fields are together. */
function findLastField(map: MapNode, removed: readonly string[]): SyntaxEntry | null {
  const staying = map.entries.filter(({ key, isMerged }) => !isMerged && !removed.includes(key));
  return staying.findLast(({ key }) => !reservedWords.has(key)) ?? staying.at(-1) ?? null;
}

/** Edits item by item if their number stays, so that comments between them stay. Otherwise null. */
function setItems({ items }: SequenceNode, values: readonly JsonValue[]): readonly TextEdit[] | null {
  if (items.length !== values.length) return null;
  const pairs = items.map((item, index) => ({ item, value: values[index] ?? null }));
  const differing = pairs.filter(({ item, value }) => canonicalJson(mapToJson(item)) !== canonicalJson(value));
  if (differing.some(({ item }) => item.kind !== 'scalar' || item.start === item.end)) return null;
  return differing.map(({ item: { start, end }, value }) => ({ start, end, newText: writeFlow(value) }));
}

/** Returns the members that differ. The other ones keep their comments. */
function findChanges(before: JsonObject, after: JsonObject): MapChanges {
  const textOf = (map: JsonObject, key: string): string | null =>
    Object.hasOwn(map, key) ? canonicalJson(map[key] ?? null) : null;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = keys.filter((key) => textOf(before, key) !== textOf(after, key));
  return Object.fromEntries(differing.map((key) => [key, getOwn(after, key)]));
}

/** Replaces a value in block style and keeps the comment on its line. Null if it would absorb a comment below. */
function replaceBlock(text: string, { keyRange, start, value: node }: SyntaxEntry, value: JsonValue): TextEdit | null {
  const column = columnAt(text, start);
  const colon = text.indexOf(':', keyRange.end) + 1;
  const isEmpty = isNull(node) && node.start === node.end;
  const end = isEmpty ? colon : Math.max(colon, node.end);
  const style = node.kind === 'scalar' && !isEmpty ? node.style : 'plain';
  const list = node.kind === 'sequence' && text[node.start] === '-' ? 'block' : 'flow';
  const written = writeValue(value, { indent: spaces(column), style, list });
  const lineEnd = lineEndAt(text, end);
  const below = lineEnd + Math.max(0, text.slice(lineEnd).search(/\S/));
  const isAbsorbed = written.startsWith(' |') && text[below] === '#' && columnAt(text, below) > column;
  if (hasLead(text, start) || isAbsorbed) return null;
  const header = style === 'block' ? /^[|>][^\s#]*([ \t]+#[^\r\n]*)/.exec(text.slice(node.start, end))?.[1] : undefined;
  const behind = text.slice(end, lineEnd);
  const newText = withLineBreaksOf(text, addComment(written, header ?? behind.trimEnd()));
  return { start: colon, end: header === undefined ? lineEnd : end, newText };
}

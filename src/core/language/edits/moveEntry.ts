import { findEntry, type MapNode, type SyntaxEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey } from '../../jobFile/write/writeValue.ts';
import { assertNever } from '../../support/assertNever.ts';
import { columnAt, spaces } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { insertEntry, insertUnder, type NewEntry, type Written } from './insertEntry.ts';
import { findBlockEntryRange, isAlias, isFlow } from './nodePath.ts';

/** Copies the value of an entry as it is written, so that it can be moved. */
export function copyValue(text: string, map: MapNode, entry: SyntaxEntry): Written {
  const inline = ` ${writeInline(entry.value, text)}`;
  if (isFlow(map, text)) return { block: () => inline, inline };
  const from = columnAt(text, entry.start);
  const { end } = findBlockEntryRange(text, entry.start);
  const colon = text.indexOf(':', entry.keyRange.end) + 1;
  return { block: (indent) => shiftLines(text.slice(colon, end), indent.length - from), inline };
}

/** Shifts the lines after the first one by a number of columns, to the right or to the left. */
function shiftLines(source: string, columns: number): string {
  return source.replaceAll(/(\n)([ \t]*)(?=[^\s])/g, (_, lineBreak: string, indent: string) =>
    columns > 0
      ? `${lineBreak}${spaces(columns)}${indent}`
      : `${lineBreak}${indent.slice(Math.min(indent.length, -columns))}`,
  );
}

/** Writes a value on one line, for use between braces. Expressions stay unchanged. */
export function writeInline(node: SyntaxNode, text: string): string {
  const source = text.slice(node.start, node.end);
  if (isAlias(node, text)) return source;
  switch (node.kind) {
    case 'scalar': {
      if (typeof node.value !== 'string') return source === '' ? 'null' : source;
      const isSafe =
        node.style !== 'block' && !source.includes('\n') && (node.style === 'quoted' || !/[,[\]{}#:]/.test(source));
      return isSafe ? source : JSON.stringify(node.value);
    }
    case 'sequence':
      return isLine(source) ? source : `[${node.items.map((item) => writeInline(item, text)).join(', ')}]`;
    case 'map':
      return isLine(source)
        ? source
        : `{${node.entries.map(({ keyRange, value }) => `${text.slice(keyRange.start, keyRange.end)}: ${writeInline(value, text)}`).join(', ')}}`;
    default:
      return assertNever(node);
  }
}

function isLine(source: string): boolean {
  return /^[[{]/.test(source) && !source.includes('\n');
}

/** Removes an entry from its map and inserts it below keys of the root. Missing keys are added. */
export function moveEntryBelowRoot(
  text: string,
  root: MapNode,
  {
    entry,
    from,
    path,
    removal,
  }: {
    readonly entry: SyntaxEntry;
    readonly from: MapNode;
    readonly path: readonly string[];
    /** The edit that removes the entry. */
    readonly removal: TextEdit;
  },
): readonly TextEdit[] {
  const inserted = insertAtPath(text, root, { path, key: entry.key, value: copyValue(text, from, entry) });
  return inserted ? orderEdits([removal, inserted]) : [];
}

/** Adds a key below keys of a map. Returns null if the map cannot hold it. */
export function insertAtPath(
  text: string,
  map: MapNode,
  { path, key, value }: NewEntry & { readonly path: readonly string[] },
): TextEdit | null {
  const [first, ...rest] = path;
  if (first === undefined) return insertEntry(text, map, { key, value, after: null });
  const owner = findEntry(map, first);
  if (owner?.isMerged) return null;
  if (!owner)
    return insertEntry(text, map, { key: first, value: nestIn(rest, { key, value }), after: findSchemaEntry(map) });
  const below = rest[0] === undefined ? undefined : findEntry(owner.value.kind === 'map' ? owner.value : null, rest[0]);
  if (owner.value.kind === 'scalar' && owner.value.value !== null)
    return replaceVersion(owner, nestIn(rest, { key, value }));
  if (below && owner.value.kind === 'map') return insertAtPath(text, owner.value, { path: rest, key, value });
  const [next, ...deeper] = rest;
  return insertUnder(
    text,
    owner,
    next === undefined ? { key, value } : { key: next, value: nestIn(deeper, { key, value }) },
  );
}

/** Returns the entry after which new keys are inserted, so that `$schema` stays the first key. */
export function findSchemaEntry({ entries }: MapNode): SyntaxEntry | null {
  const [first] = entries;
  return first?.key === '$schema' ? first : null;
}

/** Wraps a new key in maps, the first key of the path outermost. */
export function nestIn(path: readonly string[], { key, value }: NewEntry): Written {
  const [first, ...rest] = path;
  const inner = first === undefined ? value : nestIn(rest, { key, value });
  const name = writeKey(first ?? key);
  return {
    block: (indent) => `\n${indent}  ${name}:${inner.block(`${indent}  `)}`,
    inline: ` {${name}:${inner.inline}}`,
  };
}

/** `gen: 1` becomes a map that keeps the version. */
function replaceVersion({ key, value }: SyntaxEntry, { inline }: Written): TextEdit | null {
  if (key !== 'gen' || value.kind !== 'scalar' || typeof value.value !== 'number') return null;
  return { start: value.start, end: value.end, newText: `{version: ${value.value}, ${inline.trim().slice(1)}` };
}

/**
 * Sorts edits by their position. Returns none if one contains another, which is possible in a file that cannot be
 * parsed.
 */
export function orderEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const isClear = ordered.every(({ start }, index) => start >= (ordered[index - 1]?.end ?? 0));
  return isClear ? ordered : [];
}

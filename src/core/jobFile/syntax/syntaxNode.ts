import { assertNever } from '../../support/assertNever.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { createFinder } from '../../support/createFinder.ts';
import type { TextRange } from '../../support/textRange.ts';

/** A job file as YAML alone, with aliases and merge keys resolved. Only `parseSyntax` knows the YAML library. */
export type SyntaxNode = ScalarNode | MapNode | SequenceNode;

export interface ScalarNode extends TextRange {
  readonly kind: 'scalar';
  /** Integers beyond 2^53 are `bigint`, others `number`. */
  readonly value: null | boolean | number | bigint | string;
  readonly style: 'plain' | 'quoted' | 'block';
  /** The `&name` before it. */
  readonly anchor?: Anchored;
}

export interface Anchored {
  /** The offset of the `&`. */
  readonly start: number;
  /** The value after it, which an alias inserts elsewhere. */
  readonly written: TextRange;
  isUsed: boolean;
}

export interface MapNode extends TextRange {
  readonly kind: 'map';
  readonly entries: readonly SyntaxEntry[];
}

export interface SequenceNode extends TextRange {
  readonly kind: 'sequence';
  readonly items: readonly SyntaxNode[];
}

export interface SyntaxEntry extends TextRange {
  readonly key: string;
  readonly keyRange: TextRange;
  readonly value: SyntaxNode;
  /** Whether the entry was merged: its range is where the text is written, outside this map. */
  readonly isMerged: boolean;
}

/** Number of nodes that all aliases of a file may add, so that a few nested ones do not become gigabytes. */
export const maxAliasedNodes = 5_000;

/** A larger file is data that only looks like a job file. Reading it would take seconds at each key press. */
export const maxLines = 50_000;

const findByKey = createFinder(({ key }: SyntaxEntry) => key);

export function findEntry(map: MapNode | null | undefined, key: string): SyntaxEntry | undefined {
  return map ? findByKey(map.entries, key) : undefined;
}

/** Whether a value is left out, as job files define it: the key has no value, or `null`. */
export function isNull(node: SyntaxNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

export function mapToJson(node: SyntaxNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'sequence':
      return node.items.map(mapToJson);
    case 'map':
      // Object.fromEntries makes own properties of keys such as `__proto__`.
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, mapToJson(value)]));
    default:
      return assertNever(node);
  }
}

/** Lists the scalars of a value, including those that are merged or come from an alias. */
export function listScalars(node: SyntaxNode): readonly ScalarNode[] {
  if (node.kind === 'scalar') return [node];
  return node.kind === 'sequence'
    ? node.items.flatMap(listScalars)
    : node.entries.flatMap(({ value }) => listScalars(value));
}

/** Returns the same tree, moved by `by` characters. */
export function moveEntry(entry: SyntaxEntry, by: number): SyntaxEntry {
  return {
    key: entry.key,
    keyRange: { start: entry.keyRange.start + by, end: entry.keyRange.end + by },
    value: moveNode(entry.value, by),
    isMerged: entry.isMerged,
    start: entry.start + by,
    end: entry.end + by,
  };
}

function moveNode(node: SyntaxNode, by: number): SyntaxNode {
  const start = node.start + by;
  const end = node.end + by;
  switch (node.kind) {
    case 'scalar':
      return { ...node, start, end, ...(node.anchor && { anchor: moveAnchor(node.anchor, by) }) };
    case 'map':
      return { kind: 'map', start, end, entries: node.entries.map((entry) => moveEntry(entry, by)) };
    case 'sequence':
      return { kind: 'sequence', start, end, items: node.items.map((item) => moveNode(item, by)) };
    default:
      return assertNever(node);
  }
}

function moveAnchor({ start, written, isUsed }: Anchored, by: number): Anchored {
  return { start: start + by, written: { start: written.start + by, end: written.end + by }, isUsed };
}

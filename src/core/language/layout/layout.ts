import { createFinder } from '../../support/createFinder.ts';
import type { TextRange } from '../../support/textRange.ts';

/**
 * A job file by lines and indentation alone. While the user types, YAML is broken at every second key press, and a
 * parser then gives up. In a layout, the keys above a position are always known.
 */
export interface Layout {
  readonly lines: readonly LayoutLine[];
  readonly entries: readonly LayoutEntry[];
  /** Whether the file has several jobs: `jobs:` is at the root, even with nothing below it yet. */
  readonly hasJobs: boolean;
  /** The line of an offset. The end of the line is included. */
  findLine(offset: number): LayoutLine | undefined;
  findJob(id: string): LayoutEntry | undefined;
}

/** `key: value`, or an item (`- value`) whose key is null. */
export interface LayoutEntry {
  readonly key: string | null;
  /** Column of the key or the dash. */
  readonly indent: number;
  readonly keyRange: TextRange;
  /** The text after the colon or the dash on the same line, without a comment. */
  readonly value: LayoutValue;
  readonly parent: LayoutEntry | null;
  readonly children: readonly LayoutEntry[];
}

export interface LayoutValue extends TextRange {
  readonly style: 'none' | 'plain' | 'quoted' | 'block' | 'flow';
}

export interface LayoutLine extends TextRange {
  /** `bare`: a word that may become a key. `continuation`: more text of the value of `entry`. */
  readonly kind: 'blank' | 'comment' | 'marker' | 'entry' | 'bare' | 'continuation';
  /** The last entry that starts on the line, or that it continues, or else the last one before it. */
  readonly entry: LayoutEntry | null;
  /** For blank lines: the value of `entry` may continue after them. */
  readonly isInsideValue: boolean;
}

/** Returns the keys from the root down to an entry. Items add none. */
export function pathOf(entry: LayoutEntry | null): readonly string[] {
  const path: string[] = [];
  for (let each = entry; each; each = each.parent) if (each.key !== null) path.unshift(each.key);
  return path;
}

/** Returns the keys of a map, except for one. The root has a `parent` of null. */
export function siblingsOf(layout: Layout, parent: LayoutEntry | null, except: string | null): ReadonlySet<string> {
  const keys = (parent ? parent.children : layout.entries).flatMap(({ key }) => (key === null ? [] : [key]));
  return new Set(keys.filter((key) => key !== except));
}

export const findChild = createFinder(({ key }: LayoutEntry) => key);

/** Returns the part of a line that is a value or continues one, without a comment after it. Empty if there is none. */
export function findTextRange({ kind, start, end, entry }: LayoutLine, text: string): TextRange {
  // The header of a block scalar, such as `|-`, contains nothing that matters.
  if (kind === 'entry') return entry?.value ?? { start: end, end };
  if (kind !== 'bare' && kind !== 'continuation') return { start: end, end };
  const style = entry?.value.style;
  if (style === 'block' || style === 'quoted') return { start, end };
  const line = text.slice(start, end).replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  const comment = line.search(/\s#/);
  return { start, end: comment < 0 ? end : start + comment };
}

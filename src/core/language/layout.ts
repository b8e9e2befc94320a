import type { TextRange } from '../support/textRange.ts';

/**
 * A job file by lines and indentation alone. A parser gives up where YAML is broken, which it is at every second
 * keystroke; this reading always says under which keys a position stands.
 */
export interface Layout extends LayoutPart {
  /** Whether the file is a set of jobs: `jobs:` stands at the root, even with nothing below it yet. */
  readonly hasJobs: boolean;
  /** The line that holds the offset; its end counts in. */
  findLine(offset: number): LayoutLine | undefined;
  /** The entry of a job under `jobs:`. */
  findJob(id: string): LayoutEntry | undefined;
}

export interface LayoutPart {
  readonly lines: readonly LayoutLine[];
  /** Those of the root. */
  readonly entries: readonly LayoutEntry[];
}

/** `key: value`, or an item (`- value`) whose key is null. */
export interface LayoutEntry {
  readonly key: string | null;
  /** Column of the key or the dash. */
  readonly indent: number;
  readonly keyRange: TextRange;
  /** What stands behind the colon or the dash on the same line, without a comment. */
  readonly value: LayoutValue;
  readonly parent: LayoutEntry | null;
  readonly children: readonly LayoutEntry[];
}

export interface LayoutValue extends TextRange {
  readonly style: 'none' | 'plain' | 'quoted' | 'block' | 'flow';
}

export interface LayoutLine extends TextRange {
  /**
   * `bare`: a word that is no entry, such as a key being typed. `continuation`: more text of the value of `entry`.
   */
  readonly kind: 'blank' | 'comment' | 'marker' | 'entry' | 'bare' | 'continuation';
  /** The last entry that starts on the line, or the one that it continues, or else the last one before it. */
  readonly entry: LayoutEntry | null;
  /** Blank lines: the value of `entry` may go on behind them. */
  readonly isInsideValue: boolean;
}

/** Keys from the root down to an entry; items add none. */
export function pathOf(entry: LayoutEntry | null): readonly string[] {
  const path: string[] = [];
  for (let each = entry; each; each = each.parent) if (each.key !== null) path.unshift(each.key);
  return path;
}

/** The keys of a map, but for one; `parent` null is the root. */
export function siblingsOf(layout: Layout, parent: LayoutEntry | null, except: string | null): ReadonlySet<string> {
  const keys = (parent ? parent.children : layout.entries).flatMap(({ key }) => (key === null ? [] : [key]));
  return new Set(keys.filter((key) => key !== except));
}

export function findChild(entries: readonly LayoutEntry[], key: string): LayoutEntry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** Whether `jobs:` stands among the entries of the root, with jobs below it or with room for them. */
export function hasJobsBelow(entries: readonly LayoutEntry[]): boolean {
  const jobs = findChild(entries, 'jobs');
  return jobs !== undefined && (jobs.children.length > 0 || jobs.value.style === 'none' || jobs.value.style === 'flow');
}

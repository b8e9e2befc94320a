import { moveRange } from '../../support/textRange.ts';
import type { LayoutEntry, LayoutLine, LayoutPart } from './layout.ts';

/** The layout of a section of a job file. */
export interface SectionLayout extends LayoutPart {
  /** Entries below `jobs:`, if the section is an entry of it. Other entries are at the root. */
  readonly jobs: readonly LayoutEntry[];
}

/** Moves lines and entries by `by` characters. `parent` is the `jobs:` of the file. */
export function placeLayout(
  { lines, entries, jobs }: SectionLayout,
  { by, parent }: { readonly by: number; readonly parent: LayoutEntry | null },
): SectionLayout {
  const placed = new Map<LayoutEntry, LayoutEntry>();
  const placeAll = (each: readonly LayoutEntry[], above: LayoutEntry | null): readonly LayoutEntry[] =>
    each.map((entry) => placeEntry(entry, { by, parent: above, placed }));
  const placedJobs = placeAll(jobs, parent);
  const placedEntries = placeAll(entries, null);
  const placedLines = lines.map(({ start, end, kind, entry, isInsideValue }): LayoutLine => {
    const placedEntry = entry && (placed.get(entry) ?? parent);
    return { start: start + by, end: end + by, kind, entry: placedEntry, isInsideValue };
  });
  return { lines: placedLines, entries: placedEntries, jobs: placedJobs };
}

interface Placement {
  readonly by: number;
  readonly parent: LayoutEntry | null;
  /** Maps each entry to its moved copy. */
  readonly placed: Map<LayoutEntry, LayoutEntry>;
}

function placeEntry(entry: LayoutEntry, { by, parent, placed }: Placement): LayoutEntry {
  const { key, indent, keyRange, value } = entry;
  const children: LayoutEntry[] = [];
  const own: LayoutEntry = {
    key,
    indent,
    keyRange: moveRange(keyRange, by),
    value: { ...moveRange(value, by), style: value.style },
    parent,
    children,
  };
  placed.set(entry, own);
  for (const child of entry.children) children.push(placeEntry(child, { by, parent: own, placed }));
  return own;
}

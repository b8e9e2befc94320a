import type { Fold } from './languageService.ts';
import type { LayoutEntry, LayoutLine } from './layout/layout.ts';
import { pathOf } from './layout/layout.ts';
import type { DocumentView } from './view/documentView.ts';
import { createFieldFinder, type FindField } from './view/listValues.ts';

/** Prose with this many lines or more counts as long. */
const minProseLines = 4;

/**
 * Lists folds from the layout, so that broken YAML keeps them: jobs, maps, lists, strings of several lines, and
 * consecutive comments.
 */
export function listFolds(view: DocumentView): readonly Fold[] {
  const { lines } = view.layout;
  const findField = createFieldFinder(view);
  const own = [...findFoldRanges(view)].flatMap(([entry, { first, last, textLines }]): readonly Fold[] => {
    if (last.start <= first.start) return [];
    const isProse = textLines >= minProseLines && holdsProse(entry, findField);
    return [{ start: first.start, end: last.end, kind: isProse ? 'prose' : 'region' }];
  });
  // An item and its only key cover the same lines.
  const byRange = new Map<string, Fold>();
  for (const fold of [...own, ...listComments(lines)]) {
    const key = `${fold.start}:${fold.end}`;
    if (byRange.get(key)?.kind !== 'prose') byRange.set(key, fold);
  }
  return [...byRange.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The lines of an entry with everything below it, without blank lines at the end. */
interface FoldRange {
  readonly first: LayoutLine;
  last: LayoutLine;
  /** The lines of its own value. The first line is not included if it only holds a header such as `|`. */
  textLines: number;
}

function findFoldRanges({ layout, text }: DocumentView): ReadonlyMap<LayoutEntry, FoldRange> {
  const foldRanges = new Map<LayoutEntry, FoldRange>();
  let blanks = 0;
  for (const line of layout.lines) {
    if (line.kind === 'blank') blanks += 1;
    if (line.kind !== 'entry' && line.kind !== 'continuation' && line.kind !== 'bare') continue;
    const owner = findOwner(line, text);
    for (let entry = owner; entry; entry = entry.parent) {
      const foldRange = foldRanges.get(entry) ?? { first: line, last: line, textLines: isText(entry) ? 1 : 0 };
      foldRanges.set(entry, foldRange);
      // Blank lines inside text are part of it.
      if (entry === owner && line.kind !== 'entry') foldRange.textLines += 1 + blanks;
      foldRange.last = line;
    }
    blanks = 0;
  }
  return foldRanges;
}

/**
 * Returns the entry that a line belongs to. Text below a key is indented more than the key, while a word in the column
 * of the key is a new key.
 */
function findOwner({ kind, start, end, entry }: LayoutLine, text: string): LayoutEntry | null {
  if (kind !== 'bare') return entry;
  const indent = text.slice(start, end).search(/\S/);
  let owner = entry;
  while (owner && owner.indent >= indent) owner = owner.parent;
  return owner;
}

function isText({ value }: LayoutEntry): boolean {
  return value.style === 'plain' || value.style === 'quoted';
}

/** Whether the value is text of a prose field, or a block scalar, such as a long variable. */
function holdsProse(entry: LayoutEntry, findField: FindField): boolean {
  const { style } = entry.value;
  if (style === 'flow' || entry.children.length > 0) return false;
  return style === 'block' || findField(pathOf(entry))?.isProse === true;
}

/** Lists consecutive comments on separate lines. */
function listComments(lines: readonly LayoutLine[]): readonly Fold[] {
  const folds: Fold[] = [];
  let first: LayoutLine | null = null;
  let last: LayoutLine | null = null;
  const close = (): void => {
    if (first && last && last !== first) folds.push({ start: first.start, end: last.end, kind: 'comment' });
    first = null;
  };
  for (const line of lines) {
    if (line.kind !== 'comment') close();
    else {
      first ??= line;
      last = line;
    }
  }
  close();
  return folds;
}

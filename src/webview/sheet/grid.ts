import { groupBy } from '../../core/support/groupBy.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { ArrangedSheet, SheetLine } from '../../protocol/sheet.ts';
import { axisValue } from './filters.ts';

/** Null for a cell without an item. */
type Cells = readonly (PreviewItem | null)[];

/** Has as many cells as the grid has columns. */
export type GridLine = SheetLine<PreviewItem>;

/** The sheet as lines of cells, without sizes. */
export interface Grid extends ArrangedSheet<PreviewItem> {
  readonly columnCount: number;
  /** Where each item is, by id. */
  readonly cells: ReadonlyMap<string, GridCell>;
  /** Ids in reading order. */
  readonly order: readonly string[];
}

interface GridCell {
  readonly item: PreviewItem;
  readonly line: number;
  readonly column: number;
}

interface GridParts {
  /** Axes of the matrix with their values, in their order. */
  readonly axes: ReadonlyMap<string, readonly string[]>;
  readonly rows: string | null;
  readonly columns: string | null;
  /** Columns that fit, for items without a column axis. */
  readonly fittingColumns: number;
}

/**
 * Arranges sorted items as a grid. Several items of one combination are below one another in the same column. Items
 * without the two axes follow at the end, line by line. Those of a job file that fill a line are below its name.
 */
export function buildGrid(items: readonly PreviewItem[], parts: GridParts): Grid {
  const { axes, rows, columns, fittingColumns } = parts;
  const isPlaced = (item: PreviewItem): boolean =>
    [rows, columns].every((name) => name === null || axisValue(item, name) !== undefined);
  const hasAxes = rows !== null || columns !== null;
  const placed = hasAxes ? items.filter(isPlaced) : [];
  const loose = hasAxes ? items.filter((item) => !isPlaced(item)) : items;
  const present = new Set(placed.map((item) => axisValue(item, columns ?? '')));
  // A filter leaves no empty column, as it leaves no empty row.
  const columnLabels = columns === null ? null : (axes.get(columns) ?? []).filter((label) => present.has(label));
  const columnCount = Math.max(1, columnLabels?.length ?? fittingColumns);
  const lines: GridLine[] = [];
  for (const [text, members] of groupItems(placed, parts)) {
    if (text !== '') lines.push({ kind: 'heading', text });
    lines.push(...arrange(members, parts, { columnCount, columnLabels }));
  }
  const rest: PreviewItem[] = [];
  const addLoose = (text: string, members: readonly PreviewItem[]): void => {
    if (members.length > 0 && (text !== '' || lines.length > 0)) lines.push({ kind: 'heading', text });
    for (const cells of chunk(members, columnCount)) lines.push({ kind: 'cells', label: null, cells });
  };
  for (const [group, members] of groupBy(loose, (item) => item.group)) {
    if (group !== null && members.length >= Math.max(2, columnCount)) addLoose(group, members);
    else rest.push(...members);
  }
  // The few of many files share their lines.
  const flowing = new Set(rest);
  addLoose(
    '',
    loose.filter((item) => flowing.has(item)),
  );
  const cells = locateItems(lines);
  return { columnCount, columnLabels, rowsName: rows, lines, cells, order: [...cells.keys()] };
}

function locateItems(lines: readonly GridLine[]): ReadonlyMap<string, GridCell> {
  const found = new Map<string, GridCell>();
  for (const [line, each] of lines.entries()) {
    if (each.kind === 'heading') continue;
    for (const [column, item] of each.cells.entries()) if (item) found.set(item.id, { item, line, column });
  }
  return found;
}

/** Groups by the values of all further axes, in the order of the matrix. The name of a group says these values. */
function groupItems(
  items: readonly PreviewItem[],
  { axes, rows, columns }: GridParts,
): readonly (readonly [string, readonly PreviewItem[]])[] {
  const further = [...axes].filter(([name]) => name !== rows && name !== columns);
  const groups = new Map<string, { text: string; rank: readonly number[]; members: PreviewItem[] }>();
  for (const item of items) {
    const values = further.map(([name]) => axisValue(item, name));
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? {
      text: further.flatMap(([name], at) => (values[at] === undefined ? [] : [`${name}: ${values[at]}`])).join(' · '),
      rank: further.map(([, all], at) => all.indexOf(values[at] ?? '')),
      members: [],
    };
    group.members.push(item);
    groups.set(key, group);
  }
  return [...groups.values()]
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
    .map(({ text, members }) => [text, members]);
}

/** -1, for no value, is last. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [at, rank] of a.entries()) {
    const other = b[at] ?? 0;
    if (rank !== other) return rank < 0 ? 1 : other < 0 ? -1 : rank - other;
  }
  return 0;
}

/** Arranges the items of one group by their two axes. */
function arrange(
  items: readonly PreviewItem[],
  { axes, rows, columns }: GridParts,
  { columnCount, columnLabels }: Pick<Grid, 'columnCount' | 'columnLabels'>,
): readonly GridLine[] {
  const labels = rows === null ? [null] : (axes.get(rows) ?? []);
  return labels.flatMap((label) => {
    const members = label === null ? items : items.filter((item) => axisValue(item, rows ?? '') === label);
    const lines = columns === null ? chunk(members, columnCount) : stack(members, columns, columnLabels ?? []);
    return lines.map((cells, at) => ({ kind: 'cells', label: at === 0 ? label : null, cells }));
  });
}

/** Puts items of one column below one another. */
function stack(items: readonly PreviewItem[], columns: string, labels: readonly string[]): readonly Cells[] {
  const stacks = labels.map((label) => items.filter((item) => axisValue(item, columns) === label));
  const height = Math.max(...stacks.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) => stacks.map((members) => members[at] ?? null));
}

function chunk(items: readonly PreviewItem[], length: number): readonly Cells[] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, at) =>
    items.slice(at * length, (at + 1) * length),
  );
}

/** Returns the axes to start with: the first two, columns first, because a page is wider than high. */
export function chooseAxes(axes: GridParts['axes']): { rows: string | null; columns: string | null } {
  const [first = null, second = null] = axes.keys();
  return second === null ? { rows: null, columns: first } : { rows: first, columns: second };
}

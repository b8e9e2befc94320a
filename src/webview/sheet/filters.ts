import { parseSearch } from '../../core/artifact/search/parseSearch.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { SheetSort } from '../../protocol/sheet.ts';

/**
 * Returns the items that a query finds, in their order. `found` has their ids, or is null for all items. Missing files
 * are left out unless the query asks for a status. The kept one is never left out.
 */
export function filterItems(
  items: readonly PreviewItem[],
  query: string,
  { found, keptId = null }: { readonly found: ReadonlySet<string> | null; readonly keptId?: string | null },
): readonly PreviewItem[] {
  const hasStatus = parseSearch(query).terms.some(({ kind }) => kind === 'status' || kind === 'state');
  return items.filter(
    (item) =>
      item.id === keptId || ((found?.has(item.id) ?? true) && (hasStatus || item.kind === 'task' || item.uri !== null)),
  );
}

export function axisValue({ axes }: PreviewItem, name: string): string | undefined {
  return axes.find(([each]) => each === name)?.[1];
}

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true });
// An id begins with the path of its job file, if there are several.
const byId = (a: PreviewItem, b: PreviewItem): number =>
  a.order - b.order || compareText(a.id, b.id) || (a.id < b.id ? -1 : 1);
const newest = (a: PreviewItem, b: PreviewItem): number => b.at - a.at;

const comparisons: Readonly<Record<SheetSort, (a: PreviewItem, b: PreviewItem) => number>> = {
  newest,
  oldest: (a, b) => a.at - b.at,
  // Results of one combination lie beside each other, the newest first.
  matrix: (a, b) => compareText(a.job ?? '', b.job ?? '') || a.index - b.index || newest(a, b),
  rating: (a, b) => rank(b) - rank(a) || newest(a, b),
  cost: (a, b) => (b.amountUsd ?? -1) - (a.amountUsd ?? -1) || newest(a, b),
  name: (a, b) => compareText(a.name, b.name),
};

/** Returns the items in an order that does not depend on the order before. */
export function sortItems(items: readonly PreviewItem[], sort: SheetSort): readonly PreviewItem[] {
  const compare = comparisons[sort];
  return items.toSorted((a, b) => compare(a, b) || byId(a, b));
}

/** Returns a number that orders by rating. A star comes before all ratings, and a rejected result after unrated ones. */
function rank({ mark, rating }: PreviewItem): number {
  return (mark === 'star' ? 10 : mark === 'reject' ? -10 : 0) + (rating ?? 0);
}

/**
 * Returns the ids to show, so that nothing moves while results arrive: known ids keep their order, even if a new sort
 * key would move them. `sorted` holds all ids to show in the order of a fresh list. An id that is new to the list, but
 * not to the sheet, such as one that a filter has hidden, follows its neighbor in `sorted`.
 */
export function keepOrder(before: readonly string[], sorted: readonly string[]): readonly string[] {
  const wanted = new Set(sorted);
  const kept = before.filter((id) => wanted.has(id));
  const known = new Set(kept);
  const followers = new Map<string | null, string[]>();
  let neighbor: string | null = null;
  for (const id of sorted) {
    if (known.has(id)) {
      neighbor = id;
      continue;
    }
    const list = followers.get(neighbor);
    if (list) list.push(id);
    else followers.set(neighbor, [id]);
  }
  return [...(followers.get(null) ?? []), ...kept.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

/** More runs than anyone looks through. */
const maxRuns = 50;

/** An axis with its values, in the order of the job file. */
export type FileAxis = readonly [name: string, values: readonly string[]];

/** What the items differ in, and so what filters and pickers offer. */
interface Choices {
  readonly models: readonly string[];
  readonly jobs: readonly string[];
  /** The newest runs, newest first, with the time of their newest result in Unix ms. */
  readonly runs: readonly { readonly id: string; readonly at: number }[];
  /** Values of each axis, in the order of the matrix. */
  readonly axes: ReadonlyMap<string, readonly string[]>;
  /** The largest known cost in USD. 0 for none. */
  readonly maxUsd: number;
}

/**
 * Collects the choices. Axes and values are in the order of the job file, and those that it no longer has follow in the
 * order in which they first appeared. An axis with only one value is left out.
 */
export function listChoices(items: readonly PreviewItem[], fileAxes: readonly FileAxis[] = []): Choices {
  /** Whether there is a result with the value, by axis. */
  const listed = new Map<string, Map<string, boolean>>();
  const list = (name: string, value: string, isPresent: boolean): void => {
    const values = listed.get(name) ?? new Map<string, boolean>();
    listed.set(name, values.set(value, isPresent));
  };
  for (const [name, values] of fileAxes) for (const value of values) list(name, value, false);
  const newestOfRun = new Map<string, number>();
  for (const { run, at } of items) newestOfRun.set(run, Math.max(at, newestOfRun.get(run) ?? at));
  const timeOf = ({ run }: PreviewItem): number => newestOfRun.get(run) ?? 0;
  for (const item of items.toSorted((a, b) => timeOf(a) - timeOf(b) || a.index - b.index)) {
    // Axes of several job files are not those of one matrix.
    for (const [name, value] of item.group === null ? item.axes : []) list(name, value, true);
  }
  const axes = [...listed].map(([name, values]) => {
    return [name, [...values].flatMap(([value, isPresent]) => (isPresent ? value : []))] as const;
  });
  return {
    models: distinct(items.map(({ model }) => model)),
    jobs: distinct(items.map(({ job }) => job)),
    runs: [...newestOfRun]
      .map(([id, at]) => ({ id, at }))
      .toSorted((a, b) => b.at - a.at)
      .slice(0, maxRuns),
    axes: new Map(axes.filter(([, values]) => values.length > 1)),
    maxUsd: items.reduce((largest, { amountUsd }) => Math.max(largest, amountUsd ?? 0), 0),
  };
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))].toSorted(compareText);
}

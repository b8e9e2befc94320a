import { assertNever } from '../../core/support/assertNever.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import { isExpiring, findExpiry } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import { sectionOf, type TaskSection } from '../../core/task/model/taskStates.ts';

/** The tasks of a run that belong to one job file. */
export interface RunGroup {
  /** Differs from that of every other group. */
  readonly key: string;
  readonly run: string;
  /** Absolute path. */
  readonly jobFile: string;
  /** At least one task. Those that need attention are first, and among them those whose results expire soon. */
  readonly tasks: readonly Task[];
  readonly section: TaskSection;
}

/** Content of the Tasks view below its root. All lists are newest first. */
export interface TaskGroups {
  readonly inProgress: readonly RunGroup[];
  /** Runs with results that expire soon come before all others, the most urgent first. */
  readonly needsAttention: readonly RunGroup[];
  /** Finished runs by absolute path of the job file. The file with the newest run comes first. */
  readonly finished: ReadonlyMap<string, readonly RunGroup[]>;
  /** All runs by key. */
  readonly runs: ReadonlyMap<string, RunGroup>;
  /** Ids of failed and unsent tasks whose result a later run has made, so that they no longer need attention. */
  readonly fixedIds: ReadonlySet<string>;
}

export function runKeyOf({ run, jobFile }: Pick<Task, 'run' | 'jobFile'>): string {
  return JSON.stringify([run, jobFile]);
}

/** Groups the tasks, which must be newest first. `now` is Unix ms. */
export function groupTasks(tasks: readonly Task[], now: number): TaskGroups {
  const fixedIds = findFixed(tasks);
  const sectionNow = (task: Task): TaskSection => (fixedIds.has(task.id) ? 'finished' : sectionOf(task));
  const urgencyOf = (task: Task): number => (isExpiring(task, now) ? (findExpiry(task) ?? Infinity) : Infinity);
  const groups = [...groupBy(tasks, runKeyOf)].map(([key, own]) => buildGroup(key, own, { sectionNow, urgencyOf }));
  const bySection = groupBy(groups, ({ section }) => section);
  const ofSection = (section: TaskSection): readonly RunGroup[] => bySection.get(section) ?? [];
  const urgency = ({ tasks: [first] }: RunGroup): number => (first ? urgencyOf(first) : Infinity);
  return {
    inProgress: ofSection('inProgress'),
    needsAttention: sortByNumber(ofSection('needsAttention'), urgency),
    finished: groupBy(ofSection('finished'), ({ jobFile }) => jobFile),
    runs: new Map(groups.map((group) => [group.key, group])),
    fixedIds,
  };
}

interface Ranks {
  readonly sectionNow: (task: Task) => TaskSection;
  /** Unix ms of a near expiry, otherwise infinite. */
  readonly urgencyOf: (task: Task) => number;
}

/** A run is in progress as long as one of its tasks is, so that it is one row, and its failures are its first rows. */
function buildGroup(key: string, tasks: readonly Task[], { sectionNow, urgencyOf }: Ranks): RunGroup {
  const [{ run, jobFile }] = tasks as readonly [Task];
  const bySection = groupBy(tasks, sectionNow);
  const urgent = sortByNumber(bySection.get('needsAttention') ?? [], urgencyOf);
  const others = urgent.length === 0 ? tasks : tasks.filter((task) => sectionNow(task) !== 'needsAttention');
  const section = bySection.has('inProgress') ? 'inProgress' : urgent.length > 0 ? 'needsAttention' : 'finished';
  return { key, run, jobFile, tasks: [...urgent, ...others], section };
}

/** Keeps the order of equal elements. */
function sortByNumber<T>(items: readonly T[], numberOf: (item: T) => number): readonly T[] {
  const numbers = new Map(items.map((item) => [item, numberOf(item)]));
  return items.toSorted((one, other) => {
    const [first = Infinity, second = Infinity] = [numbers.get(one), numbers.get(other)];
    return first === second ? 0 : first - second;
  });
}

/**
 * Returns the ids of failed and unsent tasks whose result a later run has made. A task that may have been charged still
 * needs a decision of the user, whatever a later run has made.
 */
export function findFixed(tasks: readonly Task[]): ReadonlySet<string> {
  const open = tasks.filter(isFixable);
  if (open.length === 0) return new Set();
  const savedAt = new Map<string, number>();
  // Keys are made only of tasks that can matter, because the view has thousands of saved tasks.
  const jobFiles = new Set(open.map(({ jobFile }) => jobFile));
  const oldest = Math.min(...open.map(({ createdAt }) => createdAt));
  for (const task of tasks) {
    if (task.state !== 'saved' || task.createdAt <= oldest || !jobFiles.has(task.jobFile)) continue;
    for (const key of resultKeys(task)) savedAt.set(key, Math.max(task.createdAt, savedAt.get(key) ?? 0));
  }
  const isFixed = (task: Task): boolean => resultKeys(task).some((key) => (savedAt.get(key) ?? 0) > task.createdAt);
  return new Set(open.filter(isFixed).map(({ id }) => id));
}

function isFixable({ state, taskId, doubtfulAttempts }: Task): boolean {
  return doubtfulAttempts === 0 && (state === 'failed' || (state === 'stopped' && taskId === null));
}

/** A result is the same if its request is, or if it is in the same place of the job file after an edit. */
function resultKeys({ jobFile, request }: Pick<Task, 'jobFile' | 'request'>): readonly string[] {
  const { job, index, axes, fingerprint } = request;
  const place = JSON.stringify([jobFile, job, index, axes]);
  return fingerprint === '' ? [place] : [place, JSON.stringify([jobFile, fingerprint])];
}

/** The tasks as the view shows them. They are grouped once, however many rows are drawn. */
export type TaskSnapshot = ReturnType<typeof createTaskSnapshot>;

export function createTaskSnapshot(list: () => readonly Task[], now: () => number) {
  let current: { readonly groups: TaskGroups; readonly byId: ReadonlyMap<string, Task> } | undefined;
  const read = (): NonNullable<typeof current> => {
    if (current) return current;
    const tasks = list();
    current = { groups: groupTasks(tasks, now()), byId: new Map(tasks.map((task) => [task.id, task])) };
    return current;
  };
  return {
    groups: (): TaskGroups => read().groups,
    find: (id: string): Task | undefined => read().byId.get(id),
    /** Discards the snapshot after a change. The next call creates a new one. */
    renew: (): void => void (current = undefined),
  };
}

/** A row of the Tasks view. VS Code identifies rows by object identity, so each row is created once and kept. */
export type Row =
  | { readonly kind: 'section'; readonly id: string; readonly section: TaskSection }
  | { readonly kind: 'jobFile'; readonly id: string; readonly path: string }
  | { readonly kind: 'run'; readonly id: string; readonly key: string; readonly run: string; readonly path: string }
  /** The tasks of a run from an index on. */
  | { readonly kind: 'more'; readonly id: string; readonly key: string; readonly from: number }
  | { readonly kind: 'task'; readonly id: string; readonly taskId: string };

/** Whether a value that a menu passes to a command is a row of the view. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}

/**
 * Maximum number of tasks below a row. VS Code reads all rows below a row that is drawn again, and the row of a run
 * changes with each of its tasks.
 */
const pageSize = 50;

export type RowCache = ReturnType<typeof createRowCache>;

/**
 * Returns the same row object for the same task, run, section or job file. Only rows of removed tasks are deleted. Runs
 * and job files are few, so their rows are kept.
 */
export function createRowCache() {
  const rows = new Map<string, Row>();
  const keep = (row: Row): Row => {
    const known = rows.get(row.id);
    if (known) return known;
    rows.set(row.id, row);
    return row;
  };
  const ofSection = (section: TaskSection): Row => keep({ kind: 'section', id: `section:${section}`, section });
  const ofJobFile = (path: string): Row => keep({ kind: 'jobFile', id: `jobFile:${path}`, path });
  const ofTask = (taskId: string): Row => keep({ kind: 'task', id: `task:${taskId}`, taskId });
  const ofMore = (key: string, from: number): Row => keep({ kind: 'more', id: `more:${from}:${key}`, key, from });
  /** A run of one task is the row of this task. */
  const ofRun = ({ key, run, jobFile, tasks: [first, ...others] }: RunGroup): Row =>
    first && others.length === 0 ? ofTask(first.id) : keep({ kind: 'run', id: `run:${key}`, key, run, path: jobFile });
  const pageOf = ({ key, tasks }: RunGroup, from: number): Row[] => {
    const next = from + pageSize;
    const page = tasks.slice(from, next).map(({ id }) => ofTask(id));
    return next < tasks.length ? [...page, ofMore(key, next)] : page;
  };
  const ofFile = (runs: readonly RunGroup[]): Row[] => {
    const [only, ...others] = runs;
    return only && others.length === 0 ? pageOf(only, 0) : runs.map(ofRun);
  };
  /** The rows below a row, or below the root. */
  const childrenOf = (row: Row | undefined, groups: TaskGroups): Row[] => {
    switch (row?.kind) {
      case undefined:
        return sections.filter((section) => sizeOf(section, groups) > 0).map(ofSection);
      case 'section':
        return row.section === 'finished' ? [...groups.finished.keys()].map(ofJobFile) : groups[row.section].map(ofRun);
      case 'jobFile':
        return ofFile(groups.finished.get(row.path) ?? []);
      case 'run':
      case 'more': {
        const group = groups.runs.get(row.key);
        return group ? pageOf(group, row.kind === 'more' ? row.from : 0) : [];
      }
      case 'task':
        return [];
      default:
        return assertNever(row);
    }
  };
  /** The row above that of a run, or above its only task. */
  const aboveRun = ({ section, jobFile }: RunGroup): Row =>
    section === 'finished' ? ofJobFile(jobFile) : ofSection(section);
  /** The row that has the page of the run with this index. */
  const abovePage = (group: RunGroup, index: number, groups: TaskGroups): Row => {
    const from = index - (index % pageSize);
    if (from > 0) return ofMore(group.key, from);
    const isOnlyOfFile = group.section === 'finished' && groups.finished.get(group.jobFile)?.length === 1;
    return group.tasks.length === 1 || isOnlyOfFile ? aboveRun(group) : ofRun(group);
  };
  return {
    section: ofSection,
    task: ofTask,
    forgetTask: (taskId: string): void => void rows.delete(`task:${taskId}`),
    childrenOf,
    /** Undefined for a section, and for a row that is no longer in the view. */
    parentOf(row: Row, groups: TaskGroups, find: TaskSnapshot['find']): Row | undefined {
      if (row.kind === 'section') return undefined;
      if (row.kind === 'jobFile') return ofSection('finished');
      const task = row.kind === 'task' ? find(row.taskId) : undefined;
      const group = groups.runs.get(row.kind === 'task' ? (task ? runKeyOf(task) : '') : row.key);
      if (!group) return undefined;
      if (row.kind === 'run') return aboveRun(group);
      const index = row.kind === 'more' ? row.from - pageSize : group.tasks.findIndex(({ id }) => id === row.taskId);
      return abovePage(group, index, groups);
    },
  };
}

const sections: readonly TaskSection[] = ['inProgress', 'needsAttention', 'finished'];

function sizeOf(section: TaskSection, groups: TaskGroups): number {
  return section === 'finished' ? groups.finished.size : groups[section].length;
}

/** What has changed since the view was drawn. */
interface RowChanges {
  readonly before: TaskGroups;
  readonly after: TaskGroups;
  /** Ids of tasks that have changed. */
  readonly changed: ReadonlySet<string>;
  /** Whether the text of a row has changed. It is asked only for rows above those that have. */
  readonly isOther: (row: Row) => boolean;
}

/**
 * Lists the rows to draw again: those whose own text or whose list of rows has changed. Undefined is the root. The rows
 * below a row of the list are left out, because VS Code draws them too.
 */
export function listChangedRows(
  { before, after, changed, isOther }: RowChanges,
  rows: RowCache,
): readonly (Row | undefined)[] {
  const listBelow = (row: Row | undefined): readonly (Row | undefined)[] => {
    const below = rows.childrenOf(row, after);
    if (!isEqual(rows.childrenOf(row, before), below)) return [row];
    const others = below.flatMap((each) =>
      each.kind === 'task' ? (changed.has(each.taskId) ? [each] : []) : listBelow(each),
    );
    return row && others.length > 0 && isOther(row) ? [row] : others;
  };
  return listBelow(undefined);
}

function isEqual(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at]);
}

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
  /** Unix ms of a near expiry. Tasks without one come last. */
  const urgencyOf = (task: Task | undefined): number =>
    (task && isExpiring(task, now) ? findExpiry(task) : null) ?? Number.MAX_SAFE_INTEGER;
  /** A run is in progress as long as one of its tasks is, so that it is one row, and its failures are its first rows. */
  const buildGroup = ([key, own]: readonly [string, readonly Task[]]): RunGroup => {
    const [{ run, jobFile }] = own as readonly [Task];
    const bySection = groupBy(own, sectionNow);
    const urgent = (bySection.get('needsAttention') ?? []).toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
    const others = urgent.length === 0 ? own : own.filter((task) => sectionNow(task) !== 'needsAttention');
    const section = bySection.has('inProgress') ? 'inProgress' : urgent.length > 0 ? 'needsAttention' : 'finished';
    return { key, run, jobFile, tasks: [...urgent, ...others], section };
  };
  const groups = Array.from(groupBy(tasks, runKeyOf), buildGroup);
  const ofSection = (wanted: TaskSection) => groups.filter(({ section }) => section === wanted);
  return {
    inProgress: ofSection('inProgress'),
    needsAttention: ofSection('needsAttention').toSorted(
      ({ tasks: [one] }, { tasks: [other] }) => urgencyOf(one) - urgencyOf(other),
    ),
    finished: groupBy(ofSection('finished'), ({ jobFile }) => jobFile),
    runs: new Map(groups.map((group) => [group.key, group])),
    fixedIds,
  };
}

/**
 * Lists one task for each combination of the jobs that were in these runs: its newest one in them, or its newest result of
 * another run. Without `runs`, each job is listed as its newest run has left it. Results for other axes are those of an
 * earlier matrix. The tasks must be newest first.
 */
export function currentOf(tasks: readonly Task[], runs?: ReadonlySet<string>): readonly Task[] {
  const byJob = groupBy(tasks, ({ jobFile, request: { job } }) => JSON.stringify([jobFile, job]));
  return [...byJob.values()].flatMap((all) => {
    const newest = runs ? all.find(({ run }) => runs.has(run)) : all[0];
    if (!newest) return [];
    const isOfRun = ({ run }: Task): boolean => runs?.has(run) ?? run === newest.run;
    if (all.every(isOfRun)) return all;
    const nameAxes = ({ request: { axes } }: Task): string => Object.keys(axes).join();
    const combinations = all.map(({ run, request: { axes } }) => JSON.stringify([run, axes]));
    // The number of a request tells repetitions apart, but changes with the matrix.
    const isRepeated = new Set(combinations).size < all.length;
    const found = new Map<string, Task>();
    for (const task of all) {
      const { axes, index } = task.request;
      const key = JSON.stringify([axes, isRepeated && index]);
      const before = found.get(key);
      const isResult = task.state === 'saved' && nameAxes(task) === nameAxes(newest);
      if (before ? isResult && before.state === 'skipped' : isResult || isOfRun(task)) found.set(key, task);
    }
    return [...found.values()];
  });
}

/**
 * Returns the ids of failed and unsent tasks whose result a later run has made. A task that may have been charged still
 * needs a decision of the user, whatever a later run has made.
 */
export function findFixed(tasks: readonly Task[]): ReadonlySet<string> {
  const open = tasks.filter(
    ({ state, taskId, doubtfulAttempts }) =>
      doubtfulAttempts === 0 && (state === 'failed' || (state === 'stopped' && taskId === null)),
  );
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

/** Returns a key of what an edit of the job file leaves the same. */
export function placeOf({ jobFile, request: { job, index, axes } }: Pick<Task, 'jobFile' | 'request'>): string {
  return JSON.stringify([jobFile, job, index, axes]);
}

/** A result is the same if its request is, or if it is in the same place of the job file after an edit. */
function resultKeys(task: Pick<Task, 'jobFile' | 'request'>): readonly string[] {
  const { jobFile, request } = task;
  const { fingerprint } = request;
  const place = placeOf(task);
  return fingerprint === '' ? [place] : [place, JSON.stringify([jobFile, fingerprint])];
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

/** Maximum number of tasks below a row. VS Code reads all of them again with each change of the row. */
const pageSize = 50;

/** The tasks and the rows of the view, as they were when they were last read. */
interface Content {
  readonly groups: TaskGroups;
  readonly byId: ReadonlyMap<string, Task>;
  /** The rows below each row that has some, and below the root. */
  readonly children: ReadonlyMap<Row | undefined, Row[]>;
  /** The row above each row that is not a section. */
  readonly parents: ReadonlyMap<Row, Row>;
}

export type TaskRows = ReturnType<typeof createTaskRows>;

/** Keeps the rows of these tasks, which are read when a row is first requested, and then by `renew`. */
export function createTaskRows(list: () => readonly Task[], now: () => number) {
  /** Each row is kept, also without its task, whose row VS Code may still have. */
  const rows = new Map<string, Row>();
  const keep = (row: Row): Row => {
    const known = rows.get(row.id) ?? row;
    rows.set(row.id, known);
    return known;
  };
  const build = (): Content => {
    const tasks = list();
    const groups = groupTasks(tasks, now());
    return { groups, byId: new Map(tasks.map((task) => [task.id, task])), ...placeRows(groups, keep) };
  };
  let content: Content | undefined;
  const current = (): Content => (content ??= build());
  return {
    groups: (): TaskGroups => current().groups,
    find: (taskId: string): Task | undefined => current().byId.get(taskId),
    ofTask: (taskId: string): Row => keep(taskRow(taskId)),
    ofSection: (section: TaskSection): Row => keep(sectionRow(section)),
    childrenOf: (row?: Row): Row[] => current().children.get(row) ?? [],
    parentOf: (row: Row): Row | undefined => current().parents.get(row),
    /**
     * Reads the tasks again. Returns the rows to draw again: those whose own text or whose list of rows has changed.
     * Undefined is the root. The rows below a row of the list are left out, because VS Code draws them too. `changed`
     * has the ids of tasks that have changed. `isOther` says whether the text of another row has changed, and is asked
     * only for rows above those that have.
     */
    renew(changed: ReadonlySet<string>, isOther: (row: Row) => boolean): readonly (Row | undefined)[] {
      const before = current();
      const after = (content = build());
      const touched = new Set([...changed].map((id) => after.byId.get(id)?.jobFile));
      const listBelow = (row: Row | undefined): readonly (Row | undefined)[] => {
        const below = after.children.get(row) ?? [];
        if (!isEqual(before.children.get(row) ?? [], below)) return [row];
        const others = below.flatMap((each) => {
          if (each.kind !== 'task') return listBelow(each);
          return changed.has(each.taskId) ? [each] : [];
        });
        // The row of a job file also counts what its run in progress makes.
        const mayDiffer = others.length > 0 || (row?.kind === 'jobFile' && touched.has(row.path));
        return row && mayDiffer && isOther(row) ? [row] : others;
      };
      return listBelow(undefined);
    },
  };
}

function taskRow(taskId: string): Row {
  return { kind: 'task', id: `task:${taskId}`, taskId };
}

function sectionRow(section: TaskSection): Row {
  return { kind: 'section', id: `section:${section}`, section };
}

/** Puts the rows of all tasks below each other. */
function placeRows(groups: TaskGroups, keep: (row: Row) => Row): Pick<Content, 'children' | 'parents'> {
  const children = new Map<Row | undefined, Row[]>();
  const parents = new Map<Row, Row>();
  const place = (parent: Row | undefined, rows: Row[]): void => {
    children.set(parent, rows);
    if (parent) for (const row of rows) parents.set(row, parent);
  };
  const placeTasks = (parent: Row, group: RunGroup, from = 0): void => {
    const next = from + pageSize;
    const page = group.tasks.slice(from, next).map(({ id }) => keep(taskRow(id)));
    if (next >= group.tasks.length) return place(parent, page);
    const more = keep({ kind: 'more', id: `more:${next}:${group.key}`, key: group.key, from: next });
    place(parent, [...page, more]);
    placeTasks(more, group, next);
  };
  /** A run of one task is the row of this task. */
  const ofRun = (group: RunGroup): Row => {
    const { key, run, jobFile: path, tasks } = group;
    const [first, ...others] = tasks;
    if (first && others.length === 0) return keep(taskRow(first.id));
    const row = keep({ kind: 'run', id: `run:${key}`, key, run, path });
    placeTasks(row, group);
    return row;
  };
  /** The runs of a job file are one row, or its tasks if it has one run. A single task is one row. */
  const ofFile = ([path, runs]: readonly [string, readonly RunGroup[]]): Row => {
    const [only, ...others] = runs;
    if (only?.tasks.length === 1 && others.length === 0) return ofRun(only);
    const row = keep({ kind: 'jobFile', id: `jobFile:${path}`, path });
    if (only && others.length === 0) placeTasks(row, only);
    else place(row, runs.map(ofRun));
    return row;
  };
  const sections = [
    [keep(sectionRow('inProgress')), groups.inProgress.map(ofRun)],
    [keep(sectionRow('needsAttention')), groups.needsAttention.map(ofRun)],
    [keep(sectionRow('finished')), Array.from(groups.finished, ofFile)],
  ] as const;
  const shown = sections.filter(([, rows]) => rows.length > 0);
  place(
    undefined,
    shown.map(([section]) => section),
  );
  for (const [section, rows] of shown) place(section, rows);
  return { children, parents };
}

function isEqual(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at]);
}

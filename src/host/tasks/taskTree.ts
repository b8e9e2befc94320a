import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '../../core/support/lazy.ts';
import { isExpiring } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { AccountReader } from '../account/accountReader.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contextKeys, views } from '../ids.ts';
import { createTimer, type Timer } from '../timer.ts';
import { describeCounts } from '../ui/taskWords.ts';
import { finishTreeItem } from '../ui/treeItem.ts';
import { isRunning, type RunTotals } from './runRow.ts';
import {
  createRowCache,
  createTaskSnapshot,
  listChangedRows,
  type Row,
  type RowCache,
  type RunGroup,
  type TaskSnapshot,
} from './taskGroups.ts';
import { createLook } from './look.ts';

/** The Tasks view of this window. */
export type TaskTree = ReturnType<typeof registerTaskTree>;

/** Delay in ms. All changes within this time are drawn at once. */
const redrawMs = 100;
/** Interval in ms at which elapsed times are updated. */
const secondMs = 1000;
const minuteMs = 60_000;
/**
 * Maximum number of rows that are updated each second. The user does not read more, and a run of hundreds must not keep
 * the window busy.
 */
const maxMovingRows = 50;

/**
 * Registers the Tasks view: runs in progress, runs that need attention, finished runs by job file. The engine is loaded
 * when the view is first shown.
 */
export function registerTaskTree(engineHost: EngineHost, account: AccountReader) {
  /**
   * Created with the first row or task, because most windows start without either. The snapshot stays the same until
   * `drawChanges` says what is different: VS Code asks for the rows of one group at a time, and later, so that groups of
   * different moments would show a task that has moved twice, and an empty row for one that is gone.
   */
  const content = lazy(() => {
    const snapshot = createTaskSnapshot(() => engineHost.allTasks(), Date.now);
    return { rows: createRowCache(), snapshot, look: createLook(snapshot, account) };
  });
  let isDrawn = false;
  const drawn = new vscode.EventEmitter<Row | Row[] | undefined>();
  const view = vscode.window.createTreeView<Row>(views.tasks, {
    canSelectMany: true,
    dragAndDropController: createResultDrag((id) => content().snapshot.find(id)),
    treeDataProvider: {
      onDidChangeTreeData: drawn.event,
      getTreeItem: (row) => finishTreeItem(content().look.draw(row)),
      async getChildren(row) {
        if (!row) await engineHost.engine();
        const { rows, snapshot } = content();
        // A snapshot from before the engine was loaded may lack tasks.
        if (!isDrawn) snapshot.renew();
        isDrawn = true;
        return rows.childrenOf(row, snapshot.groups());
      },
      getParent(row) {
        const { rows, snapshot } = content();
        return rows.parentOf(row, snapshot.groups(), snapshot.find);
      },
    },
  });
  const draw = (list: readonly (Row | undefined)[]): void => {
    const below = list.filter((row) => row !== undefined);
    if (below.length < list.length) drawn.fire(undefined);
    else if (below.length > 0) drawn.fire(below);
  };
  const changed = new Set<string>();
  const removed = new Set<string>();
  const drawChanges = (): void => {
    const { rows, snapshot, look } = content();
    const before = snapshot.groups();
    snapshot.renew();
    draw(listChangedRows({ before, after: snapshot.groups(), changed, isOther: look.isOther }, rows));
    changed.clear();
    // The comparison needs the rows of removed tasks. A task whose removal failed is in the list again.
    for (const id of removed) if (!snapshot.find(id)) rows.forgetTask(id);
    removed.clear();
    updateCounts(view, engineHost.allTasks(), look.sum(engineHost.tasks()));
  };
  const redraw = createTimer(redrawMs, drawChanges);
  const drawing = { view, content, draw, drawChanges };
  const time = createTimeRows(drawing);
  const note = (ids: readonly string[]): void => {
    for (const id of ids) changed.add(id);
    redraw.start();
    time.start();
  };
  const noteTasks = (tasks: readonly Task[]): void => note(tasks.map(({ id }) => id));
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) removed.add(id);
    note([]);
  };
  const subscriptions = vscode.Disposable.from(
    view,
    drawn,
    redraw,
    time,
    view.onDidChangeVisibility(() => time.start()),
    account.onDidChange(() => noteTasks(listFirsts(content().snapshot.groups().inProgress))),
    engineHost.onDidLoad(() => noteTasks(engineHost.tasks())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => draw([undefined])),
    engineHost.onDidChangeTask(({ id }) => note([id])),
    engineHost.onDidRemoveTask((id) => forget([id])),
    engineHost.onDidChangeForeignTasks(({ changed: tasks, removed: ids }) => {
      if (tasks.length > 0) noteTasks(tasks);
      if (ids.length > 0) forget(ids);
    }),
  );
  return {
    /** Shows the view with this task selected. Without an id, the newest task that needs attention is selected. */
    reveal: (taskId: string | undefined): Promise<void> => engineHost.engine().then(() => reveal(taskId, drawing)),
    selection: (): readonly Row[] => view.selection,
    dispose: (): void => subscriptions.dispose(),
  };
}

const dragMimeType = 'text/uri-list';

/** Lets the files of saved tasks be dragged out of the Tasks view, such as into a job file or beside an editor. */
function createResultDrag(find: (taskId: string) => Task | undefined): vscode.TreeDragAndDropController<Row> {
  return {
    dragMimeTypes: [dragMimeType],
    dropMimeTypes: [],
    handleDrag(rows, data) {
      const tasks = rows.flatMap((row) => (row.kind === 'task' ? (find(row.taskId) ?? []) : []));
      const uris = tasks.flatMap(({ jobFile, artifacts }) =>
        artifacts.map(({ path }) => vscode.Uri.file(resolve(dirname(jobFile), path)).toString()),
      );
      if (uris.length > 0) data.set(dragMimeType, new vscode.DataTransferItem(uris.join('\r\n')));
    },
  };
}

/** One task of each run: a new estimate may change the row of the run. */
function listFirsts(runs: readonly RunGroup[]): readonly Task[] {
  return runs.flatMap(({ tasks: [first] }) => first ?? []);
}

/** What the functions of the view share. */
interface Drawing {
  readonly view: vscode.TreeView<Row>;
  readonly content: () => { readonly snapshot: TaskSnapshot; readonly rows: RowCache };
  readonly draw: (rows: readonly Row[]) => void;
  readonly drawChanges: () => void;
}

async function reveal(taskId: string | undefined, { view, content, drawChanges }: Drawing): Promise<void> {
  await vscode.commands.executeCommand(`${views.tasks}.focus`);
  // VS Code finds only rows that it was told to draw.
  drawChanges();
  const { snapshot, rows } = content();
  const { needsAttention, inProgress } = snapshot.groups();
  const [first] = [...needsAttention, ...inProgress].flatMap(({ tasks }) => tasks);
  const task = snapshot.find(taskId ?? '') ?? first;
  if (task) await view.reveal(rows.task(task.id), { select: true, focus: true });
}

/** Draws the rows that change only with time. Elapsed times change only while the view is visible. */
function createTimeRows({ view, content, draw, drawChanges }: Drawing): Timer {
  const elapsed = createTimer(secondMs, () => {
    if (!view.visible) return;
    const { snapshot, rows } = content();
    const moving = snapshot.groups().inProgress.flatMap(({ tasks }) => tasks.filter(isRunning));
    draw(moving.slice(0, maxMovingRows).map(({ id }) => rows.task(id)));
    if (moving.length > 0) elapsed.start();
  });
  /** Tasks whose results expire soon move up, and their remaining time is updated. */
  const left = createTimer(minuteMs, () => {
    drawChanges();
    const { snapshot, rows } = content();
    const { needsAttention } = snapshot.groups();
    const isUrgent = needsAttention.some(({ tasks }) => tasks.some((task) => isExpiring(task, Date.now())));
    if (view.visible && isUrgent) draw([rows.section('needsAttention')]);
    left.start();
  });
  return {
    start() {
      elapsed.start();
      left.start();
    },
    dispose() {
      elapsed.dispose();
      left.dispose();
    },
  };
}

/** Updates the badge of the view and the context keys of `when` clauses. Waiting tasks are not counted as running. */
function updateCounts(
  view: vscode.TreeView<Row>,
  tasks: readonly Task[],
  { running, waiting, needsAttention }: RunTotals,
): void {
  const facts = describeCounts({ running, waiting, needsAttention });
  const value = running || needsAttention;
  // VS Code removes the badge only for undefined.
  view.badge = value > 0 ? { value, tooltip: facts.join(', ') } : undefined;
  const set = (key: string, isSo: boolean): void => void vscode.commands.executeCommand('setContext', key, isSo);
  set(
    contextKeys.hasUnsaved,
    tasks.some(({ state, holder }) => state === 'unsaved' && !holder),
  );
  set(contextKeys.isRunning, running + waiting > 0);
}

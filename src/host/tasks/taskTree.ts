import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { isExpiring } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { AccountReader } from '../account/accountReader.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contextKeys, views } from '../ids.ts';
import { createTimer, redrawMs } from '../timer.ts';
import { describeCounts } from '../ui/taskWords.ts';
import { finishTreeItem } from '../ui/treeItem.ts';
import { isRunning, type RunTotals } from './runRow.ts';
import { createTaskRows, type Row, type TaskRows } from './taskGroups.ts';
import { createLook } from './look.ts';

/** The Tasks view of this window. */
export type TaskTree = ReturnType<typeof registerTaskTree>;

/** Interval in ms at which elapsed times are updated. */
const secondMs = 1000;
const minuteMs = 60_000;
/** Maximum number of rows that are updated each second. A run of hundreds must not keep the window busy. */
const maxMovingRows = 50;

/**
 * Registers the Tasks view: runs in progress, runs that need attention, finished runs by job file. The engine is loaded
 * when the view is first shown.
 */
export function registerTaskTree(engineHost: EngineHost, account: AccountReader) {
  /**
   * The rows stay the same until `drawChanges` says what is different: VS Code asks for the rows of one group at a time,
   * and later, so that groups of different moments would show a task that has moved twice, and an empty row for one that
   * is gone.
   */
  const rows = createTaskRows(() => engineHost.allTasks(), Date.now);
  const look = createLook(rows, account);
  let isDrawn = false;
  const drawn = new vscode.EventEmitter<Row | Row[] | undefined>();
  const view = vscode.window.createTreeView<Row>(views.tasks, {
    canSelectMany: true,
    dragAndDropController: createResultDrag(rows.find),
    treeDataProvider: {
      onDidChangeTreeData: drawn.event,
      getTreeItem: (row) => finishTreeItem(look.draw(row)),
      async getChildren(row) {
        if (!row) await engineHost.engine();
        // Rows from before the engine was loaded may lack tasks.
        if (!isDrawn) rows.renew(new Set(), look.isOther);
        isDrawn = true;
        return rows.childrenOf(row);
      },
      getParent: rows.parentOf,
    },
  });
  const draw = (list: readonly (Row | undefined)[]): void => {
    const below = list.filter((row) => row !== undefined);
    if (below.length < list.length) drawn.fire(undefined);
    else if (below.length > 0) drawn.fire(below);
  };
  const changed = new Set<string>();
  const drawChanges = (): void => {
    draw(rows.renew(changed, look.isOther));
    changed.clear();
    updateCounts(view, engineHost.allTasks(), look.sum(engineHost.tasks()));
  };
  const redraw = createTimer(redrawMs, drawChanges);
  const drawing = { view, rows, draw, drawChanges };
  const time = createTimeRows(drawing);
  const note = (tasks: readonly Pick<Task, 'id'>[]): void => {
    for (const { id } of tasks) changed.add(id);
    redraw.start();
    time.start();
  };
  const subscriptions = vscode.Disposable.from(
    view,
    drawn,
    redraw,
    time,
    view.onDidChangeVisibility(() => time.start()),
    // A new estimate may change the row of a run, which is above its first task.
    account.onDidChange(() => note(rows.groups().inProgress.flatMap(({ tasks: [first] }) => first ?? []))),
    engineHost.onDidLoad(() => note(engineHost.tasks())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => draw([undefined])),
    engineHost.onDidChangeTask((task) => note([task])),
    engineHost.onDidRemoveTask(() => note([])),
    engineHost.onDidChangeForeignTasks((change) => note(change.changed)),
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

/** What the functions of the view share. */
interface Drawing {
  readonly view: vscode.TreeView<Row>;
  readonly rows: TaskRows;
  readonly draw: (rows: readonly Row[]) => void;
  readonly drawChanges: () => void;
}

async function reveal(taskId: string | undefined, { view, rows, drawChanges }: Drawing): Promise<void> {
  await vscode.commands.executeCommand(`${views.tasks}.focus`);
  // VS Code finds only rows that it was told to draw.
  drawChanges();
  const { needsAttention, inProgress } = rows.groups();
  const [first] = [...needsAttention, ...inProgress].flatMap(({ tasks }) => tasks);
  const task = rows.find(taskId ?? '') ?? first;
  if (task) await view.reveal(rows.ofTask(task.id), { select: true, focus: true });
}

/** Draws the rows that change only with time. Elapsed times change only while the view is visible. */
function createTimeRows({ view, rows, draw, drawChanges }: Drawing) {
  const elapsed = createTimer(secondMs, () => {
    if (!view.visible) return;
    const moving = rows.groups().inProgress.flatMap(({ tasks }) => tasks.filter(isRunning));
    draw(moving.slice(0, maxMovingRows).map(({ id }) => rows.ofTask(id)));
    if (moving.length > 0) elapsed.start();
  });
  /** Tasks whose results expire soon move up, and their remaining time is updated. */
  const left = createTimer(minuteMs, () => {
    drawChanges();
    const { needsAttention } = rows.groups();
    const isUrgent = needsAttention.some(({ tasks }) => tasks.some((task) => isExpiring(task, Date.now())));
    if (view.visible && isUrgent) draw([rows.ofSection('needsAttention')]);
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
  set(contextKeys.hasTasks, tasks.length > 0);
  set(contextKeys.isRunning, running + waiting > 0);
}

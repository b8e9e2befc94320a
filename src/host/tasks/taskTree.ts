import * as vscode from 'vscode';
import { assertNever } from '../../core/support/assertNever.ts';
import { listOfferedActions, sectionOf } from '../../core/task/model/taskStates.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isExpiring } from '../../core/task/model/expiry.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contexts, views } from '../ids.ts';
import { createTimer, type Timer } from '../timer.ts';
import { childrenOf, isOpenAtFirst, mapJobFile, mapSection, mapTask } from './taskItems.ts';
import { createRefreshGatherer, type Refresh } from './taskRefresh.ts';
import { createRowCache, type Row, type RowCache } from './taskRows.ts';
import { createTaskSnapshot, type TaskSnapshot } from './taskGroups.ts';
import { l10n } from '../l10n.ts';
import { finishTreeItem } from '../treeItem.ts';

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
 * Registers the Tasks view: in progress, needs attention, finished by job file. The engine is loaded when the view is
 * first shown.
 */
export function registerTaskTree(engineHost: EngineHost): vscode.Disposable {
  const rows = createRowCache();
  const gatherer = createRefreshGatherer();
  const snapshot = createTaskSnapshot(() => engineHost.allTasks(), Date.now);
  const changed = new vscode.EventEmitter<Row | undefined>();
  const view = vscode.window.createTreeView<Row>(views.tasks, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (row) => finishTreeItem(mapRow(row, snapshot)),
      async getChildren(row) {
        if (!row) await engineHost.engine();
        return childrenOf(row, snapshot.groups(), rows);
      },
      getParent: () => undefined,
    },
  });
  const redraw = createTimer(redrawMs, () => {
    for (const row of listRows(gatherer.take(), rows)) changed.fire(row);
    updateCounts(view, engineHost.allTasks());
  });
  const time = createTimeRows({ view, snapshot, rows, draw: (row) => changed.fire(row) });
  const note = (tasks: readonly Task[]): void => {
    snapshot.renew();
    for (const task of tasks) gatherer.changed(task);
    redraw.start();
    time.start();
  };
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) {
      rows.forgetTask(id);
      gatherer.removed(id);
    }
    note([]);
  };
  return vscode.Disposable.from(
    view,
    changed,
    redraw,
    time,
    view.onDidChangeVisibility(() => time.start()),
    engineHost.onDidLoad(() => note(engineHost.tasks())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => note(engineHost.allTasks())),
    engineHost.onDidChangeTask((task) => note([task])),
    engineHost.onDidRemoveTask((id) => forget([id])),
    engineHost.onDidChangeElsewhere(({ changed: tasks, removed }) => {
      if (tasks.length > 0) note(tasks);
      if (removed.length > 0) forget(removed);
    }),
  );
}

/** Lists the rows to draw again. Undefined represents the root. */
function listRows(refresh: Refresh | undefined, rows: RowCache): readonly (Row | undefined)[] {
  if (!refresh) return [];
  if (refresh.kind === 'all') return [undefined];
  return [
    ...[...refresh.sections].map((section) => rows.section(section)),
    ...[...refresh.ids].map((id) => rows.task(id)),
  ];
}

interface TimeRowsPorts {
  readonly view: Pick<vscode.TreeView<Row>, 'visible'>;
  readonly snapshot: TaskSnapshot;
  readonly rows: RowCache;
  readonly draw: (row: Row) => void;
}

/** Draws the rows that change only with time, while the view is visible. */
function createTimeRows({ view, snapshot, rows, draw }: TimeRowsPorts): Timer {
  const elapsed = createTimer(secondMs, () => {
    const moving = view.visible ? snapshot.groups().inProgress.filter(({ state }) => state !== 'planned') : [];
    for (const { id } of moving.slice(0, maxMovingRows)) draw(rows.task(id));
    if (moving.length > 0) elapsed.start();
  });
  /** Tasks whose results expire soon move up, and their remaining time is updated. */
  const left = createTimer(minuteMs, () => {
    snapshot.renew();
    const isUrgent = snapshot.groups().needsAttention.some((task) => isExpiring(task, Date.now()));
    if (view.visible && isUrgent) draw(rows.section('needsAttention'));
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

/** Updates the badge of the view and the context keys of `when` clauses. */
function updateCounts(view: vscode.TreeView<Row>, tasks: readonly Task[]): void {
  const count = tasks.filter((task) => sectionOf(task) === 'inProgress').length;
  const tooltip = count === 1 ? l10n.t('1 task in progress') : l10n.t('{count} tasks in progress', { count });
  // VS Code removes the badge only for undefined.
  view.badge = count > 0 ? { value: count, tooltip } : undefined;
  const hasUnsaved = tasks.some(({ state, holder }) => state === 'unsaved' && !holder);
  void vscode.commands.executeCommand('setContext', contexts.hasUnsaved, hasUnsaved);
}

/** Builds the item of a row. Rows contain only ids, so that a row that is drawn again shows the present task. */
function mapRow(row: Row, snapshot: TaskSnapshot): vscode.TreeItem {
  switch (row.kind) {
    case 'section':
      return mapSection(row);
    case 'jobFile':
      return mapJobFile(row, isOpenAtFirst(row.path, snapshot.groups()));
    case 'task': {
      const task = snapshot.find(row.taskId);
      return task ? mapTask(row, task, listOfferedActions(task, vscode.workspace)) : new vscode.TreeItem('');
    }
    default:
      return assertNever(row);
  }
}

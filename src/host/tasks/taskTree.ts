import * as vscode from 'vscode';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Task, TaskAction } from '../../core/task/task.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contexts, views } from '../ids.ts';
import { createTimer } from '../timer.ts';
import { groupTasks } from './taskGroups.ts';
import { isInFlight } from '../../core/task/isInFlight.ts';
import { createRefreshGatherer } from './taskRefresh.ts';
import { childrenOf, mapJobFile, mapSection, mapTask } from './taskItems.ts';
import { createRowCache, type Row } from './taskRows.ts';

/** Burst of changes within this time are drawn at once. */
const redrawMs = 100;
/** How often elapsed times move. */
const secondMs = 1000;

/** `actionsOf` comes from core: the view offers what the state machine allows, and nothing else. */
export interface TaskTreePorts {
  readonly engineHost: EngineHost;
  readonly actionsOf: (task: Task) => readonly TaskAction[];
}

/** The Tasks view: in progress, needs attention, finished by job file. Loads the engine when it is first looked at. */
export function registerTaskTree(ports: TaskTreePorts): vscode.Disposable {
  const { engineHost } = ports;
  const rows = createRowCache();
  const gatherer = createRefreshGatherer();
  const changed = new vscode.EventEmitter<Row | undefined>();
  const view = vscode.window.createTreeView<Row>(views.tasks, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (row) => mapRow(row, ports),
      async getChildren(row) {
        if (!row) await engineHost.engine();
        return childrenOf(row, groupTasks(engineHost.tasks()), rows);
      },
      getParent: () => undefined,
    },
  });
  const redraw = createTimer(redrawMs, () => {
    const refresh = gatherer.take();
    if (refresh?.kind === 'all') changed.fire(undefined);
    else for (const id of refresh?.ids ?? []) changed.fire(rows.task(id));
    updateCounts(view, engineHost.tasks());
  });
  /** Elapsed times move once a second while somebody looks at them. */
  const tick = createTimer(secondMs, () => {
    const running = view.visible ? engineHost.tasks().filter(({ state }) => isInFlight(state)) : [];
    for (const { id } of running) changed.fire(rows.task(id));
    if (running.length > 0) tick.start();
  });
  return vscode.Disposable.from(
    view,
    changed,
    redraw,
    tick,
    view.onDidChangeVisibility(() => tick.start()),
    engineHost.onDidLoad(() => {
      for (const task of engineHost.tasks()) gatherer.changed(task);
      redraw.start();
      tick.start();
    }),
    engineHost.onDidChangeTask((task) => {
      gatherer.changed(task);
      redraw.start();
      tick.start();
    }),
    engineHost.onDidRemoveTask((id) => {
      rows.forgetTask(id);
      gatherer.removed(id);
      redraw.start();
    }),
  );
}

/** The badge of the view, and what `when` clauses ask about. */
function updateCounts(view: vscode.TreeView<Row>, tasks: readonly Task[]): void {
  const count = tasks.filter(({ state }) => isInFlight(state)).length;
  const tooltip =
    count === 1 ? vscode.l10n.t('1 task in progress') : vscode.l10n.t('{count} tasks in progress', { count });
  // VS Code takes the badge off for undefined only.
  view.badge = count > 0 ? { value: count, tooltip } : undefined;
  const hasUnsaved = tasks.some(({ state }) => state === 'unsaved');
  void vscode.commands.executeCommand('setContext', contexts.hasUnsaved, hasUnsaved);
}

/** Rows carry ids only, so that a row drawn again shows the task as it is now. */
function mapRow(row: Row, { engineHost, actionsOf }: TaskTreePorts): vscode.TreeItem {
  switch (row.kind) {
    case 'section':
      return mapSection(row);
    case 'jobFile':
      return mapJobFile(row);
    case 'task': {
      const task = engineHost.tasks().find(({ id }) => id === row.taskId);
      return task ? mapTask(row, task, actionsOf(task)) : new vscode.TreeItem('');
    }
    default:
      return assertNever(row);
  }
}

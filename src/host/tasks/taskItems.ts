import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Task, TaskAction } from '../../core/task/model/task.ts';
import type { Section } from '../../core/task/model/taskStates.ts';
import { commands } from '../ids.ts';
import type { TaskGroups } from './taskGroups.ts';
import { buildTaskRow } from './taskRow.ts';
import type { Row, RowCache } from './taskRows.ts';
import { l10n } from '../l10n.ts';

/** Returns the rows below a row, or below the root. */
export function childrenOf(row: Row | undefined, groups: TaskGroups, rows: RowCache): Row[] {
  const ofTasks = (tasks: readonly Task[]): Row[] => tasks.map(({ id }) => rows.task(id));
  if (!row) {
    return [
      ...(groups.inProgress.length > 0 ? [rows.section('inProgress')] : []),
      ...(groups.needsAttention.length > 0 ? [rows.section('needsAttention')] : []),
      ...(groups.finished.size > 0 ? [rows.section('finished')] : []),
    ];
  }
  switch (row.kind) {
    case 'section':
      if (row.section === 'finished') return [...groups.finished.keys()].map((path) => rows.jobFile(path));
      return ofTasks(groups[row.section]);
    case 'jobFile':
      return ofTasks(groups.finished.get(row.path) ?? []);
    case 'task':
      return [];
    default:
      return assertNever(row);
  }
}

/** Builds a heading. It has no icon, because the rows below have one. */
export function mapSection({ id, section }: Row & { readonly kind: 'section' }): vscode.TreeItem {
  const labels: Readonly<Record<Section, string>> = {
    inProgress: l10n.t('In Progress'),
    needsAttention: l10n.t('Needs Attention'),
    finished: l10n.t('Finished'),
  };
  const item = new vscode.TreeItem(labels[section], vscode.TreeItemCollapsibleState.Expanded);
  item.id = id;
  return item;
}

/**
 * Maximum number of expanded job files. After months of work only the newest are expanded; the others cost nothing
 * until the user expands them.
 */
const maxOpenJobFiles = 5;

/** Whether the tasks of a job file are visible without a click. */
export function isOpenAtFirst(path: string, { finished }: TaskGroups): boolean {
  return [...finished.keys()].slice(0, maxOpenJobFiles).includes(path);
}

/** Builds the row of a job file with finished tasks. Its folder is shown if the name alone may be ambiguous. */
export function mapJobFile({ id, path }: Row & { readonly kind: 'jobFile' }, isOpen: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(basename(path), isOpen ? Expanded : Collapsed);
  const folder = vscode.workspace.asRelativePath(dirname(path));
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('file');
  item.tooltip = path;
  // The workspace folder itself need not be named.
  if (!vscode.workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === dirname(path))) item.description = folder;
  return item;
}

/** Builds the row of a task. Selecting it shows the preview. */
export function mapTask({ id }: Row, task: Task, actions: readonly TaskAction[]): vscode.TreeItem {
  const row = buildTaskRow(task, { now: Date.now(), actions, l10n });
  const item = new vscode.TreeItem(row.label);
  item.id = id;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(row.icon, row.color ? new vscode.ThemeColor(row.color) : undefined);
  item.command = { title: l10n.t('Preview'), command: commands.taskPreview, arguments: [task.id] };
  return item;
}

import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Task } from '../../core/task/model/task.ts';
import { listOfferedActions, type TaskSection } from '../../core/task/model/taskStates.ts';
import type { AccountReader } from '../account/accountReader.ts';
import { commands } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import { buildRunRow, sumTasks } from './runRow.ts';
import type { Row, RunGroup, TaskGroups, TaskRows } from './taskGroups.ts';
import { buildTaskRow } from './taskRow.ts';

/** A run with more tasks is collapsed. */
const maxOpenTasks = 10;
/** Maximum number of expanded job files. After months of work only the newest are expanded. */
const maxOpenJobFiles = 5;

/** The look of the rows. Rows contain only ids, so that a row that is drawn again shows the present task. */
export function createLook(rows: Pick<TaskRows, 'groups' | 'find'>, account: AccountReader) {
  const drawn = new Map<string, string>();
  const options = () => ({
    isTrusted: vscode.workspace.isTrusted,
    fixedIds: rows.groups().fixedIds,
    estimate: account.current()?.estimate ?? null,
  });
  const buildRow = (row: Row) => {
    const groups = rows.groups();
    if (row.kind === 'jobFile') {
      const { path } = row;
      const tasks = (groups.finished.get(path) ?? []).flatMap((run) => run.tasks);
      return buildRunRow({ tasks, section: 'finished', jobFile: path, label: basename(path) }, options());
    }
    const group = row.kind === 'run' ? groups.runs.get(row.key) : undefined;
    return group && buildRunRow({ ...group, label: labelOf(group, groups) }, options());
  };
  return {
    /** Whether the row of a run or job file would look different from when it was drawn. */
    isOther: (row: Row): boolean => drawn.has(row.id) && drawn.get(row.id) !== JSON.stringify(buildRow(row)),
    sum: (tasks: readonly Task[]) => sumTasks(tasks, options()),
    draw(row: Row): vscode.TreeItem {
      if (row.kind === 'section') return mapSection(row.section, row.id);
      if (row.kind === 'jobFile' || row.kind === 'run') {
        const built = buildRow(row);
        drawn.set(row.id, JSON.stringify(built));
        return built ? mapRun(row, built, isOpenAtFirst(row, rows.groups())) : new vscode.TreeItem('');
      }
      if (row.kind === 'more') {
        const count = (rows.groups().runs.get(row.key)?.tasks.length ?? 0) - row.from;
        const label = l10n.t('{count} more', { count });
        return Object.assign(new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed), { id: row.id });
      }
      const task = rows.find(row.taskId);
      return task ? mapTask(row, task, rows.groups()) : new vscode.TreeItem('');
    },
  };
}

/** A run is named after its job file, unless it is below the row of the job file. */
function labelOf({ section, jobFile, tasks }: RunGroup, { finished }: TaskGroups): string {
  const hasRow = section === 'finished' && (finished.get(jobFile)?.length ?? 0) > 1;
  if (!hasRow) return basename(jobFile);
  const options = { dateStyle: 'short', timeStyle: 'short' } as const;
  return new Date(tasks[0]?.createdAt ?? 0).toLocaleString(vscode.env.language, options);
}

/** Whether the rows below a row are visible without a click. */
function isOpenAtFirst(row: Row & { readonly kind: 'jobFile' | 'run' }, { finished, runs }: TaskGroups): boolean {
  const isRecent = [...finished.keys()].slice(0, maxOpenJobFiles).includes(row.path);
  if (row.kind === 'jobFile') {
    const [only, ...others] = finished.get(row.path) ?? [];
    return isRecent && (others.length > 0 || (only?.tasks.length ?? 0) <= maxOpenTasks);
  }
  const group = runs.get(row.key);
  return group !== undefined && group.tasks.length <= maxOpenTasks && (group.section !== 'finished' || isRecent);
}

/** Builds a heading. It has no icon, because the rows below have one. */
function mapSection(section: TaskSection, id: string): vscode.TreeItem {
  const labels: Readonly<Record<TaskSection, string>> = {
    inProgress: l10n.t('In Progress'),
    needsAttention: l10n.t('Needs Attention'),
    finished: l10n.t('Finished'),
  };
  const item = new vscode.TreeItem(labels[section], vscode.TreeItemCollapsibleState.Expanded);
  item.id = id;
  if (section === 'finished') item.contextValue = 'section clearFinished';
  return item;
}

/** The folder is shown after the name of a job file, because the name alone may be ambiguous. */
function mapRun(
  { kind, id, path }: Row & { readonly kind: 'jobFile' | 'run' },
  row: ReturnType<typeof buildRunRow>,
  isOpen: boolean,
) {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  // The workspace folder itself need not be named.
  const isAtTop = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === dirname(path));
  const folder = isAtTop ? [] : [vscode.workspace.asRelativePath(dirname(path))];
  return Object.assign(new vscode.TreeItem(row.label, isOpen ? Expanded : Collapsed), {
    id,
    description: [row.description, ...folder].join(' · '),
    tooltip: row.tooltip,
    contextValue: row.contextValue,
    accessibilityInformation: { label: [row.spoken, ...folder].join(', ') },
    iconPath: kind === 'jobFile' ? new vscode.ThemeIcon('file') : buildIcon(row),
  });
}

function buildIcon({ icon, color }: { readonly icon: string; readonly color?: string }): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Builds the row of a task. Selecting it shows the preview. */
function mapTask({ id }: Row, task: Task, { fixedIds }: TaskGroups): vscode.TreeItem {
  const actions = listOfferedActions(task, vscode.workspace);
  const row = buildTaskRow(task, { now: Date.now(), actions, isFixed: fixedIds.has(task.id) });
  const { label, description, tooltip, contextValue } = row;
  const command = { title: l10n.t('Preview'), command: commands.taskPreview, arguments: [task.id] };
  const look = { id, description, tooltip, contextValue, iconPath: buildIcon(row), command };
  return Object.assign(new vscode.TreeItem(label), look);
}

import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../core/artifact/jobFileName.ts';
import type { Task } from '../../core/task/model/task.ts';
import { listOfferedActions, type TaskSection } from '../../core/task/model/taskStates.ts';
import { stateIcons, type Sign } from '../../protocol/stateIcons.ts';
import type { AccountReader } from '../account/accountReader.ts';
import { commands } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import { describeAxes, turning } from '../ui/taskWords.ts';
import { buildRunRow, sumTasks } from './runRow.ts';
import { currentOf, placeOf, runKeyOf, type Row, type RunGroup, type TaskGroups, type TaskRows } from './taskGroups.ts';
import { buildTaskRow } from './taskRow.ts';

/** A run with more tasks is collapsed. */
const maxOpenTasks = 10;
/** Maximum number of expanded job files. After months of work only the newest are expanded. */
const maxOpenJobFiles = 5;

/** The look of the rows. Rows contain only ids, so that a row that is drawn again shows the present task. */
export function createLook(rows: Pick<TaskRows, 'groups' | 'find' | 'parentOf'>, account: AccountReader) {
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
      const current = currentOf(tasksOf(path, groups));
      return buildRunRow({ tasks, section: 'finished', jobFile: path, ...nameOf(path), current }, options());
    }
    const group = row.kind === 'run' ? groups.runs.get(row.key) : undefined;
    if (!group) return undefined;
    const current =
      group.section === 'inProgress' ? currentOf(tasksOf(group.jobFile, groups), new Set([group.run])) : group.tasks;
    return buildRunRow({ ...group, ...describeRun(group, groups), current }, options());
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
        return built ? mapRun(row, built, rows.groups()) : new vscode.TreeItem('');
      }
      if (row.kind === 'more') {
        const count = (rows.groups().runs.get(row.key)?.tasks.length ?? 0) - row.from;
        const label = l10n.t('{count} more', { count });
        return Object.assign(new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed), { id: row.id });
      }
      const task = rows.find(row.taskId);
      if (!task) return new vscode.TreeItem('');
      return mapTask(row, task, { ...rows.groups(), isTop: rows.parentOf(row)?.kind === 'section' });
    },
  };
}

function tasksOf(jobFile: string, { runs }: TaskGroups): readonly Task[] {
  return [...runs.values()].flatMap((run) => (run.jobFile === jobFile ? run.tasks : []));
}

function nameOf(jobFile: string) {
  return { label: jobFileStem(basename(jobFile)), time: null };
}

/** A run is named after its job file. Below the row of the job file, it says what was made, and when. */
function describeRun(group: RunGroup, { finished, runs }: TaskGroups) {
  const { section, jobFile, tasks } = group;
  if (section !== 'finished' || (finished.get(jobFile)?.length ?? 0) < 2) return nameOf(jobFile);
  const all = [...runs.values()].filter((run) => run.jobFile === jobFile);
  const earlier = all.slice(all.indexOf(group) + 1).flatMap((run) => run.tasks);
  const asked = new Set(earlier.map(placeOf));
  const made = new Set(earlier.filter(({ state }) => state === 'saved').map(placeOf));
  const facts = { count: tasks.length };
  let label = l10n.t('{count} new', facts);
  if (tasks.some((task) => made.has(placeOf(task)))) label = l10n.t('{count} again', facts);
  else if (tasks.every((task) => asked.has(placeOf(task)))) label = l10n.t('{count} missing', facts);
  const startedAt = new Date(tasks[0]?.createdAt ?? 0);
  const isToday = startedAt.toDateString() === new Date().toDateString();
  return {
    label,
    time: startedAt.toLocaleString(vscode.env.language, {
      timeStyle: 'short',
      ...(isToday ? {} : { dateStyle: 'short' }),
    }),
  };
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
  group: Row & { readonly kind: 'jobFile' | 'run' },
  row: ReturnType<typeof buildRunRow>,
  groups: TaskGroups,
) {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const { id, path } = group;
  const isOpen = isOpenAtFirst(group, groups);
  const folder = row.isNamed ? folderOf(path) : [];
  return Object.assign(new vscode.TreeItem(row.label, isOpen ? Expanded : Collapsed), {
    id,
    description: [row.description, ...folder].join(' · '),
    tooltip: row.tooltip,
    contextValue: row.contextValue,
    accessibilityInformation: { label: [row.spoken, ...folder].join(', ') },
    iconPath: buildIcon(row),
  });
}

function buildIcon({ sign }: { readonly sign: Sign }): vscode.ThemeIcon {
  const { icon, color }: { readonly icon: string; readonly color?: string } = stateIcons[sign];
  return new vscode.ThemeIcon(turning(icon), color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Names the workspace folder if there are several. Empty for the only one, which need not be named. */
function folderOf(jobFile: string): readonly string[] {
  const folder = dirname(jobFile);
  const { workspaceFolders: open = [] } = vscode.workspace;
  const root = open.find(({ uri }) => uri.fsPath === folder);
  if (!root) return [vscode.workspace.asRelativePath(folder)];
  return open.length > 1 ? [root.name] : [];
}

/** Returns the number of a task among those of its run that `repeat` makes of the same request. Null if there are no others. */
function takeOf({ request }: Task, tasks: readonly Task[]): number | null {
  const axes = describeAxes(request.axes);
  const same = tasks.filter((each) => each.request.job === request.job && describeAxes(each.request.axes) === axes);
  return same.length < 2 ? null : same.filter((each) => each.request.index <= request.index).length;
}

/** Builds the row of a task. Selecting it shows the preview. */
function mapTask(
  { id }: Row,
  task: Task,
  { fixedIds, runs, isTop }: TaskGroups & { readonly isTop: boolean },
): vscode.TreeItem {
  const actions = listOfferedActions(task, vscode.workspace);
  const take = isTop ? null : takeOf(task, runs.get(runKeyOf(task))?.tasks ?? []);
  const row = buildTaskRow(task, { now: Date.now(), actions, isFixed: fixedIds.has(task.id), isTop, take });
  const { label, tooltip, contextValue, spoken } = row;
  const description = [row.description, ...(isTop ? folderOf(task.jobFile) : [])].filter(Boolean).join(' · ');
  const command = { title: l10n.t('Preview'), command: commands.taskPreview, arguments: [task.id] };
  return Object.assign(new vscode.TreeItem(label), {
    id,
    description,
    tooltip,
    contextValue,
    accessibilityInformation: { label: spoken },
    iconPath: buildIcon(row),
    command,
  });
}

import * as vscode from 'vscode';
import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import { actionsOf } from '../../../core/task/model/taskStates.ts';
import { describeHolder } from '../../describeHolder.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../l10n.ts';
import { ask, showBriefly } from '../../message.ts';
import type { Services } from '../../services.ts';
import { isRow } from '../../tasks/taskGroups.ts';
import { UserError } from '../errors.ts';
import { findSavable } from './findSavable.ts';
import { createPlaceHandlers } from './placeHandlers.ts';
import { buildTaskQuestion } from './taskQuestion.ts';

/**
 * Commands on a task accept a row of the Tasks view with the list of all selected rows, or the journal's id. Run by a
 * key, they act on the selection.
 */
export function createTaskHandlers(services: Services) {
  const act = (action: TaskAction) => async (row: unknown, selected: unknown) => {
    const tasks = await findTasks(services, row, selected);
    const possible = tasks.filter((task) => actionsOf(task).includes(action));
    const [task] = tasks;
    const reason = possible.length === 0 && task ? describeHolder(task, l10n) : null;
    if (reason !== null) throw new UserError(reason);
    if (!(await isMeant(action, possible))) return;
    const engine = await services.engineHost.engine();
    // An action that is no longer possible is written to the log.
    await Promise.all((possible.length > 0 ? possible : tasks).map(({ id }) => engine.act(id, action)));
  };
  return {
    [commands.taskStopWatching]: act('stopWatching'),
    [commands.taskCancel]: act('stopWatching'),
    [commands.taskResume]: act('resume'),
    [commands.taskRetry]: act('retry'),
    [commands.taskResubmit]: act('resubmit'),
    [commands.taskDismiss]: act('dismiss'),
    [commands.taskSaveAgain]: act('saveAgain'),
    [commands.taskRemove]: act('remove'),
    ...createPlaceHandlers(services, (row) => findTask(services, row)),
    [commands.taskPreview]: async (row: unknown) => {
      if (isRow(row) && (row.kind === 'run' || row.kind === 'jobFile')) {
        services.preview.show(vscode.Uri.file(row.path));
        return;
      }
      const task = await findTask(services, row);
      services.preview.show(vscode.Uri.file(task.jobFile), task.id);
    },
    [commands.showTasks]: (id: unknown) => services.taskTree.reveal(typeof id === 'string' ? id : undefined),
    [commands.taskCopyId]: async (row: unknown) => copyId(await findTask(services, row)),
    [commands.taskOpenJobFile]: async (row: unknown) => {
      const task = await findTask(services, row);
      await vscode.window.showTextDocument(vscode.Uri.file(task.jobFile));
    },
    [commands.saveAll]: (ids: unknown) => saveAll(services, ids),
  };
}

/** Copies the gateway's id, because support asks for it. */
async function copyId({ taskId }: Task): Promise<void> {
  if (taskId === null) throw new UserError(l10n.t('The gateway has not assigned an ID to this task yet.'));
  await vscode.env.clipboard.writeText(taskId);
  showBriefly(l10n.t('Task ID copied'));
}

/**
 * Saves all tasks that are unsaved, or those with the ids in the given list, which may also have stopped: the gateway
 * has their results. Nothing is sent: a task that was never accepted is left alone. The engine limits how many results
 * are saved at once.
 */
async function saveAll({ engineHost }: Pick<Services, 'engineHost'>, given: unknown): Promise<void> {
  const engine = await engineHost.engine();
  const wanted = findSavable(engine.tasks(), Array.isArray(given) ? given : []);
  if (wanted.length === 0) {
    showBriefly(l10n.t('Everything is saved.'));
    return;
  }
  await Promise.all(wanted.map(({ id, state }) => engine.act(id, state === 'stopped' ? 'resume' : 'saveAgain')));
}

/** What knows the tasks of the selected rows. */
type RowServices = Pick<Services, 'engineHost' | 'taskTree'>;

async function findTask(services: RowServices, row: unknown): Promise<Task> {
  const [task] = await findTasks(services, row, undefined);
  return task;
}

/** A row of the view contains `taskId`. Programs and messages pass the id itself. */
async function findTasks(
  { engineHost, taskTree }: RowServices,
  row: unknown,
  selected: unknown,
): Promise<readonly [Task, ...Task[]]> {
  await engineHost.engine();
  const rows: readonly unknown[] =
    Array.isArray(selected) && selected.length > 0 ? selected : row === undefined ? taskTree.selection() : [row];
  const ids = new Set(rows.map((each) => (isRow(each) && each.kind === 'task' ? each.taskId : each)));
  const [first, ...others] = engineHost.allTasks().filter(({ id }) => ids.has(id));
  if (first) return [first, ...others];
  throw new UserError(l10n.t('This task is no longer in the list.'));
}

/** An action without a question needs no confirmation. */
async function isMeant(action: TaskAction, tasks: readonly Task[]): Promise<boolean> {
  const question = buildTaskQuestion(action, tasks, l10n);
  if (!question) return true;
  const { text, detail, go } = question;
  return (await ask({ kind: 'warning', text, details: [detail], buttons: [go] })) === go;
}

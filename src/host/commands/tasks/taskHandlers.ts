import * as vscode from 'vscode';
import { actionsOf } from '../../../core/task/model/taskStates.ts';
import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import { commands } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { describeHolder } from '../../describeHolder.ts';
import { UserError } from '../commandError.ts';
import { findSavable } from './findSavable.ts';
import { createPlaceHandlers } from './placeHandlers.ts';
import { buildTaskQuestion } from './taskQuestion.ts';
import { l10n } from '../../l10n.ts';
import { ask, showBriefly } from '../../message.ts';

/** Commands on a task accept a row of the Tasks view or the journal's id. */
export function createTaskHandlers(services: Services) {
  const act = (action: TaskAction) => async (row: unknown) => {
    const task = await findTask(services, row);
    const reason = actionsOf(task).includes(action) ? null : describeHolder(task, l10n);
    if (reason !== null) throw new UserError(reason);
    if (!(await isMeant(action, task))) return;
    await (await services.engineHost.engine()).act(task.id, action);
  };
  return {
    [commands.taskStopWatching]: act('stopWatching'),
    [commands.taskResume]: act('resume'),
    [commands.taskRetry]: act('retry'),
    [commands.taskResubmit]: act('resubmit'),
    [commands.taskDismiss]: act('dismiss'),
    [commands.taskSaveAgain]: act('saveAgain'),
    [commands.taskRemove]: act('remove'),
    ...createPlaceHandlers(services, (row) => findTask(services, row)),
    [commands.taskPreview]: async (row: unknown) => {
      const task = await findTask(services, row);
      services.preview.show(vscode.Uri.file(task.jobFile), task.id);
    },
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
 * Saves all tasks that are unsaved, or those with the ids in the given list, which may also have stopped: the gateway has
 * their results. Nothing is sent: a task that was never accepted is left alone. The engine queues what is too many.
 */
async function saveAll({ engineHost }: Services, given: unknown): Promise<void> {
  const engine = await engineHost.engine();
  const wanted = findSavable(engine.tasks(), Array.isArray(given) ? given : []);
  if (wanted.length === 0) {
    showBriefly(l10n.t('Everything is saved'));
    return;
  }
  await Promise.all(wanted.map(({ id, state }) => engine.act(id, state === 'stopped' ? 'resume' : 'saveAgain')));
}

/** A row of the view contains `taskId`. Programs and messages pass the id itself. */
async function findTask({ engineHost }: Services, row: unknown): Promise<Task> {
  await engineHost.engine();
  const id = typeof row === 'object' && row !== null && 'taskId' in row ? row.taskId : row;
  const task = engineHost.allTasks().find((each) => each.id === id);
  if (task) return task;
  throw new UserError(l10n.t('This task is no longer in the list.'));
}

/** An action without a question needs no confirmation. */
async function isMeant(action: TaskAction, task: Task): Promise<boolean> {
  const question = buildTaskQuestion(action, task, l10n);
  if (!question) return true;
  const { text, detail, go } = question;
  return (await ask({ kind: 'warning', text, details: [detail], buttons: [go] })) === go;
}

import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { PlaceAction, Task, TaskAction } from '../../../core/task/model/task.ts';
import { actionsOf, isInFlight, placeActionsOf } from '../../../core/task/model/taskStates.ts';
import type { Relocation } from '../../../engine/index.ts';
import { describeHolder } from '../../ui/taskWords.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask, confirm, showBriefly } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { findFixed, isRow } from '../../tasks/taskGroups.ts';
import { UserError } from '../errors.ts';
import { findTasksOf, listCleared } from './runHandlers.ts';
import { readBalances } from './readBalances.ts';
import { asksToStop, buildTaskQuestion } from './taskQuestion.ts';

/**
 * Commands on a task accept a row of the Tasks view with the list of all selected rows, or the journal's id. Run by a
 * key, they act on the selection.
 */
export function createTaskHandlers(services: Services) {
  const act = (action: TaskAction) => async (row: unknown, selected: unknown) => {
    const tasks = await findTasks(services, row, selected);
    const possible = tasks.filter((task) => actionsOf(task).includes(action));
    const [task] = tasks;
    const reason = possible.length === 0 && task ? describeHolder(task) : null;
    if (reason !== null) throw new UserError(reason);
    if (!(await isMeant(action, possible, services))) return;
    const engine = await services.engineHost.engine();
    // An action that is no longer possible is written to the log.
    await Promise.all((possible.length > 0 ? possible : tasks).map(({ id }) => engine.act(id, action)));
  };
  return {
    [commands.taskStopWatching]: act('stopWatching'),
    [commands.taskCancel]: act('stopWatching'),
    [commands.taskResume]: act('resume'),
    [commands.taskRetry]: act('retry'),
    [commands.taskCheckBalance]: act('checkBalance'),
    [commands.taskResubmit]: act('resubmit'),
    [commands.taskSendAgain]: act('resubmit'),
    [commands.taskDismiss]: act('dismiss'),
    [commands.taskSaveAgain]: act('saveAgain'),
    /** On a run or a job file, the key does what Clear Finished in its menu does. On a heading, it does nothing. */
    [commands.taskRemove]: async (row: unknown, selected: unknown) => {
      await services.engineHost.engine();
      const all = services.engineHost.allTasks();
      const ids = listRows(services, row, selected).flatMap((each): readonly unknown[] => {
        if (!isRow(each) || each.kind === 'task') return [each];
        if (each.kind !== 'run' && each.kind !== 'jobFile') return [];
        return listCleared(findTasksOf(each, all), findFixed(all)).map(({ task }) => task.id);
      });
      if (ids.length > 0) await act('remove')(undefined, ids);
    },
    [commands.taskLocateFolder]: (row: unknown) => relocate(services, 'locateFolder', row),
    [commands.taskSaveTo]: (row: unknown) => relocate(services, 'saveTo', row),
    [commands.taskPreview]: async (row: unknown) => {
      if (isRow(row) && (row.kind === 'run' || row.kind === 'jobFile')) {
        services.preview.show(vscode.Uri.file(row.path));
        return;
      }
      const task = await findTask(services, row);
      services.preview.show(vscode.Uri.file(task.jobFile), task.id);
    },
    [commands.showTasks]: (id: unknown) => services.taskTree.reveal(typeof id === 'string' ? id : undefined),
    /** Copies the gateway's id, because support asks for it. */
    [commands.taskCopyId]: async (row: unknown) => {
      const { taskId } = await findTask(services, row);
      if (taskId === null) throw new UserError(l10n.t('The gateway has not assigned an ID to this task yet.'));
      await vscode.env.clipboard.writeText(taskId);
      showBriefly(l10n.t('Task ID copied'));
    },
    [commands.taskOpenJobFile]: async (row: unknown) => {
      const task = await findTask(services, row);
      await vscode.window.showTextDocument(vscode.Uri.file(task.jobFile));
    },
    [commands.saveAll]: (ids: unknown) => saveAll(services, ids),
  };
}

/** An action without a question needs no confirmation. Before a choice about a lost response, the balance is read. */
async function isMeant(action: TaskAction, tasks: readonly Task[], services: Services): Promise<boolean> {
  const { engineHost } = services;
  const ids = new Set(tasks.map(({ id }) => id));
  const listLeft = () => engineHost.tasks().filter(({ id, state }) => ids.has(id) && isInFlight(state));
  for (let present = tasks; ;) {
    const question = buildTaskQuestion(action, present);
    if (!question) return true;
    if (action === 'stopWatching') return asksToStop(question, listLeft, engineHost);
    if (question.safe === null) return confirm(question);
    present = await readBalances(present, services);
    const { safe, go, ...rest } = buildTaskQuestion(action, present) ?? question;
    const selected = await ask({ ...rest, kind: 'warning', buttons: safe === null ? [go] : [safe, go] });
    if (selected === undefined || selected !== safe) return selected === go;
  }
}

/**
 * Locates the moved folder of a task, or saves its results in another one. Only a folder that the user selects in the
 * dialog is written to: neither an argument nor a record can name one.
 */
async function relocate(services: Services, action: PlaceAction, row: unknown): Promise<void> {
  const task = await findTask(services, row);
  if (!placeActionsOf(task).includes(action)) {
    throw new UserError(describeHolder(task) ?? l10n.t('The results of this task can be saved in its folder.'));
  }
  const isLocating = action === 'locateFolder';
  const file = basename(task.jobFile);
  const selected = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: isLocating ? l10n.t('Locate Folder') : l10n.t('Save To'),
    title: isLocating
      ? l10n.t('Select the folder that contains {file} now', { file })
      : l10n.t('Select a folder for the results of {file}', { file }),
  });
  const folder = selected?.[0];
  if (!folder) return;
  const engine = await services.engineHost.engine();
  const boundary = vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? null;
  const relocation = isLocating
    ? await engine.locateFolder(task.id, { folder: folder.fsPath, boundary })
    : await engine.saveTo(task.id, folder.fsPath);
  if (relocation !== 'moved') throw new UserError(describeFailure(relocation, task, folder));
}

function describeFailure(failure: Exclude<Relocation, 'moved'>, task: Task, folder: vscode.Uri): string {
  return {
    foreign: l10n.t('Another window has this task. Use that window.'),
    ended: l10n.t('This task has ended or was removed, so nothing is left to save.'),
    'not-adopted': l10n.t(
      'This window cannot continue the task now. Make sure that the disk is not full, then try again.',
    ),
    'not-found': l10n.t(
      '"{folder}" does not contain {file}. Select the folder that was "{parent}", or use Save To for another folder.',
      { folder: basename(folder.fsPath), file: basename(task.jobFile), parent: basename(dirname(task.jobFile)) },
    ),
  }[failure];
}

/**
 * Saves the results of all unsaved tasks, or of the tasks with the given ids. A given task that was stopped is saved only
 * if the gateway has accepted it: to resume any other stopped task would send its request.
 */
async function saveAll({ engineHost }: Services, given: unknown): Promise<void> {
  const engine = await engineHost.engine();
  const ids = new Set<unknown>(Array.isArray(given) ? given : []);
  const wanted = engine.tasks().filter(({ id, state, taskId }) => {
    if (ids.size === 0) return state === 'unsaved';
    return ids.has(id) && (state === 'unsaved' || (state === 'stopped' && taskId !== null));
  });
  if (wanted.length === 0) showBriefly(l10n.t('Everything is saved.'));
  await Promise.all(wanted.map(({ id, state }) => engine.act(id, state === 'stopped' ? 'resume' : 'saveAgain')));
}

async function findTask(services: Services, row: unknown): Promise<Task> {
  const [task] = await findTasks(services, row, undefined);
  return task;
}

function listRows({ taskTree }: Services, row: unknown, selected: unknown): readonly unknown[] {
  if (Array.isArray(selected) && selected.length > 0) return selected;
  return row === undefined ? taskTree.selection() : [row];
}

/** A row of the view contains `taskId`. Programs and messages pass the id itself. */
async function findTasks(services: Services, row: unknown, selected: unknown): Promise<readonly [Task, ...Task[]]> {
  const { engineHost } = services;
  await engineHost.engine();
  const ids = new Set(
    listRows(services, row, selected).map((each) => (isRow(each) && each.kind === 'task' ? each.taskId : each)),
  );
  const [first, ...others] = engineHost.allTasks().filter(({ id }) => ids.has(id));
  if (first) return [first, ...others];
  throw new UserError(l10n.t('This task is no longer in the list.'));
}

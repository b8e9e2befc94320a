import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../../core/support/assertNever.ts';
import type { PlaceAction, Task } from '../../../core/task/model/task.ts';
import { placeActionsOf } from '../../../core/task/model/taskStates.ts';
import type { Engine, Relocation } from '../../../engine/index.ts';
import { describeHolder } from '../../describeHolder.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../l10n.ts';
import type { Services } from '../../services.ts';
import { UserError } from '../errors.ts';

/**
 * Commands for a task whose results cannot be saved where they belong. Only a folder that the user selects in the
 * dialog is written to: neither an argument nor a record can name one.
 */
export function createPlaceHandlers(
  { engineHost }: Pick<Services, 'engineHost'>,
  findTask: (row: unknown) => Promise<Task>,
) {
  const relocate = async (action: PlaceAction, row: unknown): Promise<void> => {
    const task = await findTask(row);
    if (!placeActionsOf(task).includes(action)) {
      throw new UserError(describeHolder(task, l10n) ?? l10n.t('The results of this task can be saved in its folder.'));
    }
    const folder = await selectFolder(action, task);
    if (!folder) return;
    const relocation = await apply(await engineHost.engine(), { action, task, folder });
    report(relocation, { task, folder });
  };
  return {
    [commands.taskLocateFolder]: (row: unknown) => relocate('locateFolder', row),
    [commands.taskSaveTo]: (row: unknown) => relocate('saveTo', row),
  };
}

interface Choice {
  readonly task: Task;
  readonly folder: vscode.Uri;
}

async function selectFolder(action: PlaceAction, { jobFile }: Task): Promise<vscode.Uri | undefined> {
  const isLocating = action === 'locateFolder';
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: isLocating ? l10n.t('Locate Folder') : l10n.t('Save To'),
      title: isLocating
        ? l10n.t('Select the folder that contains {file} now', { file: basename(jobFile) })
        : l10n.t('Select a folder for the results of {file}', { file: basename(jobFile) }),
    })) ?? [];
  return folder;
}

function apply(
  engine: Engine,
  { action, task, folder }: Choice & { readonly action: PlaceAction },
): Promise<Relocation> {
  if (action === 'saveTo') return engine.saveTo(task.id, folder.fsPath);
  const boundary = vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? null;
  return engine.locateFolder(task.id, { folder: folder.fsPath, boundary });
}

function report(relocation: Relocation, choice: Choice): void {
  if (relocation !== 'moved') throw new UserError(describeFailure(relocation, choice));
}

function describeFailure(failure: Exclude<Relocation, 'moved'>, { task, folder }: Choice): string {
  switch (failure) {
    case 'foreign':
      return l10n.t('Another window has this task. Use that window.');
    case 'ended':
      return l10n.t('This task has ended or was removed, so nothing is left to save.');
    case 'not-adopted':
      return l10n.t('This window cannot continue the task now. Make sure that the disk is not full, then try again.');
    case 'not-found':
      return l10n.t(
        '"{folder}" does not contain {file}. Select the folder that was "{parent}", or use Save To for another folder.',
        {
          folder: basename(folder.fsPath),
          file: basename(task.jobFile),
          parent: basename(dirname(task.jobFile)),
        },
      );
    default:
      return assertNever(failure);
  }
}

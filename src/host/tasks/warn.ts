import { basename } from 'node:path';
import * as vscode from 'vscode';
import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import { findExpiry, watchExpiry } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log, NearBudget, RunsFileFailure } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { commands } from '../ids.ts';
import { runInBackground } from '../runInBackground.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage, type Message } from '../ui/message.ts';
import { formatRemaining } from '../ui/taskWords.ts';

/** Shows a notification once for each budget, before the budget holds back a request. */
export function warnOfBudget({ scope, limitUsd, jobFile }: NearBudget, log: Log): void {
  const facts = { limit: formatAmount(limitUsd), name: basename(jobFile) };
  const text =
    scope === 'day'
      ? l10n.t('Most of today’s budget of {limit} is used or in flight. Nothing is sent beyond it.', facts)
      : l10n.t('{name}: most of the budget of {limit} is used or in flight. Nothing is sent beyond it.', facts);
  const openSetting = {
    title: l10n.t('Open Setting'),
    command: 'workbench.action.openSettings',
    args: ['genwright.budget'],
  } as const;
  // The settings cannot raise a budget that is in the job file.
  const actions = scope === 'run' || scope === 'day' ? [openSetting] : [];
  showMessage('warning', { text, actions }, log);
}

/** Shows a notification that names the runs file. Nothing is lost, but the file lacks lines for now. */
export function warnOfRunsFile({ jobFile, reason }: RunsFileFailure, log: Log): void {
  const text = l10n.t(
    '{file} cannot be written: {reason}. The results are saved, and their lines follow when the file can be written.',
    { file: runsFileOf(jobFile), reason },
  );
  showMessage('warning', { text, actions: [] }, log);
}

/** Shows a notification with the gateway's id of a charged task that would be unknown after a restart. */
export function warnOfUnwritten({ jobFile, taskId }: Task, log: Log): void {
  const text = l10n.t(
    'Genwright cannot write its journal, so a restart would forget task "{id}" of {file}, which may be charged. Free disk space before you close this window, or note the ID.',
    { id: taskId ?? '', file: basename(jobFile) },
  );
  showMessage('warning', { text, actions: [] }, log);
}

/** Warns in time before results are lost, of the tasks of this window and of those whose folder is gone. */
export function registerExpiry(engineHost: EngineHost, log: Log): vscode.Disposable {
  const controller = new AbortController();
  const announce = (tasks: readonly Task[]): void => showMessage('warning', buildNotice(tasks, Date.now()), log);
  const tasks = (): readonly Task[] => engineHost.allTasks().filter((task) => !task.holder || task.isFolderGone);
  const watch = { clock: systemClock, tasks, announce };
  return vscode.Disposable.from(
    { dispose: () => controller.abort(new Error('Disposed')) },
    engineHost.onDidLoad(() => runInBackground(watchExpiry(watch, controller.signal), log)),
  );
}

/** Builds the notification about results that will be lost soon, at least one. `now` is Unix ms. */
function buildNotice(tasks: readonly Task[], now: number): Message {
  const expiresAt = Math.min(...tasks.map((task) => findExpiry(task) ?? Infinity));
  const facts = { count: tasks.length, time: formatRemaining(expiresAt - now) };
  const text =
    tasks.length === 1
      ? l10n.t('An unsaved result expires in {time}. It may already be paid for.', facts)
      : l10n.t('{count} unsaved results expire in {time}. They may already be paid for.', facts);
  return {
    text,
    actions: [
      { title: l10n.t('Download All'), command: commands.saveAll, args: [tasks.map(({ id }) => id)] },
      { title: l10n.t('Show Tasks'), command: commands.showTasks },
    ],
  };
}

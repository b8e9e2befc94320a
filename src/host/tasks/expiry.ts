import * as vscode from 'vscode';
import { findExpiry, watchExpiry } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { commands } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage, type Message } from '../ui/message.ts';
import { formatRemaining } from '../ui/taskWords.ts';
import { runInBackground } from '../runInBackground.ts';

interface ExpiryPorts {
  readonly engineHost: EngineHost;
  readonly log: Log;
}

/**
 * Shows a notification in time before results are lost. Watches the tasks of this window and those whose folder is
 * gone.
 */
export function registerExpiry({ engineHost, log }: ExpiryPorts): vscode.Disposable {
  const controller = new AbortController();
  const announce = (tasks: readonly Task[]): void => showMessage('warning', buildNotice(tasks, Date.now()), log);
  const tasks = (): readonly Task[] => engineHost.allTasks().filter((task) => !task.holder || task.isFolderGone);
  const watch = { clock: systemClock, tasks, announce };
  return vscode.Disposable.from(
    { dispose: () => controller.abort(new Error('Disposed')) },
    engineHost.onDidLoad(() => runInBackground(watchExpiry(watch, controller.signal), log)),
  );
}

/**
 * Builds the notification about results that will be lost soon, which is shown once. It needs at least one task. `now`
 * is Unix ms.
 */
function buildNotice(tasks: readonly Task[], now: number): Message {
  const expiresAt = Math.min(...tasks.map((task) => findExpiry(task) ?? Infinity));
  const facts = { count: tasks.length, time: formatRemaining(expiresAt - now, l10n) };
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

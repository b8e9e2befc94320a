import * as vscode from 'vscode';
import { watchExpiry } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { l10n } from '../l10n.ts';
import { showMessage } from '../message.ts';
import { runInBackground } from '../runInBackground.ts';
import { buildExpiryNotice } from './expiryNotice.ts';

export interface ExpiryPorts {
  readonly engineHost: Pick<EngineHost, 'onDidLoad' | 'allTasks'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Shows a notification in time before results are lost. Watches the tasks of this window and those whose folder is
 * gone.
 */
export function registerExpiry({ engineHost, log }: ExpiryPorts): vscode.Disposable {
  const controller = new AbortController();
  const announce = (tasks: Parameters<typeof buildExpiryNotice>[0]): void =>
    showMessage('warning', buildExpiryNotice(tasks, { now: Date.now(), l10n }), log);
  const tasks = (): readonly Task[] => engineHost.allTasks().filter((task) => !task.holder || task.isFolderGone);
  const watch = { clock: systemClock, tasks, announce };
  return vscode.Disposable.from(
    { dispose: () => controller.abort(new Error('Disposed')) },
    engineHost.onDidLoad(() => runInBackground(watchExpiry(watch, controller.signal), log)),
  );
}

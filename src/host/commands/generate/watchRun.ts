import * as vscode from 'vscode';
import { isInFlight } from '../../../core/task/taskStates.ts';
import type { Task } from '../../../core/task/task.ts';
import type { Log, StartedRun } from '../../../engine.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { readSetting } from '../../adapters/settings.ts';
import { showMessage } from '../../message.ts';
import type { Preview } from '../../preview/registerPreview.ts';
import { runInBackground } from '../../runInBackground.ts';
import { buildRunSummary } from './runSummary.ts';
import { l10n } from '../../l10n.ts';

/** Where news of the tasks come from and where results are shown. */
export interface RunWatcherPorts {
  readonly engineHost: Pick<EngineHost, 'onDidChangeTask'>;
  readonly preview: Pick<Preview, 'follow' | 'showResult'>;
  /** No toast at all: the caller reads the answer. */
  readonly isQuiet: boolean;
  readonly log: Pick<Log, 'error'>;
}

/** Accompanies a run that has started: the preview, and one notification at the end. */
export function watchRun(run: StartedRun, ports: RunWatcherPorts): void {
  const startedAt = Date.now();
  for (const jobFile of run.jobFiles) ports.preview.follow(vscode.Uri.file(jobFile));
  const previewed = openPreviewWhenSeen(run, ports);
  const accompany = async (): Promise<void> => {
    try {
      const tasks = await run.done;
      if (!ports.isQuiet) announce(tasks, Date.now() - startedAt, ports);
    } finally {
      previewed.dispose();
    }
  };
  runInBackground(accompany(), ports.log);
}

/** One toast for all that one press has started. */
function announce(tasks: readonly Task[], elapsedMs: number, { log }: Pick<RunWatcherPorts, 'log'>): void {
  const summary = buildRunSummary({ tasks, elapsedMs, isWindowFocused: vscode.window.state.focused }, l10n);
  if (summary) showMessage(summary.kind, summary, log);
}

/** Opens the preview of each job file once there is something to see; later results show up there by themselves. */
function openPreviewWhenSeen({ id }: StartedRun, ports: RunWatcherPorts): vscode.Disposable {
  const opened = new Set<string>();
  return ports.engineHost.onDidChangeTask((task) => {
    if (task.run !== id || !hasSomethingToSee(task) || opened.has(task.jobFile)) return;
    opened.add(task.jobFile);
    const jobFile = vscode.Uri.file(task.jobFile);
    if (readSetting('previewOpenWhenDone', jobFile)) ports.preview.showResult(jobFile, task.id);
  });
}

/** A text can be read while it is being written. */
function hasSomethingToSee({ state, text }: Task): boolean {
  return state === 'saved' || (isInFlight(state) && text !== null && text !== '');
}

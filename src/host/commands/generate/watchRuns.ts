import * as vscode from 'vscode';
import { isInFlight } from '../../../core/task/isInFlight.ts';
import type { Task } from '../../../core/task/task.ts';
import type { Log } from '../../../engine.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { readSetting } from '../../adapters/settings.ts';
import { showMessage } from '../../message.ts';
import type { Preview } from '../../preview/registerPreview.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { StartedRun } from './generatePorts.ts';
import { buildRunSummary } from './runSummary.ts';

/** Where news of the tasks come from and where results are shown. */
export interface RunWatcherPorts {
  readonly engineHost: Pick<EngineHost, 'onDidChangeTask'>;
  readonly preview: Pick<Preview, 'follow' | 'showResult'>;
  /** No toast at all: the caller reads the answer. */
  readonly isQuiet: boolean;
  readonly log: Pick<Log, 'error'>;
}

/** Accompanies what one press of Generate has started: the preview, and one toast at the end. */
export function watchRuns(runs: readonly StartedRun[], ports: RunWatcherPorts): void {
  const startedAt = Date.now();
  for (const { jobFile } of runs) ports.preview.follow(vscode.Uri.file(jobFile));
  const previewed = openPreviewWhenSeen(runs, ports);
  const accompany = async (): Promise<void> => {
    try {
      const tasks = await Promise.all(runs.map((run) => run.done));
      if (!ports.isQuiet) announce(tasks.flat(), Date.now() - startedAt, ports);
    } finally {
      previewed.dispose();
    }
  };
  runInBackground(accompany(), ports.log);
}

/** One toast for all that one press has started. */
function announce(tasks: readonly Task[], elapsedMs: number, { log }: Pick<RunWatcherPorts, 'log'>): void {
  const summary = buildRunSummary({ tasks, elapsedMs, isWindowFocused: vscode.window.state.focused }, vscode.l10n);
  if (summary) showMessage(summary.kind, summary, log);
}

/** Opens the preview of each job file once there is something to see; later results show up there by themselves. */
function openPreviewWhenSeen(runs: readonly StartedRun[], ports: RunWatcherPorts): vscode.Disposable {
  const ids = new Set(runs.map(({ id }) => id));
  const opened = new Set<string>();
  return ports.engineHost.onDidChangeTask((task) => {
    if (!ids.has(task.run) || !hasSomethingToSee(task) || opened.has(task.jobFile)) return;
    opened.add(task.jobFile);
    const jobFile = vscode.Uri.file(task.jobFile);
    if (readSetting('previewOpenWhenDone', jobFile)) ports.preview.showResult(jobFile, task.id);
  });
}

/** A text can be read while it is being written. */
function hasSomethingToSee({ state, text }: Task): boolean {
  return state === 'saved' || (isInFlight(state) && text !== null && text !== '');
}

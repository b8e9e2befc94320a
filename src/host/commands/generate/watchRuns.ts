import * as vscode from 'vscode';
import type { Task } from '../../../core/task/task.ts';
import type { Log } from '../../../engine.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import { showMessage } from '../../message.ts';
import { runInBackground } from '../../runInBackground.ts';
import { buildRunSummary } from './runSummary.ts';

/** `done` never rejects: what goes wrong is in the tasks. */
export interface StartedRun {
  readonly id: string;
  readonly done: Promise<readonly Task[]>;
}

/** Where news of the tasks come from and where results are shown. */
export interface RunWatcherPorts {
  readonly engineHost: Pick<EngineHost, 'onDidChangeTask'>;
  showPreview(jobFile: vscode.Uri, taskId: string): void;
  /** No toast at all: the caller reads the answer. */
  readonly isQuiet: boolean;
  readonly log: Pick<Log, 'error'>;
}

/** Accompanies what one press of Generate has started: the preview, and one toast at the end. */
export function watchRuns(runs: readonly StartedRun[], ports: RunWatcherPorts): void {
  const startedAt = Date.now();
  const previewed = openPreviewWhenSaved(runs, ports);
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
  if (!summary) return;
  const saved = tasks.find(({ state }) => state === 'saved');
  const show = { title: vscode.l10n.t('Show It'), command: commands.taskPreview, args: [saved?.id] };
  showMessage(summary.kind, summary.kind === 'information' ? { ...summary, actions: [show] } : summary, log);
}

/** Opens the preview of each job file with its first saved task; later ones show up there by themselves. */
function openPreviewWhenSaved(runs: readonly StartedRun[], ports: RunWatcherPorts): vscode.Disposable {
  const ids = new Set(runs.map(({ id }) => id));
  const opened = new Set<string>();
  return ports.engineHost.onDidChangeTask((task) => {
    if (!ids.has(task.run) || task.state !== 'saved' || opened.has(task.jobFile)) return;
    opened.add(task.jobFile);
    const jobFile = vscode.Uri.file(task.jobFile);
    if (readSetting('previewOpenWhenDone', jobFile)) ports.showPreview(jobFile, task.id);
  });
}

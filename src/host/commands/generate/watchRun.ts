import * as vscode from 'vscode';
import type { Task } from '../../../core/task/model/task.ts';
import { isInFlight } from '../../../core/task/model/taskStates.ts';
import type { StartedRun } from '../../../engine/index.ts';
import { readSetting } from '../../adapters/settings.ts';
import { showMessage } from '../../ui/message.ts';
import { runInBackground } from '../../runInBackground.ts';
import { readBalances } from '../tasks/readBalances.ts';
import type { Services } from '../services.ts';
import { buildRunSummary } from './runSummary.ts';

/**
 * Watches a run that has started: opens the preview, and shows a notification at the end. Until then, the status bar and
 * the lens say how far it is.
 * `isQuiet`: no notification is shown, because the caller reads the result.
 */
export function watchRun(run: StartedRun, isQuiet: boolean, services: Services): void {
  const startedAt = Date.now();
  for (const jobFile of run.jobFiles) services.preview.follow(vscode.Uri.file(jobFile));
  const previewed = openPreviewWhenSeen(run, services);
  const accompany = async (): Promise<void> => {
    try {
      const tasks = await run.done;
      const elapsedMs = Date.now() - startedAt;
      if (!isQuiet) await announce(await readBalances(tasks, services), elapsedMs, services);
    } finally {
      previewed.dispose();
    }
  };
  runInBackground(accompany(), services.log);
}

/** A user still waits for the end of a shorter run. In ms. */
const quietRunMs = 30_000;

/** Shows one notification for everything that one Generate has started. */
async function announce(tasks: readonly Task[], elapsedMs: number, { preview, log }: Services): Promise<void> {
  const isShown = await preview.readShown();
  const isShort = elapsedMs < quietRunMs;
  // Without the setting, the user looks for the result of a short run where they want.
  const isSeen = ({ jobFile }: Task): boolean =>
    vscode.window.state.focused &&
    (isShown(jobFile) || (isShort && !readSetting('previewOpenWhenDone', vscode.Uri.file(jobFile))));
  const summary = buildRunSummary(tasks, isSeen);
  if (summary) showMessage(summary.kind, summary, log);
}

/** Opens the preview of each job file at its first result. Later results appear there automatically. */
function openPreviewWhenSeen({ id }: StartedRun, services: Services): vscode.Disposable {
  const opened = new Set<string>();
  return services.engineHost.onDidChangeTask((task) => {
    if (task.run !== id || !hasSomethingToSee(task) || opened.has(task.jobFile)) return;
    opened.add(task.jobFile);
    const jobFile = vscode.Uri.file(task.jobFile);
    if (readSetting('previewOpenWhenDone', jobFile)) services.preview.showResult(jobFile, task.id);
  });
}

/** The text of a chat task can be read while it is being written. */
function hasSomethingToSee({ state, text }: Task): boolean {
  return state === 'saved' || (isInFlight(state) && text !== null && text !== '');
}

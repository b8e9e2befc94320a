import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { onDidChangeSetting, readSetting } from '../adapters/settings.ts';
import { commands } from '../ids.ts';
import { isInFlight } from '../../core/task/isInFlight.ts';
import type { Ask } from './ask.ts';
import { describeLastResult, newestByJob } from './lastResult.ts';

/** The reader of settings as it is: this part is too small to bring its own. */
export interface CodeLensSettings {
  readonly readSetting: typeof readSetting;
  readonly onDidChangeSetting: typeof onDidChangeSetting;
}

export interface CodeLensPorts {
  readonly engineHost: Pick<EngineHost, 'engine' | 'onDidChangeTask'>;
  readonly settings: CodeLensSettings;
}

/** Above each job: Generate, and its last result with what it cost. */
export function createCodeLensProvider(
  ask: Ask,
  { engineHost, settings }: CodeLensPorts,
): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const subscriptions = vscode.Disposable.from(
    changed,
    settings.onDidChangeSetting(['codeLens'], () => changed.fire()),
    engineHost.onDidChangeTask(({ state }) => {
      if (!isInFlight(state)) changed.fire();
    }),
  );
  return {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      if (!settings.readSetting('codeLens', document.uri)) return [];
      const newest = newestByJob(await readRuns(document.uri, engineHost));
      return ask(document, token, (opened) => {
        const jobs = opened.symbols().filter(({ kind }) => kind === 'job');
        return jobs.flatMap(({ start, job = null }) => {
          const range = new vscode.Range(document.positionAt(start).with({ character: 0 }), document.positionAt(start));
          return buildLenses(range, { uri: document.uri, job, last: newest.get(job) });
        });
      });
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** The engine is loaded only where there is something to read. */
async function readRuns(uri: vscode.Uri, engineHost: Pick<EngineHost, 'engine'>): Promise<readonly RunsRecord[]> {
  const hasRuns = await stat(runsFileOf(uri.fsPath)).catch(() => undefined);
  return hasRuns ? (await engineHost.engine()).readRuns(uri.fsPath) : [];
}

/** The job below the lens, and what it made last. */
interface LensTarget {
  readonly uri: vscode.Uri;
  readonly job: string | null;
  readonly last: RunsRecord | undefined;
}

/** The root job is named by no id, so its lens passes the file alone. */
function buildLenses(range: vscode.Range, { uri, job, last }: LensTarget): vscode.CodeLens[] {
  const generate = new vscode.CodeLens(range, {
    title: `$(play) ${vscode.l10n.t('Generate')}`,
    tooltip: job === null ? vscode.l10n.t('Generate this job') : vscode.l10n.t('Generate “{job}”', { job }),
    command: commands.generate,
    arguments: job === null ? [uri] : [uri, { job }],
  });
  if (!last) return [generate];
  const show = new vscode.CodeLens(range, {
    title: `$(eye) ${describeLastResult(last)}`,
    tooltip: vscode.l10n.t('Show the last result'),
    command: commands.previewResults,
    arguments: [uri],
  });
  return [generate, show];
}

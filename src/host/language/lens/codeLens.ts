import * as vscode from 'vscode';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { makeInert } from '../../../core/support/text/inertText.ts';
import { isInFlight } from '../../../core/task/model/taskStates.ts';
import type { RunEstimate } from '../../../core/task/money/estimate.ts';
import type { AccountReader } from '../../account/accountReader.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import type { onDidChangeSetting, readSetting, readUserSetting } from '../../adapters/settings.ts';
import { describeEstimate } from '../../commands/generate/describeEstimate.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../l10n.ts';
import type { Ask } from '../providers/ask.ts';
import { describeGenerate, describeJobEstimate, estimateJobs } from './jobEstimates.ts';
import { describeLastResult } from './lastResult.ts';
import { createResultReader } from './newestResults.ts';

/** The reader of settings. This part is too small to contain its own. */
export interface CodeLensSettings {
  readonly readSetting: typeof readSetting;
  readonly readUserSetting: typeof readUserSetting;
  readonly onDidChangeSetting: typeof onDidChangeSetting;
}

interface CodeLensPorts {
  readonly jobFiles: Pick<JobFiles, 'has'>;
  readonly engineHost: Pick<EngineHost, 'engine' | 'onDidChangeTask' | 'onDidLoad'>;
  /** Estimates are computed from the history that is already loaded. Nothing is loaded for them. */
  readonly account: Pick<AccountReader, 'current' | 'onDidChange'>;
  readonly settings: CodeLensSettings;
}

/** Shows above each job: Generate, its estimate, and its last result with the cost. */
export function createCodeLensProvider(
  ask: Ask,
  { jobFiles, engineHost, account, settings }: CodeLensPorts,
): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const readNewest = createResultReader(engineHost);
  const renew = (): void => changed.fire();
  const subscriptions = vscode.Disposable.from(
    changed,
    settings.onDidChangeSetting(['codeLens', 'profile'], renew),
    engineHost.onDidLoad(renew),
    account.onDidChange(renew),
    engineHost.onDidChangeTask(({ state }) => {
      if (!isInFlight(state)) renew();
    }),
  );
  return {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      if (!jobFiles.has(document) || !settings.readSetting('codeLens', document.uri)) return [];
      const newest = await readNewest(document.uri.fsPath);
      const estimate = account.current()?.estimate;
      const selected = settings.readUserSetting('profile');
      return ask(document, token, (opened) => {
        const profile = opened.profile() ?? settings.readSetting('profile');
        const estimates = estimate ? estimateJobs(opened.bodies(), { profile, estimate }) : null;
        const jobs = opened.symbols().filter(({ kind }) => kind === 'job');
        return jobs.flatMap(({ start, job = null }) => {
          const range = new vscode.Range(document.positionAt(start).with({ character: 0 }), document.positionAt(start));
          return buildLenses(range, {
            uri: document.uri,
            job,
            otherProfile: profile === selected ? null : profile,
            estimate: estimates?.get(job),
            last: newest.get(job),
          });
        });
      });
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** The job below the lens, its estimate, and its last result. */
interface LensTarget {
  readonly uri: vscode.Uri;
  readonly job: string | null;
  /** The profile of the job if it is not the one that the user has selected. Otherwise null. */
  readonly otherProfile: string | null;
  readonly estimate: RunEstimate | undefined;
  readonly last: RunsRecord | undefined;
}

/** The root job has no id, so its lens passes only the file. */
function buildLenses(range: vscode.Range, { uri, job, otherProfile, estimate, last }: LensTarget): vscode.CodeLens[] {
  const generate = new vscode.CodeLens(range, {
    title: `$(play) ${describeGenerate(otherProfile, l10n)}`,
    tooltip: job === null ? l10n.t('Generate this job') : l10n.t('Generate "{job}"', { job }),
    command: commands.generate,
    arguments: job === null ? [uri] : [uri, { job }],
  });
  const lenses = estimate ? [generate, buildEstimate(range, estimate)] : [generate];
  if (!last) return lenses;
  const show = new vscode.CodeLens(range, {
    title: `$(eye) ${makeInert(describeLastResult(last))}`,
    tooltip: l10n.t('Show the last result'),
    command: commands.previewResults,
    arguments: [uri],
  });
  return [...lenses, show];
}

/** Only for display. The tooltip says how reliable it is. */
function buildEstimate(range: vscode.Range, estimate: RunEstimate): vscode.CodeLens {
  return new vscode.CodeLens(range, {
    title: describeJobEstimate(estimate, l10n),
    tooltip: describeEstimate(estimate, l10n),
    command: '',
  });
}

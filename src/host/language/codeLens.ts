import * as vscode from 'vscode';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { readBoundary, readPlace } from '../adapters/boundary.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { onDidChangeSetting, readSetting } from '../adapters/settings.ts';
import type { Estimator } from '../../engine.ts';
import { describeEstimate, type RunEstimate } from '../commands/generate/runEstimate.ts';
import { commands } from '../ids.ts';
import { isInFlight } from '../../core/task/isInFlight.ts';
import type { Ask } from './ask.ts';
import { describeJobEstimate, estimateJobs } from './jobEstimates.ts';
import { describeLastResult } from './lastResult.ts';
import { createResultReader } from './newestResults.ts';

/** The reader of settings as it is: this part is too small to bring its own. */
export interface CodeLensSettings {
  readonly readSetting: typeof readSetting;
  readonly onDidChangeSetting: typeof onDidChangeSetting;
}

export interface CodeLensPorts {
  readonly engineHost: Pick<EngineHost, 'engine' | 'tasks' | 'onDidChangeTask' | 'onDidLoad'>;
  readonly settings: CodeLensSettings;
}

/** Above each job: Generate, what it may cost, and its last result with what that cost. */
export function createCodeLensProvider(
  ask: Ask,
  { engineHost, settings }: CodeLensPorts,
): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const readNewest = createResultReader(engineHost);
  const costs = createCostReader(engineHost);
  const renew = (): void => {
    costs.forget();
    changed.fire();
  };
  const subscriptions = vscode.Disposable.from(
    changed,
    settings.onDidChangeSetting(['codeLens', 'profile'], renew),
    engineHost.onDidLoad(renew),
    engineHost.onDidChangeTask(({ state }) => {
      if (!isInFlight(state)) renew();
    }),
  );
  return {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      if (!settings.readSetting('codeLens', document.uri)) return [];
      const newest = await readNewest(document.uri.fsPath);
      const estimate = await costs.read(document.uri, newest.size > 0);
      const selected = settings.readSetting('profile');
      return ask(document, token, (opened) => {
        const estimates = estimate ? estimateJobs(opened.costs(), { selected, estimate }) : null;
        const jobs = opened.symbols().filter(({ kind }) => kind === 'job');
        return jobs.flatMap(({ start, job = null }) => {
          const range = new vscode.Range(document.positionAt(start).with({ character: 0 }), document.positionAt(start));
          return buildLenses(range, {
            uri: document.uri,
            job,
            estimate: estimates?.get(job),
            last: newest.get(job),
          });
        });
      });
    },
    dispose: () => subscriptions.dispose(),
  };
}

interface CostReader {
  /** Null where there is no history yet. */
  read(document: vscode.Uri, hasRuns: boolean): Promise<Estimator | null>;
  forget(): void;
}

/** Learns from history once, until that goes on: the lens is asked for after every letter. */
function createCostReader(engineHost: CodeLensPorts['engineHost']): CostReader {
  let known = new Map<string, Estimator>();
  return {
    async read(document, hasRuns) {
      if (!hasRuns && engineHost.tasks().length === 0) return null;
      const jobFile = readPlace(document) ?? document;
      const own = known;
      const found = own.get(jobFile.fsPath);
      if (found) return found;
      const engine = await engineHost.engine();
      const estimate = await engine.estimator({ jobFile: jobFile.fsPath, boundary: readBoundary(jobFile) });
      // What was read of an older history is not kept beside what is read of a newer one.
      own.set(jobFile.fsPath, estimate);
      return estimate;
    },
    forget() {
      known = new Map();
    },
  };
}

/** The job below the lens, what it may cost, and what it made last. */
interface LensTarget {
  readonly uri: vscode.Uri;
  readonly job: string | null;
  readonly estimate: RunEstimate | undefined;
  readonly last: RunsRecord | undefined;
}

/** The root job is named by no id, so its lens passes the file alone. */
function buildLenses(range: vscode.Range, { uri, job, estimate, last }: LensTarget): vscode.CodeLens[] {
  const generate = new vscode.CodeLens(range, {
    title: `$(play) ${vscode.l10n.t('Generate')}`,
    tooltip: job === null ? vscode.l10n.t('Generate this job') : vscode.l10n.t('Generate “{job}”', { job }),
    command: commands.generate,
    arguments: job === null ? [uri] : [uri, { job }],
  });
  const lenses = estimate ? [generate, buildEstimate(range, estimate)] : [generate];
  if (!last) return lenses;
  const show = new vscode.CodeLens(range, {
    title: `$(eye) ${describeLastResult(last)}`,
    tooltip: vscode.l10n.t('Show the last result'),
    command: commands.previewResults,
    arguments: [uri],
  });
  return [...lenses, show];
}

/** Only to be read; how sure it is stands in the tooltip. */
function buildEstimate(range: vscode.Range, estimate: RunEstimate): vscode.CodeLens {
  return new vscode.CodeLens(range, {
    title: describeJobEstimate(estimate, vscode.l10n),
    tooltip: describeEstimate(estimate, vscode.l10n),
    command: '',
  });
}

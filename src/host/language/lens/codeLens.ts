import * as vscode from 'vscode';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { EstimatedBody } from '../../../core/jobFile/requests/buildBody.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { Task } from '../../../core/task/model/task.ts';
import { sumEstimates, type RunEstimate } from '../../../core/task/money/estimate.ts';
import type { Estimator } from '../../../engine/index.ts';
import type { AccountReader } from '../../account/accountReader.ts';
import { onDidChangeSetting, readSetting, readUserSetting } from '../../adapters/settings.ts';
import { describeEstimate } from '../../account/describeEstimate.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { stateIcons } from '../../../protocol/stateIcons.ts';
import { formatAmount } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { createTimer } from '../../timer.ts';
import type { Ask } from '../languageHost.ts';
import { describeLastResult } from './describeNewest.ts';
import { describeStatus, findBlocking, findStoppable, isInProgress, type JobStatus } from './jobStatus.ts';
import type { StatusReader } from './statusReader.ts';

interface CodeLensPorts {
  readonly jobFiles: Pick<JobFiles, 'has'>;
  readonly statuses: Pick<StatusReader, 'read' | 'readResults' | 'onDidChange'>;
  /** Estimates are computed from the history that is already loaded. Nothing is loaded for them. */
  readonly account: Pick<AccountReader, 'current' | 'onDidChange'>;
}

/**
 * Shows above each job: Generate, and how far its run is with Stop Run. If it does not run: its estimate, how its last
 * run ended, and its last result with the cost.
 */
export function createCodeLensProvider(
  ask: Ask,
  { jobFiles, statuses, account }: CodeLensPorts,
): vscode.CodeLensProvider & vscode.Disposable {
  const { renew, draw, ...events } = createRedraw(() =>
    vscode.window.visibleTextEditors.some(({ document }) => jobFiles.has(document)),
  );
  const subscriptions = vscode.Disposable.from(
    events,
    onDidChangeSetting(['codeLens', 'profile'], renew),
    account.onDidChange(renew),
    statuses.onDidChange(renew),
  );
  const provide = async (
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[] | undefined> => {
    const newest = await statuses.readResults(document.uri.fsPath);
    const estimate = account.current()?.estimate;
    const selected = readUserSetting('profile');
    return ask(document, token, (opened) => {
      if (opened.isEmpty()) return [buildStart(document.uri)];
      const profile = opened.profile() ?? readSetting('profile');
      const estimates = estimate ? estimateJobs(opened.bodies(), { profile, estimate }) : null;
      const jobs = opened.symbols().filter(({ kind }) => kind === 'job');
      return jobs.flatMap(({ start, job = null }) => {
        const range = new vscode.Range(document.positionAt(start).with({ character: 0 }), document.positionAt(start));
        return buildLenses(range, {
          uri: document.uri,
          job,
          otherProfile: profile === selected ? null : profile,
          estimate: estimates?.get(job),
          status: statuses.read(document.uri.fsPath).get(job),
          last: newest.get(job),
        });
      });
    });
  };
  return {
    onDidChangeCodeLenses: events.onDidChange,
    provideCodeLenses(document, token) {
      const { uri } = document;
      const isShown = (): boolean => jobFiles.has(document) && readSetting('codeLens', uri);
      const isMoving = (): boolean => isShown() && [...statuses.read(uri.fsPath).values()].some(isInProgress);
      return draw(async () => (isShown() ? provide(document, token) : []), isMoving);
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** Interval in ms at which elapsed times are updated. */
const secondMs = 1000;

/**
 * Seconds after which VS Code has probably forgotten an event, because it has not queried the lenses. It waits for as long
 * as its last queries took, so a slow one lets the next event wait longer, and each repetition waits twice as long.
 */
const firstPatience = 2;

/**
 * Creates the event that has VS Code query the lenses again. VS Code waits before it does, starts to wait again with
 * each event, and cancels what is being computed. So the event fires only when the lenses of the one before are drawn.
 * VS Code forgets an event if the editor loses the focus during the wait. `isShown`: whether lenses are visible.
 */
function createRedraw(isShown: () => boolean) {
  const changed = new vscode.EventEmitter<void>();
  let isAwaited = false;
  let isOutdated = false;
  let drawing = 0;
  let waited = 0;
  let patience = firstPatience;
  const renew = (): void => {
    isOutdated = true;
    if (isAwaited || drawing > 0) return;
    isAwaited = true;
    waited = 0;
    changed.fire();
    forgotten.start();
  };
  const forgotten = createTimer(secondMs, () => {
    waited += 1;
    if (waited < patience) return forgotten.start();
    patience *= 2;
    isAwaited = false;
    if (isShown()) renew();
  });
  const tick = createTimer(secondMs, renew);
  return {
    onDidChange: changed.event,
    renew,
    /** Draws the lenses of one editor. `isMoving`: whether they change with time. */
    draw: async <Lenses>(provide: () => Promise<Lenses>, isMoving: () => boolean): Promise<Lenses> => {
      forgotten.dispose();
      patience = firstPatience + 2 * waited;
      isAwaited = false;
      isOutdated = false;
      drawing += 1;
      try {
        return await provide();
      } finally {
        drawing -= 1;
        if (isOutdated) renew();
        if (isMoving()) tick.start();
      }
    },
    dispose() {
      forgotten.dispose();
      tick.dispose();
      changed.dispose();
    },
  };
}

/** The job below the lens, and what is known about it. */
interface LensTarget {
  readonly uri: vscode.Uri;
  readonly job: string | null;
  /** The profile of the job. Null if it is the one that the user has selected. */
  readonly otherProfile: string | null;
  readonly estimate: RunEstimate | undefined;
  readonly status: JobStatus | undefined;
  readonly last: RunsRecord | undefined;
}

/** An empty file has no job to generate. */
function buildStart(uri: vscode.Uri): vscode.CodeLens {
  const title = l10n.t('Start from a Sample...');
  const command = { title: `$(new-file) ${title}`, command: commands.newJobFile, arguments: [{ into: uri }] };
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command);
}

/** The root job has no id, so its lens passes only the file. */
function buildLenses(range: vscode.Range, target: LensTarget): readonly vscode.CodeLens[] {
  const { uri, job, otherProfile, estimate, status } = target;
  const title =
    otherProfile === null ? l10n.t('Generate') : l10n.t('Generate with {profile}', { profile: otherProfile });
  const generate: vscode.Command = {
    title: `$(play) ${title}`,
    tooltip: job === null ? l10n.t('Generate this job') : l10n.t('Generate "{job}"', { job }),
    command: commands.generate,
    arguments: job === null ? [uri] : [uri, { job }],
  };
  const others =
    status && isInProgress(status)
      ? buildRunning(status)
      : [...(estimate ? [buildEstimate(estimate)] : []), ...buildEnd(target)];
  return [generate, ...others].map((command) => new vscode.CodeLens(range, command));
}

/** Only for display. The tooltip says how reliable it is. */
function buildEstimate(estimate: RunEstimate): vscode.Command {
  const { count, known, amountUsd, samples } = estimate;
  const amount = formatAmount(amountUsd);
  let title = l10n.t('about {amount}, from {samples} results', { amount, samples });
  if (samples === 0) title = l10n.t('about {amount}, stated', { amount });
  if (samples === 1) title = l10n.t('about {amount}, from 1 result', { amount });
  if (known < count) title = l10n.t('about {amount} for {known} of {count}', { amount, known, count });
  return { title, tooltip: describeEstimate(estimate), command: '' };
}

/** Estimates the jobs of a file, by id. Jobs without an estimate are left out. The sandbox is free. */
function estimateJobs(
  requests: readonly EstimatedBody[],
  { profile, estimate }: { readonly profile: string; readonly estimate: Estimator },
): ReadonlyMap<string | null, RunEstimate> {
  if (profile === sandboxProfile) return new Map();
  const estimates = [...groupBy(requests, ({ job }) => job)].map(
    ([job, own]) => [job, sumEstimates(own.map((request) => estimate(request, profile)))] as const,
  );
  return new Map(estimates.filter(([, { known }]) => known > 0));
}

/** The icon does not turn, because it would start again with each second. */
function buildRunning(status: JobStatus): readonly vscode.Command[] {
  const { text } = describeStatus(status, Date.now());
  const run = findStoppable(status);
  const progress = { ...showTasks(status.tasks[0]), title: `$(${stateIcons.running.icon}) ${makeInert(text)}` };
  if (run === null) return [progress];
  return [progress, { title: `$(debug-stop) ${l10n.t('Stop Run')}`, command: commands.stopRun, arguments: [run] }];
}

/** What is missing comes before the last result, which is of an earlier run or of another request. */
function buildEnd({ uri, status, last }: LensTarget): readonly vscode.Command[] {
  const blocking = status && findBlocking(status);
  const { text, tooltip } = status ? describeStatus(status, Date.now()) : { text: '', tooltip: '' };
  const missing =
    status && blocking
      ? [
          {
            ...showTasks(blocking),
            title: `$(${stateIcons[status.totals.sign].icon}) ${makeInert(text)}`,
            tooltip: makeInert(tooltip),
          },
        ]
      : [];
  const sum = status && !blocking && status.totals.total > 1 ? text : '';
  const made = sum || (last && describeLastResult(last));
  if (!made) return missing;
  const show = {
    title: `$(eye) ${makeInert(made)}`,
    tooltip: l10n.t('Show the results'),
    command: commands.previewResults,
    arguments: [uri],
  };
  return [...missing, show];
}

function showTasks({ id }: Task): Omit<vscode.Command, 'title'> {
  return { tooltip: l10n.t('Show in the Tasks view'), command: commands.showTasks, arguments: [id] };
}

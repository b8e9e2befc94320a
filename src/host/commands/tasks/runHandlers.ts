import { basename, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { groupBy } from '../../../core/support/groupBy.ts';
import type { Task } from '../../../core/task/model/task.ts';
import { isInFlight, listOfferedActions, sendsRequest } from '../../../core/task/model/taskStates.ts';
import { sumEstimates } from '../../../core/task/money/estimate.ts';
import { readSetting } from '../../adapters/settings.ts';
import { describeHolder } from '../../ui/taskWords.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { confirm, showBriefly } from '../../ui/message.ts';
import { pick } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { buildProgress, listRemovals, listResumptions, listRetries, type RunStep } from '../../tasks/runRow.ts';
import { findFixed, isRow, runKeyOf } from '../../tasks/taskGroups.ts';
import { UserError } from '../errors.ts';
import { toUri } from '../jobFile/requireJobFile.ts';
import { describeEstimate } from '../../account/describeEstimate.ts';
import { asksToStop, buildStopQuestion } from './taskQuestion.ts';

/**
 * Commands on a run accept a row of the Tasks view, the id of a run, or a job file as a path or Uri, which is the
 * newest run of that file. Without an argument, Stop Run stops the newest run, and the others act on all runs.
 */
export function createRunHandlers(services: Services) {
  return {
    [commands.manageRuns]: () => manageRuns(services),
    [commands.stopRun]: (target: unknown) => {
      // The title of a preview passes the URI of its page.
      const isPage = target instanceof vscode.Uri && target.scheme !== 'file';
      return stopRun(isPage ? services.preview.activeJobFile() : target, services);
    },
    [commands.runRetryFailed]: (target: unknown) =>
      actOnAll(target, services, { list: listRetries, title: l10n.t('Retry Failed') }),
    [commands.runResumeAll]: (target: unknown) =>
      actOnAll(target, services, { list: listResumptions, title: l10n.t('Resume Stopped') }),
    [commands.runClearFinished]: (target: unknown) =>
      actOnAll(target, services, { list: listCleared, title: l10n.t('Clear Finished') }),
  };
}

/** Lists the runs in progress, and stops the one that the user selects. */
async function manageRuns(services: Services): Promise<void> {
  const { engineHost, taskTree } = services;
  await engineHost.engine();
  const own = engineHost.tasks();
  const open = [...groupBy(own, ({ run }) => run)].filter(([, tasks]) => tasks.some(({ state }) => isInFlight(state)));
  const stops = open.flatMap(([run, [first]]) => {
    const description = buildProgress(own.filter((task) => task.run === run))?.spoken ?? '';
    const label = l10n.t('Stop Run: {name}', { name: basename(first?.jobFile ?? '') });
    return [{ label, description, icon: 'debug-stop', run }];
  });
  const show = { label: l10n.t('Show Tasks'), icon: 'list-tree', run: null };
  const picked = await pick([show, ...stops], { placeHolder: l10n.t('Which run?'), title: l10n.t('Manage Runs') });
  if (picked?.run === null) await taskTree.reveal(undefined);
  else if (picked) await stopRun(picked.run, services);
}

/** Nothing more is sent while the user reads the question about what the gateway has accepted already. */
async function stopRun(target: unknown, { engineHost }: Services): Promise<void> {
  const engine = await engineHost.engine();
  const listOpen = (tasks: readonly Task[]): readonly Task[] => tasks.filter(({ state }) => isInFlight(state));
  const found = findTasksOf(target, listOpen(engineHost.allTasks()));
  const task = found.find(({ holder }) => !holder) ?? found[0];
  if (!task) throw new UserError(l10n.t('No run is in progress.'));
  const reason = describeHolder(task);
  if (reason !== null) throw new UserError(reason);
  const listLeft = (): readonly Task[] => listOpen(engine.tasks()).filter(({ run }) => run === task.run);
  const before = listLeft().length;
  await engine.stopRun(task.run, 'unsent');
  const left = listLeft();
  const facts = { name: basename(task.jobFile), unsent: before - left.length };
  if (left.length === 0) return showBriefly(l10n.t('{name}: stopped, {unsent} not sent', facts));
  const isSandbox = left.every((each) => each.isSandbox);
  const isLeaving = await asksToStop(buildStopQuestion(facts, isSandbox), listLeft, engineHost);
  if (isLeaving) await engine.stopRun(task.run, 'all');
}

/** `list` says what the command does. `title` is its name, and that of the button that agrees. */
async function actOnAll(
  target: unknown,
  { engineHost }: Services,
  { list, title }: { readonly list: typeof listRetries; readonly title: string },
): Promise<void> {
  const engine = await engineHost.engine();
  const all = engineHost.allTasks();
  const tasks = isRow(target) || isFile(target) || typeof target === 'string' ? findTasksOf(target, all) : all;
  const possible = list(tasks, findFixed(all));
  const offered = possible.filter(({ task, action }) => listOfferedActions(task, vscode.workspace).includes(action));
  // Without trust, the engine refuses what is left, and says why.
  const steps = offered.length > 0 ? offered : possible;
  if (steps.length === 0) throw new UserError(l10n.t('There is no task for "{title}".', { title }));
  if (!(await isAgreed(steps, title, engineHost))) return;
  await Promise.all(steps.map(({ task, action }) => engine.act(task.id, action)));
}

/** Lists what Clear Finished removes. Tasks of a run in progress stay, because they are counted in its row. */
export function listCleared(tasks: readonly Task[], fixedIds: ReadonlySet<string>): readonly RunStep[] {
  const open = new Set(tasks.filter(({ state }) => isInFlight(state)).map(runKeyOf));
  return listRemovals(
    tasks.filter((task) => !open.has(runKeyOf(task))),
    fixedIds,
  );
}

/** Asks before several requests are sent, like Generate. The sandbox is free. */
async function isAgreed(
  steps: readonly RunStep[],
  title: string,
  engineHost: Services['engineHost'],
): Promise<boolean> {
  const sent = steps
    .filter(({ task, action }) => !task.isSandbox && sendsRequest(action, task))
    .map(({ task }) => task);
  if (sent.length === 0) return true;
  const account = await engineHost.readAccount();
  const estimate = sumEstimates(sent.map(({ request, profile }) => account?.estimate(request, profile) ?? null));
  const isExpensive = estimate.known < sent.length || estimate.amountUsd > readSetting('confirmUsd');
  if (sent.length < readSetting('confirmRequests') && !isExpensive) return true;
  const text =
    sent.length === 1 ? l10n.t('Send one request?') : l10n.t('Send {count} requests?', { count: sent.length });
  return confirm({ kind: 'information', text, details: [describeEstimate(estimate)], go: title });
}

/**
 * Returns the tasks of a row, of a run, or of the newest run of a job file. If the argument names nothing, returns the
 * tasks of the newest run. `tasks` are newest first.
 */
export function findTasksOf(target: unknown, tasks: readonly Task[]): readonly Task[] {
  if (isRow(target)) {
    if (target.kind === 'run') return tasks.filter((task) => runKeyOf(task) === target.key);
    return target.kind === 'jobFile' ? tasks.filter(({ jobFile }) => jobFile === target.path) : tasks;
  }
  if (typeof target === 'string' && !isFile(target)) return tasks.filter(({ run }) => run === target);
  const path = isFile(target) ? toUri(target).fsPath : undefined;
  const newest = tasks.find(({ jobFile }) => path === undefined || jobFile === path);
  return tasks.filter(({ run }) => run === newest?.run);
}

/** Any other string is the id of a run. */
function isFile(value: unknown): value is string | vscode.Uri {
  if (typeof value === 'string') return isAbsolute(value) || value.includes(':');
  return value instanceof vscode.Uri && value.scheme === 'file';
}

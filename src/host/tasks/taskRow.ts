import { basename } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../core/artifact/jobFileName.ts';
import { cutText } from '../../core/support/text/cutText.ts';
import { isExpiring, findExpiry } from '../../core/task/model/expiry.ts';
import type { Task, TaskAction } from '../../core/task/model/task.ts';
import { placeActionsOf, isInFlight, paidUsd } from '../../core/task/model/taskStates.ts';
import { describeBalances } from '../ui/describeBalances.ts';
import { formatAmount, formatElapsed } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';
import {
  describeAxes,
  describeHolder,
  formatRemaining,
  nameSafely,
  signOfTask,
  wordOfHolder,
  wordOfTask,
} from '../ui/taskWords.ts';
import { buildUserMessage } from '../ui/userMessage.ts';
import { withoutLyrics } from '../../core/artifact/withoutLyrics.ts';

const maxPromptUnits = 200;

interface TaskRowOptions {
  /** The present time, in Unix ms. */
  readonly now: number;
  readonly actions: readonly TaskAction[];
  /** A later run has made the result, so the task no longer needs attention. */
  readonly isFixed: boolean;
  /** No row above it names the job file. */
  readonly isTop: boolean;
  /** Number among the results that `repeat` makes of the same request. Null if it is the only one. */
  readonly take?: number | null;
}

/** Builds the row of a task in the Tasks view. The caller draws it again as time passes. */
export function buildTaskRow(task: Task, options: TaskRowOptions) {
  // To stop watching a task that was not sent is to cancel it.
  const actions = options.actions.map((action) =>
    action === 'stopWatching' && task.state === 'planned' ? 'cancel' : nameSafely(action, task, options.now),
  );
  const label = labelOf(task, options);
  const facts = { ...options, reason: reasonOf(task) };
  return {
    label,
    description: descriptionOf(task, facts),
    // The row in words, for a screen reader.
    spoken: [label, descriptionOf(task, { ...facts, isWhole: true })].filter(Boolean).join(', '),
    tooltip: tooltipOf(task, options),
    sign: signOfTask(task, options),
    // The names of the actions, separated by spaces. `when` clauses search for theirs.
    contextValue: ['task', ...extraActions(task), ...actions].join(' '),
  };
}

/** What differs from the other rows of the run comes first, because a narrow side bar cuts off the end. */
function labelOf(
  { request: { axes, job }, state, artifacts, jobFile }: Task,
  { isTop, take = null }: TaskRowOptions,
): string {
  const stem = jobFileStem(basename(jobFile));
  const number = take === null ? '' : ` #${take}`;
  const combination = describeAxes(axes);
  const [first] = artifacts;
  if (combination !== '') return [`${combination}${number}`, job, isTop ? stem : ''].filter(Boolean).join(' · ');
  if (isTop) return [stem, job].filter(Boolean).join(' · ');
  return state === 'saved' && first && job === null ? basename(first.path) : `${job ?? stem}${number}`;
}

interface LongParts {
  /** The tooltip has it in another line. */
  readonly reason: readonly string[];
  /** Whether the state is named that the icon shows. */
  readonly isWhole?: boolean;
}

/** The most important part comes first, because a narrow side bar cuts off the end. */
function descriptionOf(task: Task, options: TaskRowOptions & LongParts): string {
  const { now, isFixed, reason, isWhole = false } = options;
  if (task.state === 'saved') {
    const { submittedAt, endedAt } = task;
    const elapsed = submittedAt !== null && endedAt !== null ? [formatElapsed(endedAt - submittedAt)] : [];
    // The sandbox charges nothing, whatever amounts it reports.
    const amount = task.isSandbox ? [] : [formatAmount(paidUsd(task))];
    const cut = task.cut ? [l10n.t('incomplete')] : [];
    return [...cut, ...amount, ...elapsed].join(' · ');
  }
  const word = wordOfTask(task);
  const elsewhere = task.holder ? [wordOfHolder(task.holder)] : [];
  if (task.isFolderGone) {
    const state = isInFlight(task.state) ? [] : [word];
    const holder = task.holder === 'gone' ? [] : elsewhere;
    return [l10n.t('folder is gone'), ...state, ...holder, ...describeExpiry(task, now)].join(' · ');
  }
  if (!isInFlight(task.state)) {
    // An amount that was charged although there is no result.
    const paid = paidUsd(task);
    const amount = paid === null || task.isSandbox ? [] : [formatAmount(paid)];
    const cause = isFixed ? [l10n.t('made by a later run')] : reason;
    const facts = [...describeExpiry(task, now), ...amount, ...cause];
    return [word, ...elsewhere, ...facts].join(' · ');
  }
  const said = isWhole || task.error ? [word] : [];
  const elapsed =
    task.state === 'planned' && !isWhole ? [] : [formatElapsed(now - (task.submittedAt ?? task.createdAt))];
  return [...said, ...describeProgress(task), ...elsewhere, ...elapsed].join(' · ');
}

/** The expiry is shown only if it is near. The tooltip always contains it. */
function describeExpiry(task: Task, now: number): readonly string[] {
  const expiresAt = findExpiry(task);
  if (expiresAt === null || !isExpiring(task, now)) return [];
  return [l10n.t('expires in {time}', { time: formatRemaining(expiresAt - now) })];
}

/** Why the task needs attention: the gateway's own message if there is one. The tooltip has the whole sentence. */
export function reasonOf(task: Task): readonly string[] {
  const { error } = task;
  if (!error) return [];
  return [error.code === 'task-failed' && error.message ? error.message : buildUserMessage(error, task).text];
}

/** Empty if the gateway does not report it. */
export function describeProgress({ progress }: Pick<Task, 'progress'>): readonly string[] {
  return progress === null ? [] : [`${Math.round(progress * 100)} %`];
}

/**
 * Builds the lines of the tooltip. The row itself comes first, because a narrow side bar cuts it off. Then the most
 * important: where the task runs, what is wrong, what was requested.
 */
function tooltipOf(task: Task, options: TaskRowOptions): string {
  const { request, profile, statusWord, taskId, artifacts } = task;
  const error = task.error ?? task.cut;
  const facts = descriptionOf(task, { ...options, isTop: false, reason: [], isWhole: true });
  const files = withoutLyrics(artifacts).map(({ path }) => path);
  const lines = [labelOf(task, { ...options, isTop: true }), facts, cutText(files.join(', '), maxPromptUnits)];
  lines.push(`${request.model ?? request.endpoint} · ${profile}`);
  if (error) lines.push(buildUserMessage(error, task).text);
  else if (isInFlight(task.state) && statusWord)
    lines.push(l10n.t('Status of the gateway: "{word}".', { word: statusWord }));
  const holder = task.state === 'saved' ? null : describeHolder(task);
  if (holder !== null) lines.push(holder);
  // The message of a task says so if the task is unconfirmed because of an earlier attempt.
  const isSaid = task.idempotencyHeader !== undefined || (task.state === 'unconfirmed' && task.submittedAt === null);
  if (task.doubtfulAttempts > 0 && !isSaid) lines.push(l10n.t('An earlier attempt may have been charged too.'));
  lines.push(...describeBalances(task, options.now), ...describeEnd(task));
  const { prompt } = request.body;
  if (typeof prompt === 'string') lines.push(cutText(prompt.trim(), maxPromptUnits));
  if (taskId !== null) lines.push(taskId);
  return lines.filter(Boolean).join('\n');
}

function describeEnd(task: Task): readonly string[] {
  const expiresAt = findExpiry(task);
  if (expiresAt === null) return [];
  const time = new Date(expiresAt).toLocaleString(vscode.env.language);
  return [
    task.state === 'unsaved'
      ? l10n.t('The gateway keeps the result until {time}.', { time })
      : l10n.t('The gateway keeps a result at least until {time}.', { time }),
  ];
}

/** Returns the actions that only the view has, in addition to those of the engine: copying an id, opening something. */
function extraActions(task: Task): readonly string[] {
  const { taskId, state } = task;
  return [
    ...(task.isFolderGone ? [] : ['openJobFile']),
    ...placeActionsOf(task),
    ...(taskId === null ? [] : ['copyId']),
    ...(state === 'skipped' ? [] : ['preview']),
  ];
}

import { basename } from 'node:path';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import type { Task, TaskErrorCode } from '../../../core/task/model/task.ts';
import { paidUsd, sectionOf } from '../../../core/task/model/taskStates.ts';
import { joinSentences } from '../../../core/support/text/joinSentences.ts';
import { describeBalances } from '../../ui/describeBalances.ts';
import { formatAmount } from '../../ui/format.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import type { MessageAction, MessageKind } from '../../ui/message.ts';
import { listNamedActions } from '../../ui/namedActions.ts';
import { buildUserMessage, type UserMessage } from '../../ui/userMessage.ts';

/** The notification, ready to be shown. */
type RunSummary = UserMessage & { readonly kind: MessageKind };

/**
 * Builds the one notification for a whole run, or undefined if none is needed. Failures are always reported, results only
 * if the user has not seen them. Tasks that the user stopped, dismissed or removed are not reported.
 */
export function buildRunSummary(tasks: readonly Task[], isSeen: (saved: Task) => boolean): RunSummary | undefined {
  const bad = tasks.filter(isReported);
  if (bad.length > 0) return summarizeFailures(bad, tasks.length);
  const [first, ...others] = tasks.filter((task) => task.state === 'saved' && !isSeen(task));
  return first && summarizeResults([first, ...others]);
}

/** A task that the user has stopped is not reported to them. */
function isReported(task: Task): boolean {
  return sectionOf(task) === 'needsAttention' && task.error?.code !== 'stopped-by-user';
}

/** The reason is taken from the first task with its own error, because the others were held back as a consequence. */
function summarizeFailures(bad: readonly Task[], total: number): RunSummary | undefined {
  const cause = bad.find((task) => task.error && !isHeld(task)) ?? bad[0];
  if (!cause?.error) return undefined;
  const { text, actions: remedies } = buildUserMessage(cause.error, cause);
  const showTasks = showInTasks(cause);
  const named = remedies.map((action) => (action.command === commands.showTasks ? showTasks : action));
  const retry = cause.state === 'failed' && passingCodes.has(cause.error.code) ? [retryAction(cause, total)] : [];
  const isDoubtful = cause.state === 'unconfirmed';
  // The first button is the default, which never decides about a request that may be charged.
  const helpful = [...retry, ...(isDoubtful && named.length === 0 ? [showTasks] : named)];
  const alike = bad.filter(({ state, error }) => state === cause.state && error?.code === cause.error?.code);
  const offered = listNamedActions(text, alike).filter(
    ({ command }) => retry.length === 0 || command !== commands.taskRetry,
  );
  const lead = helpful.length > 0 || offered.length > 0 ? helpful : [showResult(cause)];
  const actions =
    total === 1
      ? [...lead.slice(0, offered.length > 0 ? 1 : 2), ...offered]
      : [...new Set([...helpful.slice(0, 1), ...offered, showTasks])];
  const kind = cause.state === 'failed' ? 'error' : 'warning';
  const balances = alike.length === 1 ? describeBalances(cause, Date.now()) : [];
  const count = total === 1 ? '' : countFailures(bad, { kind, total });
  const told = joinSentences([count, text, ...balances]);
  return { kind, text: makeInert(`${basename(cause.jobFile)}: ${told}`), actions };
}

function countFailures(bad: readonly Task[], { kind, total }: { readonly kind: string; readonly total: number }) {
  const held = bad.filter(isHeld).length;
  const count = bad.length - held;
  if (held > 0 && count > 0) return l10n.t('{count} of {total} failed; not sent: {held}.', { count, total, held });
  const facts = { count: bad.length, total };
  return kind === 'error'
    ? l10n.t('{count} of {total} failed.', facts)
    : l10n.t('{count} of {total} need attention.', facts);
}

/** The task was not sent because of another one. */
function isHeld({ state, error }: Task): boolean {
  return state === 'stopped' && error?.code === 'not-sent';
}

/** Causes that may be gone a moment later, without a change by the user. */
const passingCodes: ReadonlySet<TaskErrorCode> = new Set(['gateway-unreachable', 'gateway-error', 'rate-limited']);

function retryAction({ id, run }: Task, total: number): MessageAction {
  return total === 1
    ? { title: l10n.t('Retry'), command: commands.taskRetry, args: [id] }
    : { title: l10n.t('Retry Failed'), command: commands.runRetryFailed, args: [run] };
}

/** Sums the known amounts. Results of the sandbox are free and are not included. */
function summarizeResults(saved: readonly [Task, ...Task[]]): RunSummary {
  const names = saved.flatMap(({ artifacts }) => artifacts.map(({ path }) => basename(path)));
  const amounts = saved.flatMap((task) => (task.isSandbox ? [] : (paidUsd(task) ?? [])));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const cost = amounts.length > 0 ? ` · ${formatAmount(sum)}` : '';
  const [name = ''] = names;
  const text =
    names.length === 1
      ? l10n.t('{name} is ready{cost}', { name, cost })
      : l10n.t('{name} and {more} more are ready{cost}', { name, more: names.length - 1, cost });
  return { kind: 'information', text, actions: [showResult(saved[0])] };
}

/** VS Code shows the whole text of a notification with a button, but only one line of one without. */
function showResult({ id }: Task): MessageAction {
  return { title: l10n.t('Show It'), command: commands.taskPreview, args: [id] };
}

/** Selects the task in the Tasks view. */
function showInTasks({ id }: Task): MessageAction {
  return { title: l10n.t('Show Tasks'), command: commands.showTasks, args: [id] };
}

import type { Task, TaskAction } from '../../core/task/model/task.ts';
import {
  actionsOf,
  isInFlight,
  listOfferedActions,
  sectionOf,
  type TaskSection,
  paidUsd,
} from '../../core/task/model/taskStates.ts';
import type { Estimator } from '../../engine/index.ts';
import { stateIcons, type Sign } from '../../protocol/stateIcons.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';
import { describeCounts, turning } from '../ui/taskWords.ts';
import { currentOf, type RunGroup } from './taskGroups.ts';

interface TotalsOptions {
  /** Null before the account is read. */
  readonly estimate: Estimator | null;
  /** See `TaskGroups`. */
  readonly fixedIds: ReadonlySet<string>;
}

/** Whether the task is more than an unsent request: waiting is not running. */
export function isRunning({ state }: Pick<Task, 'state'>): boolean {
  return isInFlight(state) && state !== 'planned';
}

/** The numbers of the tasks of a run, of a job file, or of the whole window. */
export type RunTotals = ReturnType<typeof sumTasks>;

export function sumTasks(tasks: readonly Task[], { estimate, fixedIds }: TotalsOptions) {
  const count = (isSo: (task: Task) => boolean): number => tasks.filter(isSo).length;
  const attention = tasks.filter((task) => sectionOf(task) === 'needsAttention' && !fixedIds.has(task.id));
  const charged = tasks.filter(({ isSandbox }) => !isSandbox);
  const spentUsd = sumAmounts(charged.map(paidUsd));
  const open = charged.filter(({ state, amountUsd }) => isInFlight(state) && amountUsd === null);
  const estimates = open.map(({ request, profile }) => estimate?.(request, profile)?.amountUsd ?? null);
  return {
    total: tasks.length,
    saved: count(({ state }) => state === 'saved'),
    /** The request is being sent, the gateway has it, or its result is being saved. */
    running: count(isRunning),
    /** The request has not been sent yet. */
    waiting: count(({ state }) => state === 'planned'),
    needsAttention: attention.length,
    skipped: count(({ state }) => state === 'skipped'),
    failed: attention.filter(({ state }) => state === 'failed').length,
    sign: signOf(tasks, attention),
    /** Sum of the known amounts in USD, without those of the sandbox. Null if none is known. */
    spentUsd,
    /** Sum of the amounts in USD that the sandbox invents. Null if none is known. */
    playUsd: sumAmounts(tasks.map((task) => (task.isSandbox ? paidUsd(task) : null))),
    /** Cost in USD of all tasks if those in flight cost their estimates. Null if an estimate is missing. */
    expectedUsd: open.length === 0 || estimates.includes(null) ? null : (spentUsd ?? 0) + (sumAmounts(estimates) ?? 0),
  };
}

/** Returns what the icon of these tasks shows. `attention` has those that need attention. */
function signOf(tasks: readonly Task[], attention: readonly Task[]): Sign {
  const open = tasks.filter(({ state }) => isInFlight(state));
  if (open.length > 0) return open.some(isRunning) ? 'running' : 'planned';
  const [first, ...others] = attention;
  if (first) return others.every(({ state }) => state === first.state) ? first.state : 'mixed';
  const saved = tasks.filter(({ state }) => state === 'saved').length;
  if (saved > 0) return saved === tasks.length ? 'saved' : 'partial';
  return tasks.every(({ state }) => state === 'skipped') ? 'skipped' : 'settled';
}

function sumAmounts(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}

interface RunOptions extends TotalsOptions {
  readonly isTrusted: boolean;
}

interface RunFacts extends Pick<RunGroup, 'tasks' | 'section' | 'jobFile'> {
  readonly label: string;
  /** When the run was started. Null for the row that names the job file. */
  readonly time: string | null;
  /** What is counted instead of the tasks, whose costs are summed: what the job file has now. */
  readonly current?: readonly Task[];
}

/** Builds the row of a run, or of a job file with all its finished runs. */
export function buildRunRow({ tasks, section, jobFile, label, time, current = tasks }: RunFacts, options: RunOptions) {
  const totals = sumTasks(current, options);
  const { saved, total, running, skipped } = totals;
  const when = time === null ? [] : [time];
  const sandbox = tasks.some(({ isSandbox }) => isSandbox) ? [l10n.t('sandbox')] : [];
  // The most important part comes first, because a narrow side bar cuts off the end.
  const progress = [...describeAttention(totals), ...describeCounts({ running, skipped })];
  // What is in progress has a row of its own.
  const isRest = section === 'finished' && totals.running + totals.waiting > 0;
  const paid = describeCost(sumTasks(tasks, options));
  const facts = [...progress, ...paid, ...sandbox];
  // Play money is no cost.
  const cost = sandbox.length === 0 ? paid : [];
  const waiting = describeCounts({ waiting: totals.waiting });
  const spoken = l10n.t('{saved} of {total} saved', { saved, total });
  return {
    label,
    description: [`${saved}/${total}`, ...(isRest ? [] : progress), ...cost, ...when].join(' · '),
    tooltip: [label, jobFile, spoken, ...facts, ...waiting, ...when].join('\n'),
    // The row in words, for a screen reader.
    spoken: [label, spoken, ...facts, ...waiting, ...when].join(', '),
    sign: isRest ? 'partial' : totals.sign,
    /** Whether the label is the name of the job file. */
    isNamed: time === null,
    // The names of the actions, separated by spaces.
    contextValue: ['run', 'preview', ...listRunActions(tasks, { ...options, section })].join(' '),
  };
}

export function describeAttention({ needsAttention, failed }: RunTotals): readonly string[] {
  return describeCounts(failed === needsAttention ? { failed } : { needsAttention });
}

/** An unknown amount is a dash. What the sandbox counts is named as play money. */
function describeCost({ saved, spentUsd, playUsd, expectedUsd }: RunTotals): readonly string[] {
  if (expectedUsd !== null) {
    const spent = formatAmount(spentUsd ?? (saved === 0 ? 0 : null));
    return [l10n.t('{spent} of ~{expected}', { spent, expected: formatAmount(expectedUsd) })];
  }
  if (playUsd !== null) return [l10n.t('play money {amount}', { amount: formatAmount(playUsd) })];
  return spentUsd !== null ? [formatAmount(spentUsd)] : [];
}

/** What the user can do with a whole run. */
type RunAction = 'stopRun' | 'retryFailed' | 'resumeAll' | 'clearFinished';

function listRunActions(
  tasks: readonly Task[],
  { section, fixedIds, isTrusted }: RunOptions & { readonly section: TaskSection },
): readonly RunAction[] {
  const has = (steps: readonly RunStep[]): boolean =>
    steps.some(({ task, action }) => listOfferedActions(task, { isTrusted }).includes(action));
  const actions: Readonly<Record<RunAction, boolean>> = {
    stopRun: tasks.some(({ state, holder }) => isInFlight(state) && !holder),
    retryFailed: has(listRetries(tasks, fixedIds)),
    resumeAll: has(listResumptions(tasks, fixedIds)),
    clearFinished: section !== 'inProgress' && has(listRemovals(tasks, fixedIds)),
  };
  return (Object.keys(actions) as RunAction[]).filter((action) => actions[action]);
}

/** One action on one task, as a part of an action on a run. */
export interface RunStep {
  readonly task: Task;
  readonly action: TaskAction;
}

/** Lists what Retry Failed does: everything that failed, and what was not sent because of that. */
export function listRetries(tasks: readonly Task[], fixedIds: ReadonlySet<string>): readonly RunStep[] {
  return listSteps(tasks, 'retry').filter(
    ({ task: { id, state, error } }) =>
      !fixedIds.has(id) && error?.code !== (state === 'skipped' ? 'run-stopped' : 'dismissed'),
  );
}

/**
 * Lists what Resume Stopped does: everything that was stopped or lost, and what was not sent because the run was stopped.
 */
export function listResumptions(tasks: readonly Task[], fixedIds: ReadonlySet<string>): readonly RunStep[] {
  const unsent = listSteps(tasks, 'retry').filter(({ task }) => task.error?.code === 'run-stopped');
  return [...listSteps(tasks, 'resume'), ...unsent].filter(({ task }) => !fixedIds.has(task.id));
}

/** Lists what Clear Finished removes. Files, and tasks that the user may still act on, stay. */
export function listRemovals(tasks: readonly Task[], fixedIds: ReadonlySet<string>): readonly RunStep[] {
  return listSteps(tasks, 'remove').filter(({ task }) => fixedIds.has(task.id) || sectionOf(task) === 'finished');
}

function listSteps(tasks: readonly Task[], action: TaskAction): readonly RunStep[] {
  return tasks.filter((task) => actionsOf(task).includes(action)).map((task) => ({ task, action }));
}

/**
 * Describes how far the runs of this window in progress are, with what their jobs have. Undefined if nothing runs or
 * waits.
 */
export function buildProgress(tasks: readonly Task[]) {
  const open = new Set(tasks.filter(({ state, holder }) => isInFlight(state) && !holder).map(({ run }) => run));
  if (open.size === 0) return undefined;
  const totals = sumTasks(currentOf(tasks, open), { estimate: null, fixedIds: new Set() });
  const { saved, total, running, waiting } = totals;
  const facts = describeCounts({ running, waiting });
  return {
    text: total === 1 ? facts.join(', ') : `${saved}/${total}`,
    spoken: [l10n.t('{saved} of {total} saved', { saved, total }), ...describeAttention(totals), ...facts].join(', '),
    icon: turning(stateIcons[totals.sign].icon),
  };
}

import { assertNever } from '../../support/assertNever.ts';
import type { Clock } from '../../support/clock.ts';
import type { TaskView } from '../gatewayPort.ts';
import type { Task, TaskError } from '../model/task.ts';
import type { SpoolPort } from '../ports.ts';
import { keepResults } from '../keepResults.ts';
import { showWaitReason, type Watch } from '../watch.ts';
import type { Durations } from './durations.ts';
import type { QueryDecision } from './decideQuery.ts';

/** What a status of the gateway needs to become the state of the task. */
export interface StatusWatch extends Watch {
  readonly clock: Pick<Clock, 'now'>;
  readonly scheduler: Pick<Clock, 'now'>;
  readonly durations: Durations;
  readonly spool: Pick<SpoolPort, 'put'>;
}

/** What the polls so far say about the task. */
export interface StatusHistory {
  /**
   * Time of the last query that showed the task in flight, or of the submit, by the clock of the scheduler. Null if
   * unknown.
   */
  queriedAt: number | null;
  /** `watchedMs` at the first success without a result. Null if the last poll was not one. */
  emptySinceMs: number | null;
  /** Sum of the waits and queries. The time in which a laptop sleeps, or between two windows, is not included. */
  watchedMs: number;
}

/**
 * A duration is learned only if the previous poll was at most this long ago. After a longer gap, the end time is
 * unknown.
 */
const maxLearnedGapMs = 15_000;
/**
 * A gateway may report that a task is done before it names the results. This is how long an empty success is polled
 * again.
 */
const maxEmptyMs = 60_000;

type StatusDecision = Extract<QueryDecision, { kind: 'status' }>;

/** Records what a poll says about the task. */
export async function recordStatus(
  watch: StatusWatch,
  { view, text = '' }: StatusDecision,
  polls: StatusHistory,
): Promise<void> {
  const { statusWord, amountUsd, deliveries } = view;
  const gapMs = polls.queriedAt === null ? Infinity : watch.scheduler.now() - polls.queriedAt;
  switch (view.phase) {
    case 'pending':
    case 'running':
      polls.queriedAt = watch.scheduler.now();
      polls.emptySinceMs = null;
      if (hasChanged(watch.entry().task, view))
        await watch.changeAnyway({ kind: 'polled', phase: view.phase, statusWord, progress: view.progress });
      return;
    case 'failed': {
      const error: TaskError = { code: 'task-failed', message: view.failure };
      await watch.changeAnyway({ kind: 'failed', error, statusWord, amountUsd });
      return;
    }
    case 'succeeded': {
      if (deliveries.length === 0) return recordEmptySuccess(watch, view, { text, polls });
      const { results } = await keepResults(watch, { deliveries, amountUsd, text: null });
      const took = gapMs <= maxLearnedGapMs ? measure(watch) : {};
      await watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results, ...took });
      return watch.durations.learn(watch.entry());
    }
    default:
      return assertNever(view.phase);
  }
}

function hasChanged({ state, statusWord, progress, error }: Task, view: TaskView): boolean {
  return error !== null || state !== view.phase || statusWord !== view.statusWord || progress !== view.progress;
}

/** Returns nothing if the wall clock was set back meanwhile. */
function measure({ entry, clock }: StatusWatch): { readonly tookMs?: number } {
  const tookMs = clock.now() - (entry().task.submittedAt ?? Infinity);
  return tookMs > 0 ? { tookMs } : {};
}

/**
 * Handles a success without results. The task is paid for, and its results may be named later: by a poll in the next
 * minute, or when the user selects Save Again.
 */
async function recordEmptySuccess(
  watch: StatusWatch,
  { statusWord, amountUsd }: TaskView,
  { text, polls }: { readonly text: string; readonly polls: StatusHistory },
): Promise<void> {
  polls.emptySinceMs ??= polls.watchedMs;
  if (polls.watchedMs - polls.emptySinceMs >= maxEmptyMs) {
    await watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results: [], text });
    return;
  }
  const { task } = watch.entry();
  // A reason that is shown already stays, and does not disappear at each poll.
  const isNew = task.state !== 'running' || task.statusWord !== statusWord || task.progress !== null;
  if (isNew) await watch.changeAnyway({ kind: 'polled', phase: 'running', statusWord, progress: null });
  await showWaitReason(watch, { code: 'no-result', message: '' });
}

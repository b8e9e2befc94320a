import { backoffMs } from '../../support/backoff.ts';
import { holding } from '../../support/disposable.ts';
import type { QueryOutcome, TaskView } from '../gatewayPort.ts';
import { decideQuery } from '../poll/decideQuery.ts';
import { buildQueryCall } from '../poll/pollTask.ts';
import type { TaskWatch } from '../watch.ts';

/**
 * The limit is low because the user can select Save Again, and until then the task looks as if it were still saving.
 */
const maxQueries = 4;
const maxBackoffMs = 30_000;

/**
 * Queries the gateway for new URLs, because a URL expired before its result was fetched, or a success named no result.
 * Resolves to whether there are new results. A harmless failure of a query, such as a rate limit that hundreds of
 * results reach together, is waited out. If the gateway no longer knows the task, the function resolves to false.
 * Rejects only when the signal aborts.
 */
export async function refreshResults(watch: TaskWatch): Promise<boolean> {
  const { taskId } = watch.task();
  // A result that came in the response to a submit cannot be queried again.
  if (taskId === null) return false;
  for (let queries = 1; queries <= maxQueries; queries += 1) {
    const outcome = await query(watch, taskId, queries - 1);
    if (outcome?.kind === 'task') return takeResults(watch, outcome.view);
    if (!outcome || !(await waitOut(watch, outcome, queries))) return false;
  }
  return false;
}

/** Resolves to null if the profile or its key is missing. */
async function query(watch: TaskWatch, taskId: string, silences: number): Promise<QueryOutcome | null> {
  const { gate, gateway } = watch.services;
  const { profile, request, run } = watch.task();
  const slot = await gate.enter(profile, { lane: run, isLong: false }, watch.signal);
  return holding(slot, async () => {
    const opened = await watch.openTarget();
    if (!opened.ok) return null;
    return gateway.query(opened.target, buildQueryCall(request, taskId, silences), watch.signal);
  });
}

/**
 * Resolves to whether another query may succeed. A limit applies to the whole profile, so its gate waits for the end.
 */
async function waitOut(watch: TaskWatch, outcome: QueryOutcome, failures: number): Promise<boolean> {
  const { gate, scheduler, random } = watch.services;
  const decision = decideQuery(outcome, { failures, unknowns: 0, ageMs: 0 }, { random });
  if (outcome.kind === 'unknown-task' || decision.kind === 'wait-for-key') return false;
  if ('error' in decision) await watch.changeAnyway({ kind: 'waiting', error: decision.error });
  if (decision.kind === 'wait-for-limit') gate.limit(watch.task().profile, decision.retryAfterMs);
  else await scheduler.sleep(backoffMs(failures, { random, maxMs: maxBackoffMs }), watch.signal);
  return true;
}

async function takeResults(watch: TaskWatch, { deliveries, statusWord, amountUsd }: TaskView): Promise<boolean> {
  if (deliveries.length === 0) return false;
  const { results } = await watch.keepResults({ deliveries, amountUsd, text: null });
  // The text of the response that named no result is no longer needed.
  await watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results, text: '' });
  return true;
}

import { buildQueryCall } from './followTask.ts';
import type { QueryOutcome, TaskView } from './gatewayPort.ts';
import { decideQuery } from './queryPolicy.ts';
import { backoffMs } from './submitPolicy.ts';
import { openTarget, type Watch } from './watch.ts';

/** No more than that: a person can press Save Again, and sees meanwhile that nothing is saved. */
const maxQuestions = 4;
const maxBackoffMs = 30_000;

/**
 * The URL of a result may have run out while nobody fetched it, or a success has named none: asks the gateway for fresh
 * ones, and answers whether there is a new set. What is in the way of the question, such as a rate limit that hundreds of results run into together, is
 * waited out; a task that the gateway does not know any more is not. Rejects only when the signal aborts.
 */
export async function refreshResults(watch: Watch): Promise<boolean> {
  const { taskId } = watch.entry().task;
  // What came inside the answer to a submit cannot be asked for again.
  if (taskId === null) return false;
  for (let questions = 1; questions <= maxQuestions; questions += 1) {
    const outcome = await ask(watch, taskId, questions - 1);
    if (outcome?.kind === 'task') return takeResults(watch, outcome.view);
    if (!outcome || !(await waitOut(watch, outcome, questions))) return false;
  }
  return false;
}

/** Null without a profile or its key. */
async function ask(watch: Watch, taskId: string, silences: number): Promise<QueryOutcome | null> {
  const { ports, gate, signal } = watch;
  const { profile, request, run } = watch.entry().task;
  const place = await gate.enter(profile, { lane: run, isLong: false }, signal);
  try {
    const answer = await openTarget(watch);
    if (!answer.ok) return null;
    return await ports.gateway.query(answer.target, buildQueryCall(request, taskId, silences), signal);
  } finally {
    place.dispose();
  }
}

/** Answers whether another question may do better. A limit holds for the whole profile, so the gate waits for its end. */
async function waitOut(watch: Watch, outcome: QueryOutcome, faults: number): Promise<boolean> {
  const { ports, gate, scheduler, signal } = watch;
  const decision = decideQuery(outcome, { faults, unknowns: 0, ageMs: 0 }, { random: ports.random });
  if (outcome.kind === 'unknown-task' || decision.kind === 'wait-for-key') return false;
  if ('error' in decision) await watch.changeAnyway({ kind: 'troubled', error: decision.error });
  if (decision.kind === 'wait-for-limit') gate.limit(watch.entry().task.profile, decision.retryAfterMs);
  else await scheduler.sleep(backoffMs(faults, { random: ports.random, maxMs: maxBackoffMs }), signal);
  return true;
}

async function takeResults(watch: Watch, { deliveries, statusWord, amountUsd }: TaskView): Promise<boolean> {
  if (deliveries.length === 0) return false;
  const { results } = await watch.ports.spool.put(watch.entry().task, { deliveries, amountUsd, text: null });
  // The response that named no result is not needed any longer.
  await watch.changeAnyway({ kind: 'ended', statusWord, amountUsd, results, text: '' });
  return true;
}

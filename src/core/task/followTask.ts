import type { PlannedRequest } from '../jobFile/request.ts';
import { assertNever } from '../support/assertNever.ts';
import type { QueryOutcome, TaskView } from './gatewayPort.ts';
import { createPollSchedule, type PollSchedule } from './pollSchedule.ts';
import { decideQuery, type QueryDecision } from './queryPolicy.ts';
import type { TaskError } from './task.ts';
import { openTarget, type Watch } from './watch.ts';

/** While the profile or its key is missing nothing is asked of the gateway. */
const missingProfileDelayMs = 10_000;

interface Polls {
  readonly schedule: PollSchedule;
  made: number;
  faults: number;
  unknowns: number;
  /** Counted by the waits, so that the sleep of a laptop or the time between two windows does not count. */
  watchedMs: number;
}

/**
 * Asks about an accepted task until it ends. `isFresh`: it was submitted just now; otherwise the first question comes at
 * once, since nobody knows for how long nobody asked.
 */
export async function followTask(watch: Watch, { isFresh }: { readonly isFresh: boolean }): Promise<void> {
  const schedule = createPollSchedule(hashOf(watch.entry().task.id));
  const polls: Polls = { schedule, made: 0, faults: 0, unknowns: 0, watchedMs: 0 };
  let delayMs = isFresh ? nextDelayMs(watch, polls) : 0;
  for (;;) {
    await watch.ports.clock.sleep(delayMs, watch.signal);
    polls.watchedMs += delayMs;
    const faultDelayMs = await poll(watch, polls);
    if (!isFollowed(watch)) return;
    // While the gateway can not be asked nobody knows whether the task is done.
    if (faultDelayMs === null && isOverdue(watch, polls)) {
      await watch.changeAnyway({ kind: 'stopped', error: { code: 'timed-out', message: '' } });
      return;
    }
    delayMs = faultDelayMs ?? nextDelayMs(watch, polls);
  }
}

/** One question; answers how long to wait after a fault, or null to leave that to the schedule. */
async function poll(watch: Watch, polls: Polls): Promise<number | null> {
  const { gate, ports, signal } = watch;
  const { profile, request, taskId, submittedAt } = watch.entry().task;
  await gate.pass(profile, signal);
  const keyGeneration = gate.keyGeneration(profile);
  const answer = await openTarget(watch);
  if (!answer.ok) return answerMissing(watch, answer.error, keyGeneration);
  if (taskId === null) throw new Error('A task without an id can not be followed');
  const call = { endpoint: request.endpoint, pollPath: pollPathOf(request), taskId };
  const outcome = await ports.gateway.query(answer.target, call, signal);
  polls.made += 1;
  count(polls, outcome);
  const history = { ...polls, ageMs: ports.clock.now() - (submittedAt ?? 0) };
  const decision = decideQuery(outcome, history, { random: ports.random });
  if (decision.kind === 'wait-for-limit') gate.limit(profile, retryAfterOf(outcome));
  return carryOut(watch, decision, keyGeneration);
}

/** A model that was believed to answer at once has made a task: the query of every other endpoint is its path and the id. */
export function pollPathOf({ pollPath, endpoint }: PlannedRequest): string {
  return pollPath ?? `${endpoint}/{task_id}`;
}

function count(polls: Polls, outcome: QueryOutcome): void {
  const isFault = !['task', 'nothing-new', 'unknown-task'].includes(outcome.kind);
  polls.faults = isFault ? polls.faults + 1 : 0;
  polls.unknowns = outcome.kind === 'unknown-task' ? polls.unknowns + 1 : 0;
}

async function carryOut(watch: Watch, decision: QueryDecision, keyGeneration: number): Promise<number | null> {
  switch (decision.kind) {
    case 'news':
      watch.gate.open(watch.entry().task.profile);
      await takeNews(watch, decision.view);
      return null;
    case 'keep-going':
      if (decision.error) await watch.changeAnyway({ kind: 'troubled', error: decision.error });
      return decision.delayMs;
    case 'wait-for-limit':
      await watch.changeAnyway({ kind: 'troubled', error: decision.error });
      return 0;
    case 'wait-for-key':
      watch.gate.refuseKey(watch.entry().task.profile);
      await waitForKey(watch, decision.error, keyGeneration);
      return 0;
    case 'lost':
      await watch.changeAnyway({ kind: 'lost', error: decision.error });
      return null;
    default:
      return assertNever(decision);
  }
}

async function takeNews(watch: Watch, view: TaskView): Promise<void> {
  const { statusWord, amountUsd, deliveries } = view;
  switch (view.phase) {
    case 'pending':
    case 'running':
      return watch.changeAnyway({ kind: 'polled', phase: view.phase, statusWord, progress: view.progress });
    case 'failed': {
      const error: TaskError = { code: 'task-failed', message: view.failure };
      return watch.changeAnyway({ kind: 'failed', error, statusWord, amountUsd });
    }
    case 'succeeded': {
      if (deliveries.length === 0) return takeEmptySuccess(watch, view);
      const results = await Promise.all(deliveries.map((delivery) => watch.ports.spool.put(delivery)));
      await watch.changeAnyway({ kind: 'ended', statusWord, amountUsd, results });
      return watch.durations.learn(watch.entry());
    }
    default:
      return assertNever(view.phase);
  }
}

/** It is paid for, so the question stays open: the result may be named later, or after Resume. */
async function takeEmptySuccess(watch: Watch, { statusWord }: TaskView): Promise<void> {
  await watch.changeAnyway({ kind: 'polled', phase: 'running', statusWord, progress: null });
  await watch.changeAnyway({ kind: 'troubled', error: { code: 'no-result', message: '' } });
}

async function answerMissing(watch: Watch, error: TaskError, keyGeneration: number): Promise<number> {
  if (error.code === 'key-missing') {
    await waitForKey(watch, { ...error, code: 'key-refused' }, keyGeneration);
    return 0;
  }
  await watch.changeAnyway({ kind: 'troubled', error });
  return missingProfileDelayMs;
}

async function waitForKey(watch: Watch, error: TaskError, keyGeneration: number): Promise<void> {
  await watch.changeAnyway({ kind: 'troubled', error });
  await watch.gate.nextKey(watch.entry().task.profile, keyGeneration, watch.signal);
  await watch.changeAnyway({ kind: 'troubled', error: null });
}

function nextDelayMs({ entry, ports, durations }: Watch, { schedule, made }: Polls): number {
  const { task } = entry();
  const elapsedMs = ports.clock.now() - (task.submittedAt ?? ports.clock.now());
  return schedule.next(elapsedMs, { pastDurationsMs: durations.of(entry()), progress: task.progress, polls: made });
}

function isFollowed({ entry }: Watch): boolean {
  const { state } = entry().task;
  return state === 'pending' || state === 'running';
}

function isOverdue({ entry, ports }: Watch, { watchedMs }: Polls): boolean {
  const { task } = entry();
  const limits = [ports.settings().maxPollMs, (task.request.timeoutMinutes ?? Infinity) * 60_000];
  return watchedMs > Math.min(...limits);
}

function retryAfterOf(outcome: QueryOutcome): number | null {
  return outcome.kind === 'refused' ? outcome.refusal.retryAfterMs : null;
}

/** Spreads the polls of tasks that were submitted together. */
function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}

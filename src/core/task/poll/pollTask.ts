import type { PlannedRequest } from '../../jobFile/request.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { Disposable } from '../../support/disposable.ts';
import type { QueryCall, QueryOutcome, TaskView } from '../gatewayPort.ts';
import type { Task, TaskError } from '../model/task.ts';
import { isPolled } from '../model/taskStates.ts';
import { profileDelayMs, type TaskWatch } from '../watch.ts';
import { decideQuery, type QueryDecision, queryPatienceMs } from './decideQuery.ts';
import { createPollSchedule, type PollSchedule } from './pollSchedule.ts';

/** What the polls of a task have shown so far. */
interface Polls {
  readonly schedule: PollSchedule;
  /** The task has been watched since its submit. */
  readonly isFresh: boolean;
  made: number;
  failures: number;
  unknowns: number;
  /** Number of queries that were sent and got no response. */
  silences: number;
  /** The last query was sent and got no response. */
  isSilent: boolean;
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
 * Polls an accepted task until it ends. `isFresh`: the task was submitted just now. Otherwise the first poll is
 * immediate, because it is unknown when the task was last polled.
 */
export async function pollTask(watch: TaskWatch, { isFresh }: { readonly isFresh: boolean }): Promise<void> {
  const { signal } = watch;
  const { durations, keys, scheduler } = watch.services;
  const polls: Polls = {
    schedule: createPollSchedule(hashOf(watch.id)),
    isFresh,
    made: 0,
    failures: 0,
    unknowns: 0,
    silences: 0,
    isSilent: false,
    queriedAt: isFresh ? scheduler.now() : null,
    emptySinceMs: null,
    watchedMs: 0,
  };
  await durations.recall();
  let delayMs = isFresh ? nextDelayMs(watch, polls) : 0;
  for (;;) {
    await scheduler.sleep(delayMs, signal);
    polls.watchedMs += delayMs;
    const pause = await poll(watch, polls);
    if (!isPolled(watch.task().state)) return;
    // While the gateway cannot be reached, it is unknown whether the task is done.
    if ((pause.kind === 'scheduled' || polls.isSilent) && isOverdue(watch, polls)) {
      await watch.changeAnyway({ kind: 'stopped', error: { code: 'timed-out', message: '' } });
      return;
    }
    if (pause.kind === 'key') {
      // The limit for watching starts again after that.
      await keys.next(watch.task().profile, pause.generation, signal);
      await watch.changeAnyway({ kind: 'waiting', error: null });
    }
    // The task is not watched during this wait, so the time is not included.
    if (pause.kind === 'profile') await scheduler.sleep(profileDelayMs, signal);
    if (pause.kind === 'scheduled') delayMs = nextDelayMs(watch, polls);
    else delayMs = pause.kind === 'delay' ? pause.delayMs : 0;
  }
}

/** What happens before the next poll. */
type Pause =
  /** Wait as long as the poll schedule says. */
  | { readonly kind: 'scheduled' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Wait, because the profile is missing or has another origin. */
  | { readonly kind: 'profile' }
  /** Wait until there is a newer key than that of `generation`. */
  | { readonly kind: 'key'; readonly generation: number };

const scheduled: Pause = { kind: 'scheduled' };
/** The gate or the outage of the profile delays the next poll. */
const atOnce: Pause = { kind: 'delay', delayMs: 0 };

/** Polls the task once, as soon as its profile can be called. */
async function poll(watch: TaskWatch, polls: Polls): Promise<Pause> {
  const { gate, keys } = watch.services;
  const { profile, run } = watch.task();
  if (keys.isRevoked(profile)) {
    await watch.showWaitReason({ code: 'key-refused', message: '' });
    return { kind: 'key', generation: keys.generation(profile) };
  }
  const trial = await watch.awaitNetwork('queries');
  let slot: Disposable | undefined;
  try {
    slot = await gate.enter(profile, { lane: run, isLong: false }, watch.signal);
    return await query(watch, polls);
  } finally {
    slot?.dispose();
    trial.dispose();
  }
}

async function query(watch: TaskWatch, polls: Polls): Promise<Pause> {
  const { clock, gateway, keys, outages, random, scheduler } = watch.services;
  const { profile, request, taskId, submittedAt } = watch.task();
  const generation = keys.generation(profile);
  const opened = await watch.openTarget();
  if (!opened.ok) return pauseWithoutTarget(watch, opened.error, generation);
  if (taskId === null) throw new Error('A task without an id cannot be polled');
  const call = buildQueryCall(request, taskId, polls.silences);
  const queriedAt = scheduler.now();
  const outcome = await gateway.query(opened.target, call, watch.signal);
  polls.watchedMs += Math.min(call.patienceMs, scheduler.now() - queriedAt);
  polls.made += 1;
  count(polls, outcome);
  // The wall clock may have been set, so it counts only if the time before this watch is unknown otherwise.
  const ageMs = polls.isFresh ? polls.watchedMs : Math.max(polls.watchedMs, clock.now() - (submittedAt ?? 0));
  const decision = decideQuery(outcome, { ...polls, ageMs }, { random });
  if (decision.kind !== 'wait-for-network') outages.queries.reached(watch.gateway());
  return carryOut(watch, { decision, polls, generation });
}

/**
 * Builds the query of a task's status. A model that was expected to respond with its result may respond with a task.
 * Its query path is then that of all other endpoints: the endpoint and the id. `silences`: number of queries of the
 * task that got no response.
 */
export function buildQueryCall(request: PlannedRequest, taskId: string, silences: number): QueryCall {
  const { endpoint, modality } = request;
  const mayHoldImages = modality === 'image' || modality === null;
  return { endpoint, pollPath: pollPathOf(request), taskId, mayHoldImages, patienceMs: queryPatienceMs(silences) };
}

function pollPathOf({ pollPath, endpoint }: PlannedRequest): string {
  return pollPath ?? `${endpoint}/{task_id}`;
}

function count(polls: Polls, outcome: QueryOutcome): void {
  const isFailure = !['task', 'unchanged', 'unknown-task'].includes(outcome.kind);
  polls.failures = isFailure ? polls.failures + 1 : 0;
  polls.isSilent = outcome.kind === 'unreachable' && outcome.wasSent;
  if (polls.isSilent) polls.silences += 1;
  polls.unknowns = outcome.kind === 'unknown-task' ? polls.unknowns + 1 : 0;
}

interface Reaction {
  readonly decision: QueryDecision;
  readonly polls: Polls;
  /** Generation of the key that was sent. */
  readonly generation: number;
}

async function carryOut(watch: TaskWatch, { decision, polls, generation }: Reaction): Promise<Pause> {
  const { gate, keys, outages } = watch.services;
  const { profile } = watch.task();
  switch (decision.kind) {
    case 'status':
      keys.accept(profile);
      gate.open(profile);
      await recordStatus(watch, decision, polls);
      return scheduled;
    case 'keep-going':
      if (decision.error) await watch.showWaitReason(decision.error);
      return decision.delayMs === null ? scheduled : { kind: 'delay', delayMs: decision.delayMs };
    case 'wait-for-limit':
      gate.limit(profile, decision.retryAfterMs);
      await watch.showWaitReason(decision.error);
      return atOnce;
    case 'wait-for-network':
      outages.queries.failed(watch.gateway(), decision.error.message);
      await watch.showWaitReason(decision.error);
      return atOnce;
    case 'wait-for-key':
      keys.revoke(profile, generation);
      await watch.showWaitReason(decision.error);
      return { kind: 'key', generation };
    case 'lost':
      await watch.changeAnyway({ kind: 'lost', error: decision.error });
      return scheduled;
    default:
      return assertNever(decision);
  }
}

async function pauseWithoutTarget(watch: TaskWatch, error: TaskError, generation: number): Promise<Pause> {
  if (error.code === 'key-missing' || error.code === 'key-refused') {
    await watch.showWaitReason({ ...error, code: 'key-refused' });
    return { kind: 'key', generation };
  }
  await watch.showWaitReason(error);
  return { kind: 'profile' };
}

function nextDelayMs(watch: TaskWatch, { schedule, made, watchedMs }: Polls): number {
  const { clock, durations } = watch.services;
  const { progress, submittedAt } = watch.task();
  const elapsedMs = Math.max(watchedMs, clock.now() - (submittedAt ?? Infinity));
  return schedule.next(elapsedMs, { pastDurationsMs: durations.of(watch.entry()), progress, polls: made });
}

function isOverdue(watch: TaskWatch, { watchedMs }: Polls): boolean {
  const { timeoutMinutes } = watch.task().request;
  return watchedMs > Math.min(watch.services.settings().maxPollMs, (timeoutMinutes ?? Infinity) * 60_000);
}

/** Returns a number that spreads the polls of tasks that were submitted together. */
function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
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
async function recordStatus(watch: TaskWatch, { view, text = '' }: StatusDecision, polls: Polls): Promise<void> {
  const { durations, scheduler } = watch.services;
  const { statusWord, amountUsd, deliveries } = view;
  const gapMs = polls.queriedAt === null ? Infinity : scheduler.now() - polls.queriedAt;
  switch (view.phase) {
    case 'pending':
    case 'running':
      polls.queriedAt = scheduler.now();
      polls.emptySinceMs = null;
      if (hasChanged(watch.task(), view))
        await watch.changeAnyway({ kind: 'polled', phase: view.phase, statusWord, progress: view.progress });
      return;
    case 'failed': {
      const error: TaskError = { code: 'task-failed', message: view.failure };
      await watch.changeAnyway({ kind: 'failed', error, statusWord, amountUsd });
      return;
    }
    case 'succeeded': {
      if (deliveries.length === 0) return recordEmptySuccess(watch, view, { text, polls });
      const { results } = await watch.keepResults({ deliveries, amountUsd, text: null });
      const took = gapMs <= maxLearnedGapMs ? measure(watch) : {};
      await watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results, ...took });
      return durations.learn(watch.entry());
    }
    default:
      return assertNever(view.phase);
  }
}

function hasChanged({ state, statusWord, progress, error }: Task, view: TaskView): boolean {
  return error !== null || state !== view.phase || statusWord !== view.statusWord || progress !== view.progress;
}

/** Returns nothing if the wall clock was set back meanwhile. */
function measure(watch: TaskWatch): { readonly tookMs?: number } {
  const tookMs = watch.services.clock.now() - (watch.task().submittedAt ?? Infinity);
  return tookMs > 0 ? { tookMs } : {};
}

/**
 * Handles a success without results. The task is paid for, and its results may be named later: by a poll in the next
 * minute, or when the user selects Save Again.
 */
async function recordEmptySuccess(
  watch: TaskWatch,
  { statusWord, amountUsd }: TaskView,
  { text, polls }: { readonly text: string; readonly polls: Polls },
): Promise<void> {
  polls.emptySinceMs ??= polls.watchedMs;
  if (polls.watchedMs - polls.emptySinceMs >= maxEmptyMs) {
    await watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results: [], text });
    return;
  }
  const task = watch.task();
  // A reason that is shown already stays, and does not disappear at each poll.
  const isNew = task.state !== 'running' || task.statusWord !== statusWord || task.progress !== null;
  if (isNew) await watch.changeAnyway({ kind: 'polled', phase: 'running', statusWord, progress: null });
  await watch.showWaitReason({ code: 'no-result', message: '' });
}

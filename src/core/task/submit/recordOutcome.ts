import { assertNever } from '../../support/assertNever.ts';
import type { SubmitFailure, SubmitOutcome } from '../gatewayPort.ts';
import { asksToWait } from '../model/asksToWait.ts';
import { isQuotaExhausted } from '../model/isQuotaExhausted.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { SpooledResponse } from '../ports.ts';
import type { TaskWatch } from '../watch.ts';
import { decideSubmit } from './decideSubmit.ts';

/** What comes before the next attempt, if the task is still planned. */
export interface Pause {
  readonly delayMs: number;
  /**
   * The task waits without its reservation, and asks the budget again before the next attempt: other tasks have spent
   * the rest of the budget, another one may be sending the same request, or the task's gateway is missing, perhaps for
   * good.
   */
  readonly isHeldBack: boolean;
}

/** Nothing but what delays all calls of the profile: its gate, or an outage. */
export const again: Pause = { delayMs: 0, isHeldBack: false };

/**
 * Counts the attempts of one submit. Each kind of failure has its own limit, so that a server error after a rate limit
 * does not end the submit.
 */
export interface SubmitAttempts {
  made: number;
  notSent: number;
  serverErrors: number;
  /** Unix ms of the first 429. Null before there was one. */
  limitedSince: number | null;
  /** How often the task has been held back by another process just before it was sent. */
  timesHeldBack: number;
}

/**
 * Records the outcome of the call, even if the watch has been given up, because the request may be charged.
 */
export async function recordOutcome(
  watch: TaskWatch,
  outcome: SubmitOutcome,
  attempts: SubmitAttempts,
): Promise<Pause> {
  const { gate, keys, onUnwritten } = watch.services;
  const { profile } = watch.task();
  if (outcome.kind !== 'accepted' && outcome.kind !== 'delivered') return recordFailure(watch, outcome, attempts);
  // The gateway has accepted the key, and no limit is in force.
  keys.accept(profile);
  gate.open(profile);
  if (outcome.kind === 'delivered') {
    await watch.record(buildResponseEnd(await watch.keepResults(outcome)));
    return again;
  }
  const { taskId, statusWord } = outcome;
  const isWritten = await watch.record({ kind: 'accepted', taskId, statusWord });
  // If the watch was given up meanwhile, another window has the task.
  if (!isWritten && !watch.signal.aborted) onUnwritten?.(watch.task());
  return again;
}

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ results, amountUsd, text }: SpooledResponse): TaskChange {
  return { kind: 'finished', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

/** Counts the failure, makes the whole profile wait if necessary, and records the decision of the policy. */
async function recordFailure(watch: TaskWatch, failure: SubmitFailure, attempts: SubmitAttempts): Promise<Pause> {
  const { clock, gate, keys, outages, random, settings, wasReached } = watch.services;
  const { task, origin } = watch.entry();
  // The failure is an outage only if the gateway was reached before: otherwise the base URL may be wrong.
  const isOutage = failure.kind === 'not-sent' && origin !== null && (await wasReached(origin));
  if (isOutage) outages.submits.failed(watch.gateway(), failure.message);
  const now = clock.now();
  const refusal = failure.kind === 'refused' ? failure.refusal : null;
  if (failure.kind === 'not-sent') attempts.notSent += 1;
  if (refusal && refusal.httpStatus >= 500) attempts.serverErrors += 1;
  const isLimited = refusal !== null && asksToWait(refusal) && !isQuotaExhausted(refusal);
  if (isLimited && refusal.httpStatus === 429) attempts.limitedSince ??= now;
  const decision = decideSubmit(failure, {
    history: { ...attempts, limitedForMs: now - (attempts.limitedSince ?? now) },
    isSynchronous: task.request.pollPath === null,
    wasReached: isOutage,
    retryOn5xx: settings().retryOn5xx,
    limitDelayMs: isLimited ? gate.limit(task.profile, refusal.retryAfterMs) : 0,
    random,
  });
  const { error } = decision;
  // A text that ends early is paid for like a complete one.
  const kept = 'text' in failure && failure.text ? { text: failure.text } : {};
  switch (decision.kind) {
    case 'retry':
      await watch.record({ kind: 'postponed', error, mayBeCharged: decision.mayBeCharged });
      return { delayMs: decision.delayMs, isHeldBack: false };
    case 'wait-for-limit':
    case 'wait-for-network':
      await watch.record({ kind: 'postponed', error, mayBeCharged: false });
      return again;
    case 'fail': {
      if (error.code === 'key-refused') keys.refuse(task.profile);
      const amountUsd = failure.kind === 'failed' ? failure.amountUsd : null;
      await watch.record({ kind: 'failed', error, statusWord: null, amountUsd, ...kept });
      if (decision.stopsRun) watch.run.stopSubmits('run');
      return again;
    }
    case 'unconfirmed':
      await watch.record({ kind: 'unconfirmed', error, ...kept });
      return again;
    default:
      return assertNever(decision);
  }
}

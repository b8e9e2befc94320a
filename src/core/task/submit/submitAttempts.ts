import type { SubmitFailure } from '../gatewayPort.ts';
import { asksToWait, decideSubmit, isQuotaExhausted, type SubmitDecision } from './submitPolicy.ts';
import type { Watch } from '../watch.ts';

/**
 * Counts the attempts of one submit. Each kind of failure has its own limit, so that a server error after a rate limit
 * does not end the submit.
 */
export interface Attempts {
  made: number;
  notSent: number;
  serverErrors: number;
  /** Unix ms of the first 429. Null before there was one. */
  limitedSince: number | null;
  /** One of the attempts may have been charged. */
  isInDoubt: boolean;
  /**
   * The task waits without its reservation, and asks the budget again before the next attempt: other tasks have spent
   * the rest of the budget, or the task's gateway is missing, perhaps for good.
   */
  isYielding: boolean;
}

export function createAttempts(): Attempts {
  const counts = { made: 0, notSent: 0, serverErrors: 0 };
  return { ...counts, limitedSince: null, isInDoubt: false, isYielding: false };
}

/** Counts the failure, makes the whole profile wait if necessary, and asks the policy. */
export function decideAttempt(
  watch: Watch,
  failure: SubmitFailure,
  { attempts, wasReached }: { readonly attempts: Attempts; readonly wasReached: boolean },
): SubmitDecision {
  const { gate, ports } = watch;
  const { profile, request } = watch.entry().task;
  const now = ports.clock.now();
  const status = failure.kind === 'refused' ? failure.refusal.httpStatus : null;
  if (failure.kind === 'not-sent') attempts.notSent += 1;
  if (status !== null && status >= 500) attempts.serverErrors += 1;
  const isHeld = failure.kind === 'refused' && asksToWait(failure.refusal) && !isQuotaExhausted(failure.refusal);
  if (isHeld && status === 429) attempts.limitedSince ??= now;
  const decision = decideSubmit(failure, {
    history: { ...attempts, limitedForMs: now - (attempts.limitedSince ?? now) },
    isSynchronous: request.pollPath === null,
    wasReached,
    retryOn5xx: ports.settings().retryOn5xx,
    limitDelayMs: isHeld ? gate.limit(profile, failure.refusal.retryAfterMs) : 0,
    random: ports.random,
  });
  attempts.isInDoubt ||= decision.kind === 'retry' && decision.mayBeCharged;
  return decision;
}

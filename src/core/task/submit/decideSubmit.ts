import { assertNever } from '../../support/assertNever.ts';
import { backoffMs } from '../../support/backoff.ts';
import type { Refusal, SubmitFailure } from '../gatewayPort.ts';
import { asksToWait } from '../model/asksToWait.ts';
import { isQuotaCode, isQuotaExhausted } from '../model/isQuotaExhausted.ts';
import type { TaskError, TaskErrorCode } from '../model/task.ts';

/** Limit of the interface specification: at most 3 repetitions, with jitter. */
const maxRetries = 3;
/** How long rate limits are waited out, from the first 429. */
export const maxLimitedMs = 10 * 60_000;

/** The attempts of one submit so far. */
interface SubmitHistory {
  /** Number of attempts that never reached the gateway. */
  readonly notSent: number;
  /** Number of attempts with a 5xx response. */
  readonly serverErrors: number;
  /** Number of attempts whose outcome is unknown. */
  readonly unanswered: number;
  /** Time since the first 429 of this submit. */
  readonly limitedForMs: number;
}

interface SubmitConditions {
  readonly history: SubmitHistory;
  /** The gateway charges all attempts once. */
  readonly isRepeatable: boolean;
  /** An earlier attempt may have been charged. */
  readonly isRepeated: boolean;
  /** The response is the result, so it is missing if the work takes longer than a proxy waits. */
  readonly isSynchronous: boolean;
  /** The gateway has responded before, so a failed connection is an outage and not a wrong base URL. */
  readonly wasReached: boolean;
  readonly retryOn5xx: boolean;
  /** How long the profile has to wait if the response demands it. */
  readonly limitDelayMs: number;
  /** 0 ≤ value < 1. */
  readonly random: () => number;
}

export type SubmitDecision =
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
      readonly error: TaskError;
      /** The response is from a proxy, so the gateway may have accepted this attempt anyway. */
      readonly mayBeCharged: boolean;
    }
  /** The gate of the profile delays the next attempt. */
  | { readonly kind: 'wait-for-limit'; readonly error: TaskError }
  /** The gateway cannot be reached: its tasks try one at a time. */
  | { readonly kind: 'wait-for-network'; readonly error: TaskError }
  /** This attempt had no effect. If an earlier one may have been charged, the task becomes `unconfirmed` anyway. */
  | { readonly kind: 'fail'; readonly error: TaskError; readonly stopsRun: boolean }
  | { readonly kind: 'unconfirmed'; readonly error: TaskError };

/**
 * Decides what to do about an attempt that was not accepted. The request is sent again automatically if the gateway did
 * not accept it, or returned a 5xx: the interface specification calls that transient. After a page of a proxy, the
 * repetition may charge it twice, so the setting `retryOn5xx` can forbid it.
 */
export function decideSubmit(failure: SubmitFailure, conditions: SubmitConditions): SubmitDecision {
  switch (failure.kind) {
    case 'not-sent': {
      const error = buildError('gateway-unreachable', failure);
      if (conditions.wasReached) return { kind: 'wait-for-network', error };
      return retryUpTo(conditions.history.notSent, { error, mayBeCharged: false }, conditions);
    }
    case 'no-answer':
      // The text that has arrived is kept for the user.
      return decideUnanswered(buildError('no-answer', failure), failure.text ? null : conditions);
    case 'unusable':
      return { kind: 'unconfirmed', error: buildError('answer-without-task', failure) };
    case 'refused':
      return decideRefused(failure.refusal, conditions);
    case 'failed': {
      const isQuota = isQuotaCode(failure.code);
      return {
        kind: 'fail',
        error: buildError(isQuota ? 'quota-exhausted' : 'task-failed', failure),
        stopsRun: isQuota,
      };
    }
    default:
      return assertNever(failure);
  }
}

function decideRefused(refusal: Refusal, conditions: SubmitConditions): SubmitDecision {
  const { httpStatus } = refusal;
  const errorOf = (code: TaskErrorCode): TaskError => ({ ...buildError(code, refusal), httpStatus });
  if (httpStatus === 401) return { kind: 'fail', error: errorOf('key-refused'), stopsRun: true };
  if (isQuotaExhausted(refusal)) return { kind: 'fail', error: errorOf('quota-exhausted'), stopsRun: true };
  // The gateway still works on an earlier attempt.
  const isUnderWay = httpStatus === 409 && conditions.isRepeatable && conditions.isRepeated;
  if (httpStatus === 408 || isUnderWay) return decideUnanswered(errorOf('no-answer'), conditions);
  if (httpStatus === 429) return decideLimited(errorOf('rate-limited'), conditions);
  if (httpStatus >= 500) return decideServerError(refusal, errorOf('gateway-error'), conditions);
  const isRedirect = httpStatus >= 300 && httpStatus < 400;
  return failWith(errorOf(isRedirect ? 'not-a-gateway' : 'request-rejected'));
}

/** Only a request that is charged once is sent again without the user. Null: it is not, whatever the gateway does. */
function decideUnanswered(error: TaskError, conditions: SubmitConditions | null): SubmitDecision {
  if (!conditions?.isRepeatable) return { kind: 'unconfirmed', error };
  return retryUpTo(conditions.history.unanswered, { error, mayBeCharged: true }, conditions);
}

function decideLimited(error: TaskError, { history, limitDelayMs }: SubmitConditions): SubmitDecision {
  if (history.limitedForMs + limitDelayMs > maxLimitedMs) return failWith(error);
  return { kind: 'wait-for-limit', error };
}

function decideServerError(refusal: Refusal, error: TaskError, conditions: SubmitConditions): SubmitDecision {
  const mayBeCharged = isOfProxy(refusal);
  const isTooLong = asksToWait(refusal) && conditions.limitDelayMs > maxLimitedMs;
  const isUnsafe = mayBeCharged && conditions.isSynchronous && !conditions.isRepeatable;
  if (isUnsafe || !conditions.retryOn5xx || isTooLong) return giveUp(error, { mayBeCharged });
  return retryUpTo(conditions.history.serverErrors, { error, mayBeCharged }, conditions);
}

/**
 * Whether a proxy sent the response (only proxies use 520 and above). It does not know what the gateway behind it has
 * done.
 */
function isOfProxy({ httpStatus, isJson }: Refusal): boolean {
  return !isJson && (httpStatus === 502 || httpStatus === 504 || httpStatus >= 520);
}

/** Ends the submit, because no attempt is left. If the last one may have been charged, the user decides. */
function giveUp(error: TaskError, { mayBeCharged }: { readonly mayBeCharged: boolean }): SubmitDecision {
  return mayBeCharged ? { kind: 'unconfirmed', error: { ...error, code: 'no-answer' } } : failWith(error);
}

function failWith(error: TaskError): SubmitDecision {
  return { kind: 'fail', error, stopsRun: false };
}

function retryUpTo(
  made: number,
  { error, mayBeCharged }: { readonly error: TaskError; readonly mayBeCharged: boolean },
  { random }: SubmitConditions,
): SubmitDecision {
  if (made > maxRetries) return giveUp(error, { mayBeCharged });
  return { kind: 'retry', delayMs: backoffMs(made, { random, maxMs: 30_000 }), error, mayBeCharged };
}

function buildError(code: TaskErrorCode, { message }: { readonly message: string }): TaskError {
  return { code, message };
}

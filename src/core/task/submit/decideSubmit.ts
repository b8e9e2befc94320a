import { assertNever } from '../../support/assertNever.ts';
import { backoffMs } from '../../support/backoff.ts';
import { cutText } from '../../support/text/cutText.ts';
import type { CallOutcome, GatewayResult, Refusal } from '../gatewayPort.ts';
import { asksToWait, buildToldRefusal, codeOfRefusal } from '../model/codeOfRefusal.ts';
import type { TaskError, TaskErrorCode } from '../model/task.ts';

/** Limit of the interface specification: at most 3 repetitions, with jitter. */
const maxRetries = 3;
/** How long rate limits are waited out, from the first 429. */
export const maxLimitedMs = 10 * 60_000;
/** The longest pause between two attempts that a rate limit delays, unless the gateway names a longer one. */
const maxLimitDelayMs = 60_000;

interface SubmitHistory {
  /** Number of attempts that never reached the gateway. */
  readonly notSent: number;
  /** Number of attempts with a 5xx response. */
  readonly serverErrors: number;
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
      readonly kind: 'accept';
      readonly taskId: string;
      readonly statusWord: string | null;
      /** The acknowledgement has it already, and the gateway may not know the task in a query. */
      readonly result: GatewayResult | null;
    }
  /** The response is the result, or says that there is none. */
  | { readonly kind: 'finish'; readonly result: GatewayResult }
  | {
      readonly kind: 'retry';
      /** 0 if the gate of the profile, or its outage, delays the next attempt. */
      readonly delayMs: number;
      readonly error: TaskError;
      /** A server before the gateway responded, so the gateway may have accepted this attempt anyway. */
      readonly mayBeCharged: boolean;
    }
  /** This attempt had no effect. If an earlier one may have been charged, the task becomes `unconfirmed` anyway. */
  | { readonly kind: 'fail'; readonly error: TaskError; readonly stopsRun: boolean }
  | { readonly kind: 'unconfirmed'; readonly error: TaskError };

/**
 * Decides what the outcome of an attempt means. The request is sent again automatically if the gateway did not accept
 * it, or returned a 5xx: the interface specification calls that transient. After a 5xx of a server before the gateway,
 * the repetition may charge it twice, so the setting `retryOn5xx` can forbid it.
 */
export function decideSubmit(outcome: CallOutcome, conditions: SubmitConditions): SubmitDecision {
  switch (outcome.kind) {
    case 'task':
      return decideTask(outcome, conditions);
    case 'result': {
      const { kind: _result, ...result } = outcome;
      return { kind: 'finish', result };
    }
    case 'not-sent': {
      const error = buildError('gateway-unreachable', outcome);
      if (conditions.wasReached) return { kind: 'retry', delayMs: 0, error, mayBeCharged: false };
      return retryUpTo(conditions.history.notSent, { error, mayBeCharged: false }, conditions);
    }
    case 'no-answer':
      // The text that has arrived is kept for the user.
      return decideUnanswered(buildError('no-answer', outcome), outcome.text ? null : conditions);
    case 'unclear':
      if (conditions.isSynchronous && outcome.isJson) return finishEmpty(outcome);
      return { kind: 'unconfirmed', error: buildError('answer-without-task', outcome) };
    case 'refused':
      // What had arrived before the error is charged.
      if (outcome.text) return { kind: 'unconfirmed', error: buildError('cut-short', outcome.refusal) };
      return decideRefused(outcome.refusal, conditions);
    default:
      return assertNever(outcome);
  }
}

/** Returns what the response says that the request costs, whatever else it says. Null if it names no amount. */
export function amountOf(outcome: CallOutcome): number | null {
  if (outcome.kind === 'refused') return outcome.refusal.amountUsd;
  if (outcome.kind === 'task') return outcome.view.amountUsd;
  return ('amountUsd' in outcome ? outcome.amountUsd : null) ?? null;
}

/** What has the form of a task may be the result itself, with an id of the response in it. */
function decideTask(
  { taskId, view, text }: Extract<CallOutcome, { kind: 'task' }>,
  conditions: SubmitConditions,
): SubmitDecision {
  const { phase, statusWord, isOddWord, deliveries, amountUsd, failure, cut } = view;
  const isPolled = statusWord !== null && !isOddWord && (phase === 'pending' || phase === 'running');
  const isUnderWay = isPolled && deliveries.length === 0;
  const result = { deliveries, amountUsd, text: null, ...(cut ? { cut } : {}) };
  const isWhole = deliveries.length > 0 && (phase === 'succeeded' || statusWord === null);
  if (taskId !== null && (isUnderWay || !conditions.isSynchronous)) {
    return { kind: 'accept', taskId, statusWord, result: isWhole ? result : null };
  }
  // A task that has failed is a refusal without a status: it is not tried again, whatever its code says.
  const refusal = { code: taskId === null ? (view.code ?? null) : null, message: failure, amountUsd };
  if (phase === 'failed') return decideRefused(buildToldRefusal(refusal), conditions);
  if (deliveries.length > 0) return { kind: 'finish', result };
  const message = cutText(text, 200);
  if (!conditions.isSynchronous) return { kind: 'unconfirmed', error: { code: 'answer-without-task', message } };
  return finishEmpty({ text, amountUsd });
}

/** The response is the result, and there is nothing in it. */
function finishEmpty({ text, amountUsd }: Pick<GatewayResult, 'text' | 'amountUsd'>): SubmitDecision {
  const cut = { code: 'no-result', message: 'empty' } as const;
  return { kind: 'finish', result: { deliveries: [], amountUsd, text, cut } };
}

function decideRefused(refusal: Refusal, conditions: SubmitConditions): SubmitDecision {
  const { httpStatus } = refusal;
  const error: TaskError = { ...buildError(codeOfRefusal(refusal), refusal), httpStatus };
  // Another attempt would be charged again.
  const isPaid = Boolean(refusal.amountUsd);
  // The gateway still works on an earlier attempt.
  const isUnderWay = httpStatus === 409 && conditions.isRepeatable && conditions.isRepeated;
  if (httpStatus === 408 || isUnderWay) return decideUnanswered({ ...error, code: 'no-answer' }, conditions);
  switch (error.code) {
    case 'key-refused':
    case 'quota-exhausted':
      return { kind: 'fail', error, stopsRun: true };
    case 'rate-limited': {
      const isTooLong = conditions.history.limitedForMs + conditions.limitDelayMs > maxLimitedMs;
      if (isTooLong || isPaid) return failWith(error);
      // Twice the time since the first 429. The gate of the profile waits less if the gateway still answers polls.
      const delayMs = Math.min(maxLimitDelayMs, conditions.history.limitedForMs);
      return { kind: 'retry', delayMs, error, mayBeCharged: false };
    }
    case 'gateway-error':
      return decideServerError(refusal, error, conditions);
    default:
      return failWith(error);
  }
}

/** Only a request that is charged once is sent again without the user. Null: it is not, whatever the gateway does. */
function decideUnanswered(error: TaskError, conditions: SubmitConditions | null): SubmitDecision {
  if (!conditions?.isRepeatable) return { kind: 'unconfirmed', error };
  return retryUpTo(conditions.history.unanswered, { error, mayBeCharged: true }, conditions);
}

function decideServerError(refusal: Refusal, error: TaskError, conditions: SubmitConditions): SubmitDecision {
  // A server before the gateway does not know what the gateway has done: it may only have stopped waiting. Its JSON may
  // look like that of the gateway, which is worth a doubt if the response is the result.
  const isTimeout = /^(?:504|52[0-7])$/.test(String(refusal.httpStatus));
  const mayBeCharged = !refusal.isOwn || (isTimeout && conditions.isSynchronous);
  const isTooLong = asksToWait(refusal) && conditions.limitDelayMs > maxLimitedMs;
  const isUnsafe = mayBeCharged && conditions.isSynchronous && !conditions.isRepeatable;
  if (isUnsafe || refusal.amountUsd || !conditions.retryOn5xx || isTooLong) return giveUp(error, { mayBeCharged });
  return retryUpTo(conditions.history.serverErrors, { error, mayBeCharged }, conditions);
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

import { assertNever } from '../../support/assertNever.ts';
import { backoffMs } from '../../support/backoff.ts';
import type { CallOutcome, Refusal, TaskView } from '../gatewayPort.ts';
import { asksToWait, codeOfRefusal, isUnknownTask } from '../model/codeOfRefusal.ts';
import type { TaskError } from '../model/task.ts';

/** A task is lost after this many consecutive responses that the gateway does not know it … */
const unknownPollsBeforeLost = 3;
/** … and after this time from the first of them, because a gateway that restarts may not know its tasks at once. */
const minUnknownMs = 60_000;
const maxBackoffMs = 60_000;
/** A shorter backoff would be no longer than the usual interval between polls. */
const minBackoffMs = 3_000;

const minPatienceMs = 30_000;
const maxPatienceMs = 120_000;

/** How long the next query waits for a response, in ms, after this many queries of the task had none. */
export function queryPatienceMs(silences: number): number {
  return Math.min(maxPatienceMs, minPatienceMs * 2 ** silences);
}

/** The consecutive polls without a status, before this one. */
interface QueryHistory {
  readonly failures: number;
  readonly unknowns: number;
  /** Time since the first of the `unknowns`. */
  readonly unknownForMs: number;
}

export type QueryDecision =
  /** `text` is that of a success without results. */
  | { readonly kind: 'status'; readonly view: TaskView; readonly text: string }
  /** Poll again after the delay. Null, if the gateway has responded, leaves the delay to the poll schedule. */
  | { readonly kind: 'keep-going'; readonly delayMs: number | null; readonly error: TaskError | null }
  /** The whole profile waits for the time that the gateway names. */
  | { readonly kind: 'wait-for-limit'; readonly retryAfterMs: number | null; readonly error: TaskError }
  /** The gateway cannot be reached: the tasks of the profile try one at a time. */
  | { readonly kind: 'wait-for-network'; readonly error: TaskError }
  | { readonly kind: 'wait-for-key'; readonly error: TaskError }
  | { readonly kind: 'lost'; readonly error: TaskError };

/**
 * Decides what the outcome of a task query means. A task that was accepted is given up only if the gateway itself says
 * that it does not know the task. From every other response without a status, nothing is learned.
 */
export function decideQuery(
  outcome: CallOutcome,
  history: QueryHistory,
  { random }: { readonly random: () => number },
): QueryDecision {
  const delayMs = Math.max(minBackoffMs, backoffMs(history.failures + 2, { random, maxMs: maxBackoffMs }));
  switch (outcome.kind) {
    case 'task':
      return decideView(outcome);
    case 'not-sent':
      return { kind: 'wait-for-network', error: { code: 'gateway-unreachable', message: outcome.message } };
    case 'no-answer':
      return { kind: 'keep-going', delayMs, error: { code: 'gateway-unreachable', message: outcome.message } };
    case 'unclear':
      if (outcome.isJson) return nothingNew;
      return { kind: 'keep-going', delayMs, error: { code: 'gateway-error', message: outcome.message } };
    // The status of a task is never a file.
    case 'result':
      return { kind: 'keep-going', delayMs, error: { code: 'gateway-error', message: '' } };
    case 'refused':
      return isUnknownTask(outcome) ? decideUnknown(outcome.refusal, history) : decideRefused(outcome.refusal, delayMs);
    default:
      return assertNever(outcome);
  }
}

const nothingNew = { kind: 'keep-going', delayMs: null, error: null } as const;

function decideView({ taskId, view, text }: Extract<CallOutcome, { kind: 'task' }>): QueryDecision {
  const { phase, statusWord, progress, failure } = view;
  const hasStatus = phase !== 'pending' || statusWord !== null;
  // Without a status, an error does not end the task, but the user should know of it.
  if (!hasStatus && failure !== '') return { ...nothingNew, error: { code: 'gateway-error', message: failure } };
  return hasStatus || taskId !== null || progress !== null ? { kind: 'status', view, text } : nothingNew;
}

function decideUnknown({ message, httpStatus }: Refusal, { unknowns, unknownForMs }: QueryHistory): QueryDecision {
  const error: TaskError = { code: 'task-unknown', message, httpStatus };
  const isLost = unknowns + 1 >= unknownPollsBeforeLost && unknownForMs >= minUnknownMs;
  return isLost ? { kind: 'lost', error } : { ...nothingNew, error };
}

function decideRefused(refusal: Refusal, delayMs: number): QueryDecision {
  const { message, httpStatus, retryAfterMs } = refusal;
  const code = codeOfRefusal(refusal);
  if (code === 'key-refused') return { kind: 'wait-for-key', error: { code, message, httpStatus } };
  const error: TaskError = { code: code === 'rate-limited' ? code : 'gateway-error', message, httpStatus };
  if (asksToWait(refusal)) return { kind: 'wait-for-limit', retryAfterMs, error };
  return { kind: 'keep-going', delayMs, error };
}

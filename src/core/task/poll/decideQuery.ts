import { assertNever } from '../../support/assertNever.ts';
import { backoffMs } from '../../support/backoff.ts';
import type { QueryOutcome, Refusal, TaskView } from '../gatewayPort.ts';
import type { TaskError } from '../model/task.ts';
import { asksToWait } from '../model/asksToWait.ts';

/** A task is lost after this many consecutive responses that the gateway does not know it … */
const unknownPollsBeforeLost = 3;
/** … but not before this age, because a gateway may take time to make a new task known. */
const minAgeBeforeLostMs = 60_000;
const maxBackoffMs = 60_000;
/** A shorter backoff would be no longer than the usual interval between polls. */
const minBackoffMs = 3_000;

const minPatienceMs = 30_000;
const maxPatienceMs = 120_000;

/** How long the next query waits for a response, in ms, after this many queries of the task had none. */
export function queryPatienceMs(silences: number): number {
  return Math.min(maxPatienceMs, minPatienceMs * 2 ** silences);
}

/** The consecutive polls without a status, including the last one. */
interface QueryHistory {
  readonly failures: number;
  readonly unknowns: number;
  /** Time since the submit. */
  readonly ageMs: number;
}

export type QueryDecision =
  | { readonly kind: 'status'; readonly view: TaskView; readonly text?: string }
  /** A harmless failure: poll again after the delay. Null leaves the delay to the poll schedule. */
  | { readonly kind: 'keep-going'; readonly delayMs: number | null; readonly error: TaskError | null }
  /** The whole profile waits for the time that the gateway names. */
  | { readonly kind: 'wait-for-limit'; readonly retryAfterMs: number | null; readonly error: TaskError }
  /** The gateway cannot be reached: the tasks of the profile try one at a time. */
  | { readonly kind: 'wait-for-network'; readonly error: TaskError }
  | { readonly kind: 'wait-for-key'; readonly error: TaskError }
  | { readonly kind: 'lost'; readonly error: TaskError };

/**
 * Decides what the outcome of a task query means. A task that was accepted is never given up because of a transport
 * error.
 */
export function decideQuery(
  outcome: QueryOutcome,
  history: QueryHistory,
  { random }: { readonly random: () => number },
): QueryDecision {
  const delayMs = Math.max(minBackoffMs, backoffMs(history.failures + 1, { random, maxMs: maxBackoffMs }));
  switch (outcome.kind) {
    case 'task':
      return { ...outcome, kind: 'status' };
    case 'unreachable': {
      const error: TaskError = { code: 'gateway-unreachable', message: outcome.message };
      return outcome.wasSent ? { kind: 'keep-going', delayMs, error } : { kind: 'wait-for-network', error };
    }
    case 'unchanged':
      return { kind: 'keep-going', delayMs: null, error: null };
    case 'unusable':
      return { kind: 'keep-going', delayMs, error: { code: 'gateway-error', message: outcome.message } };
    case 'unknown-task':
      return decideUnknown(outcome.refusal, history);
    case 'refused':
      return decideRefused(outcome.refusal, delayMs);
    default:
      return assertNever(outcome);
  }
}

function decideUnknown({ message, httpStatus }: Refusal, { unknowns, ageMs }: QueryHistory): QueryDecision {
  const error: TaskError = { code: 'task-unknown', message, httpStatus };
  const isLost = unknowns >= unknownPollsBeforeLost && ageMs >= minAgeBeforeLostMs;
  return isLost ? { kind: 'lost', error } : { kind: 'keep-going', delayMs: null, error };
}

function decideRefused(refusal: Refusal, delayMs: number): QueryDecision {
  const { message, httpStatus, retryAfterMs } = refusal;
  if (httpStatus === 401) return { kind: 'wait-for-key', error: { code: 'key-refused', message, httpStatus } };
  const error: TaskError = { code: httpStatus === 429 ? 'rate-limited' : 'gateway-error', message, httpStatus };
  if (asksToWait(refusal)) return { kind: 'wait-for-limit', retryAfterMs, error };
  return { kind: 'keep-going', delayMs, error };
}

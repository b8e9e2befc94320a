import { assertNever } from '../../support/assertNever.ts';
import type { Clock } from '../../support/clock.ts';
import type { SubmitFailure } from '../gatewayPort.ts';
import { asksToWait } from '../model/asksToWait.ts';
import { isQuotaExhausted } from '../model/isQuotaExhausted.ts';
import type { Task } from '../model/task.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import type { EngineSettings, SpooledResponse, SpoolPort } from '../ports.ts';
import { notSent, type RunPart } from '../run/runParts.ts';
import { keepResults } from '../keepResults.ts';
import { gatewayOf, type Watch } from '../watch.ts';
import type { SendOutcome, SendWatch } from './sendBody.ts';
import { decideSubmit, type SubmitDecision } from './decideSubmit.ts';

/** What recording the outcome of a submit needs. */
export interface OutcomeWatch extends Watch, Pick<SendWatch, 'record'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: () => Pick<EngineSettings, 'retryOn5xx'>;
  readonly random: () => number;
  readonly run: Pick<RunPart, 'stopSubmits'>;
  readonly gate: ProfileGate;
  readonly keys: Pick<KeyGate, 'accept' | 'refuse'>;
  readonly outages: Readonly<Record<'submits', Outages>>;
  /** Whether this origin has ever responded, to this process or an earlier one. Never rejects. */
  readonly wasReached: (origin: string) => Promise<boolean>;
  readonly spool: Pick<SpoolPort, 'put'>;
  readonly onUnwritten?: ((task: Task) => void) | undefined;
}

/** How an attempt ended, whether or not a request was sent. */
export type AttemptEnd =
  /** The gateway has accepted the request, or the task has ended. */
  | { readonly kind: 'settled' }
  /** Another attempt follows after the delay. */
  | { readonly kind: 'again'; readonly delayMs: number }
  /**
   * The task waits without its reservation, and asks the budget again before the next attempt: other tasks have spent
   * the rest of the budget, another one may be sending the same request, or the task's gateway is missing, perhaps for
   * good.
   */
  | { readonly kind: 'held-back'; readonly delayMs: number };

export const settled: AttemptEnd = { kind: 'settled' };

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

export function createSubmitAttempts(): SubmitAttempts {
  const counts = { made: 0, notSent: 0, serverErrors: 0 };
  return { ...counts, limitedSince: null, timesHeldBack: 0 };
}

/**
 * Records the outcome of the call. An acceptance is recorded even if the watch has been given up, because the request is
 * charged.
 */
export async function recordOutcome(
  watch: OutcomeWatch,
  outcome: SendOutcome,
  attempts: SubmitAttempts,
): Promise<AttemptEnd> {
  const { record } = watch;
  const { origin } = watch.entry();
  // The failure is an outage only if the gateway was reached before: otherwise the base URL may be wrong.
  const wasReached = outcome.kind === 'not-sent' && origin !== null && (await watch.wasReached(origin));
  if (wasReached) watch.outages.submits.failed(gatewayOf(watch.entry()), outcome.message);
  switch (outcome.kind) {
    case 'accepted': {
      const { taskId, statusWord } = outcome;
      noteSuccess(watch);
      const isWritten = await record({ kind: 'accepted', taskId, statusWord });
      // If the watch was given up meanwhile, another window has the task.
      if (!isWritten && !watch.signal.aborted) watch.onUnwritten?.(watch.entry().task);
      return settled;
    }
    case 'delivered': {
      noteSuccess(watch);
      await record(buildResponseEnd(await keepResults(watch, outcome)));
      return settled;
    }
    case 'given-up':
      if (!outcome.wasSent) {
        await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
        return { kind: 'again', delayMs: 0 };
      }
      // The gateway continues with the request although the user does not wait.
      await watch.changeAnyway({
        kind: 'unconfirmed',
        error: { code: 'send-stopped', message: '' },
        ...keepText(outcome.text),
      });
      return settled;
    default:
      return recordDecision(watch, decideAttempt(watch, outcome, { attempts, wasReached }), outcome);
  }
}

/** The gateway has accepted the key, and no limit is in force. */
function noteSuccess({ entry, keys, gate }: OutcomeWatch): void {
  const { profile } = entry().task;
  keys.accept(profile);
  gate.open(profile);
}

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ results, amountUsd, text }: SpooledResponse): TaskChange {
  return { kind: 'finished', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

/** Keeps a text that ends early, because it is paid for like a complete one. */
function keepText(text: string | null | undefined): { readonly text?: string } {
  return text === null || text === undefined || text === '' ? {} : { text };
}

/** Records a decision. `failure` is null if nothing was sent. */
export async function recordDecision(
  watch: OutcomeWatch,
  decision: SubmitDecision,
  failure: SubmitFailure | null = null,
): Promise<AttemptEnd> {
  const { error } = decision;
  const kept = failure && 'text' in failure ? keepText(failure.text) : {};
  const amountUsd = failure?.kind === 'failed' ? failure.amountUsd : null;
  switch (decision.kind) {
    case 'retry':
      await watch.record({ kind: 'postponed', error, mayBeCharged: decision.mayBeCharged });
      return { kind: 'again', delayMs: decision.delayMs };
    case 'wait-for-limit':
    case 'wait-for-network':
      // The gate of the profile, or its outage, delays the next attempt.
      await watch.record({ kind: 'postponed', error, mayBeCharged: false });
      return { kind: 'again', delayMs: 0 };
    case 'fail':
      if (error.code === 'key-refused') watch.keys.refuse(watch.entry().task.profile);
      await watch.record({ kind: 'failed', error, statusWord: null, amountUsd, ...kept });
      if (decision.stopsRun) watch.run.stopSubmits('run');
      return settled;
    case 'unconfirmed':
      await watch.record({ kind: 'unconfirmed', error, ...kept });
      return settled;
    default:
      return assertNever(decision);
  }
}

/** Counts the failure, makes the whole profile wait if necessary, and asks the policy. */
function decideAttempt(
  { entry, clock, gate, settings, random }: OutcomeWatch,
  failure: SubmitFailure,
  { attempts, wasReached }: { readonly attempts: SubmitAttempts; readonly wasReached: boolean },
): SubmitDecision {
  const { profile, request } = entry().task;
  const now = clock.now();
  const status = failure.kind === 'refused' ? failure.refusal.httpStatus : null;
  if (failure.kind === 'not-sent') attempts.notSent += 1;
  if (status !== null && status >= 500) attempts.serverErrors += 1;
  const isLimited = failure.kind === 'refused' && asksToWait(failure.refusal) && !isQuotaExhausted(failure.refusal);
  if (isLimited && status === 429) attempts.limitedSince ??= now;
  const limitDelayMs = isLimited ? gate.limit(profile, failure.refusal.retryAfterMs) : 0;
  return decideSubmit(failure, {
    history: { ...attempts, limitedForMs: now - (attempts.limitedSince ?? now) },
    isSynchronous: request.pollPath === null,
    wasReached,
    retryOn5xx: settings().retryOn5xx,
    limitDelayMs,
    random,
  });
}

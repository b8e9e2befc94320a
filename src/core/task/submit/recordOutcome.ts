import { assertNever } from '../../support/assertNever.ts';
import type { SubmitFailure } from '../gatewayPort.ts';
import type { Task } from '../model/task.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate, ProfileGate } from '../pace/profileGate.ts';
import type { SpooledResponse, SpoolPort } from '../ports.ts';
import { notSent, type RunPart } from '../run/runParts.ts';
import { keepResults } from '../save/keepResults.ts';
import { gatewayOf, type Watch } from '../watch.ts';
import type { SendOutcome, SendWatch } from './sendBody.ts';
import { decideAttempt, type AttemptPorts, type SubmitAttempts, type SubmitDecision } from './submitPolicy.ts';

/** What recording the outcome of a submit needs. */
export interface OutcomeWatch extends Watch, AttemptPorts, Pick<SendWatch, 'record'> {
  readonly run: Pick<RunPart, 'stopSubmits'>;
  readonly gate: ProfileGate;
  readonly keys: Pick<KeyGate, 'accept' | 'refuse'>;
  readonly outages: Readonly<Record<'submits', Outages>>;
  /** Whether this origin has ever responded, to this process or an earlier one. Never rejects. */
  readonly wasReached: (origin: string) => Promise<boolean>;
  readonly spool: Pick<SpoolPort, 'put'>;
  readonly onUnwritten?: ((task: Task) => void) | undefined;
}

/**
 * Records the outcome of the call and returns how long to wait before the next attempt. An acceptance is recorded even
 * if the watch has been given up, because the request is charged.
 */
export async function recordOutcome(
  watch: OutcomeWatch,
  outcome: SendOutcome,
  attempts: SubmitAttempts,
): Promise<number> {
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
      return 0;
    }
    case 'delivered': {
      noteSuccess(watch);
      await record(buildResponseEnd(await keepResults(watch, outcome)));
      return 0;
    }
    case 'given-up':
      if (!outcome.wasSent) {
        await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
        return 0;
      }
      // The gateway continues with the request although the user does not wait.
      await watch.changeAnyway({
        kind: 'unconfirmed',
        error: { code: 'send-stopped', message: '' },
        ...keepText(outcome.text),
      });
      return 0;
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

/** Records a decision and returns how long to wait before the next attempt. `failure` is null if nothing was sent. */
export async function recordDecision(
  watch: OutcomeWatch,
  decision: SubmitDecision,
  failure: SubmitFailure | null = null,
): Promise<number> {
  const { error } = decision;
  const kept = failure && 'text' in failure ? keepText(failure.text) : {};
  const amountUsd = failure?.kind === 'failed' ? failure.amountUsd : null;
  switch (decision.kind) {
    case 'retry':
      await watch.record({ kind: 'postponed', error, mayBeCharged: decision.mayBeCharged });
      return decision.delayMs;
    case 'wait-for-limit':
    case 'wait-for-network':
      // The gate of the profile, or its outage, delays the next attempt.
      await watch.record({ kind: 'postponed', error, mayBeCharged: false });
      return 0;
    case 'fail':
      if (error.code === 'key-refused') watch.keys.refuse(watch.entry().task.profile);
      await watch.record({ kind: 'failed', error, statusWord: null, amountUsd, ...kept });
      if (decision.stopsRun) watch.run.stopSubmits('run');
      return 0;
    case 'unconfirmed':
      await watch.record({ kind: 'unconfirmed', error, ...kept });
      return 0;
    default:
      return assertNever(decision);
  }
}

import { assertNever } from '../../support/assertNever.ts';
import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { RequestBody, SubmitFailure } from '../gatewayPort.ts';
import type { Task, TaskError } from '../model/task.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { BudgetKeeper, BudgetScope } from '../money/budgetKeeper.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate, ProfileGate } from '../pace/profileGate.ts';
import type { ArtifactPort, BalancePort, SpooledResponse, SpoolPort } from '../ports.ts';
import { buildUnsentEnd, notSent, type RunPart } from '../run/runParts.ts';
import { listSiblingPaths, type SiblingWatch } from '../save/saveTask.ts';
import {
  awaitNetwork,
  failUnsent,
  gatewayOf,
  openTarget,
  profileDelayMs,
  showWaitReason,
  type OpenProfileByName,
  type TargetOutcome,
} from '../watch.ts';
import { loadBody, sendBody, type BodyWatch, type SendOutcome, type SendWatch } from './sendBody.ts';
import {
  createSubmitAttempts,
  decideAttempt,
  giveUp,
  maxLimitedMs,
  type AttemptPorts,
  type SubmitAttempts,
  type SubmitDecision,
} from './submitPolicy.ts';

/** What a submit needs. */
export interface SubmitWatch extends SendWatch, BodyWatch, AttemptPorts, SiblingWatch {
  readonly run: Omit<RunPart, 'slots' | 'isUnwatched'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Clock, 'sleep'>;
  readonly budget: Pick<BudgetKeeper, 'enter' | 'confirm'>;
  readonly gate: ProfileGate;
  readonly keys: Pick<KeyGate, 'takeTurn' | 'accept' | 'refuse'>;
  readonly outages: Readonly<Record<'submits' | 'queries', Outages>>;
  readonly openProfile: OpenProfileByName;
  /** Whether this origin has ever responded, to this process or an earlier one. Never rejects. */
  readonly wasReached: (origin: string) => Promise<boolean>;
  readonly artifacts: Pick<ArtifactPort, 'probe'>;
  readonly balances: Pick<BalancePort, 'lastSeen'>;
  readonly spool: Pick<SpoolPort, 'put'>;
  readonly onUnwritten?: ((task: Task) => void) | undefined;
}

/** Processes that have held each other back try again at different times within this interval. */
const maxYieldMs = 1_000;

/** Submits a planned task until the gateway has accepted it, or it has ended. */
export async function submitTask(watch: SubmitWatch): Promise<void> {
  const attempts = createSubmitAttempts();
  do {
    const entered = await watch.budget.enter(watch);
    if (!entered.ok) return stopOverBudget(watch, entered.scope);
    attempts.isYielding = false;
    let delayMs = 0;
    try {
      delayMs = await tryToSubmit(watch, attempts);
    } finally {
      entered.pass.dispose();
    }
    if (attempts.isYielding) await watch.scheduler.sleep(delayMs, watch.signal);
  } while (attempts.isYielding);
}

/** The budget of a job does not stop other jobs, and the budget of a job file does not stop other files. */
async function stopOverBudget(watch: SubmitWatch, scope: BudgetScope): Promise<void> {
  const error: TaskError = { code: 'over-budget', message: scope };
  await watch.changeAnyway({ kind: 'stopped', error });
  if (scope !== 'job') watch.run.stopSubmits(scope === 'file' ? 'file' : 'run', error);
}

/** Returns how long to wait before the budget is asked again; 0 if the task has been submitted or has ended. */
async function tryToSubmit(watch: SubmitWatch, attempts: SubmitAttempts): Promise<number> {
  while (watch.entry().task.state === 'planned') {
    const reason = stopReasonOf(watch);
    if (reason) {
      await watch.changeAnyway(buildUnsentEnd(watch.entry().task, reason));
      return 0;
    }
    const delayMs = await attempt(watch, attempts);
    if (attempts.isYielding) return delayMs;
    if (delayMs > 0) await watch.scheduler.sleep(delayMs, watch.signal);
  }
  return 0;
}

/**
 * Returns why the task must not be submitted. A budget that stopped other tasks has room for this one, because it was
 * asked before.
 */
function stopReasonOf({ run, sendSignal }: SubmitWatch): TaskError | null {
  // The user has stopped an attempt that had no effect.
  if (sendSignal.aborted) return notSent;
  return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
}

/** Makes one attempt as soon as the profile can be called. Returns how long to wait before the next one. */
async function attempt(watch: SubmitWatch, attempts: SubmitAttempts): Promise<number> {
  const { gate } = watch;
  if (gate.waitMs(watch.entry().task.profile) > maxLimitedMs) {
    return carryOut(watch, giveUp({ code: 'rate-limited', message: '' }, attempts.isInDoubt));
  }
  const trial = await awaitNetwork(watch, watch.outages.submits);
  try {
    return await attemptInTurn(watch, attempts);
  } finally {
    trial.dispose();
  }
}

async function attemptInTurn(watch: SubmitWatch, attempts: SubmitAttempts): Promise<number> {
  const { gate, keys, signal, run } = watch;
  const { profile, request } = watch.entry().task;
  const turn = await keys.takeTurn(profile, run.id, signal);
  try {
    const slot = await gate.enter(profile, { lane: run.id, isLong: request.pollPath === null }, signal);
    try {
      // While this task waited, another one may have found that the key is bad.
      return stopReasonOf(watch) ? 0 : await tryOnce(watch, attempts, turn);
    } finally {
      slot.dispose();
    }
  } finally {
    turn.dispose();
  }
}

/**
 * Checks everything that can fail without cost before the record that bytes leave: profile, key, folder, body. The
 * order is that of what the user can fix soonest.
 */
async function tryOnce(watch: SubmitWatch, attempts: SubmitAttempts, turn: Disposable): Promise<number> {
  const opened = await openTarget(watch.entry(), watch.openProfile);
  if (!opened.ok && opened.error.code === 'profile-changed') {
    await showWaitReason(watch, opened.error);
    attempts.isYielding = true;
    return profileDelayMs;
  }
  if (!opened.ok) {
    await failUnsent(watch, opened.error);
    return 0;
  }
  const placeError = attempts.made === 0 ? await probePlace(watch) : null;
  if (placeError) {
    await failUnsent(watch, placeError);
    return 0;
  }
  const loaded = await loadBody(watch);
  if (!loaded.ok) {
    await failUnsent(watch, loaded.error);
    return 0;
  }
  const outcome = await post(watch, opened, { attempts, body: loaded.body, turn }).finally(() => loaded.dispose());
  if (outcome) return settle(watch, outcome, attempts);
  return attempts.isYielding ? watch.random() * maxYieldMs : 0;
}

/** A result that cannot be saved is not worth paying for. */
function probePlace(watch: SubmitWatch): Promise<TaskError | null> {
  const { task, boundary } = watch.entry();
  const siblingPaths = () => listSiblingPaths(watch, null);
  return watch.artifacts.probe({ jobFile: task.jobFile, boundary, output: task.request.output, siblingPaths });
}

/** Returns null if nothing was sent because the task has ended or waits. Rejects only when the signal aborts. */
async function post(
  watch: SubmitWatch,
  { target, isSandbox }: TargetOutcome & { ok: true },
  {
    attempts,
    body,
    turn,
  }: { readonly attempts: SubmitAttempts; readonly body: RequestBody; readonly turn: Disposable },
): Promise<SendOutcome | null> {
  attempts.made += 1;
  watch.signal.throwIfAborted();
  const balance = isSandbox ? null : watch.balances.lastSeen(watch.entry().task.profile);
  try {
    const { origin } = target;
    const facts = { isSandbox, ...(origin === null ? {} : { origin }), ...(balance ? { balance } : {}) };
    await watch.change({ kind: 'sending', attempt: attempts.made, ...facts });
  } catch (error) {
    // A request that is not recorded is not sent: after a crash, nothing would know of it.
    await failUnsent(watch, { code: 'disk', message: messageOf(error) });
    return null;
  }
  attempts.isYielding = !(await isCovered(watch));
  const isAborted = [watch.signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
  // The user may have stopped the run while the record was written.
  if (attempts.isYielding || isAborted || stopReasonOf(watch)) return withdraw(watch);
  return sendBody(watch, { target, body, turn });
}

/** Asks the budget again, now that other processes can see that this request is about to be sent. */
async function isCovered(watch: SubmitWatch): Promise<boolean> {
  try {
    return await watch.budget.confirm(watch);
  } catch (error) {
    // The account cannot be read. No byte has left, and the journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw({ record, signal }: SubmitWatch): Promise<null> {
  await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
  signal.throwIfAborted();
  return null;
}

/**
 * Records the outcome of the call. An acceptance is recorded even if the watch has been given up, because the request
 * is charged.
 */
async function settle(watch: SubmitWatch, outcome: SendOutcome, attempts: SubmitAttempts): Promise<number> {
  const { record } = watch;
  const { origin, task } = watch.entry();
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
      await record(buildResponseEnd(await watch.spool.put(task, outcome)));
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
      return carryOut(watch, decideAttempt(watch, outcome, { attempts, wasReached }), outcome);
  }
}

/** The gateway has accepted the key, and no limit is in force. */
function noteSuccess({ entry, keys, gate }: SubmitWatch): void {
  const { profile } = entry().task;
  keys.accept(profile);
  gate.open(profile);
}

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ results, amountUsd, text }: SpooledResponse): TaskChange {
  return { kind: 'ended', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

/** Keeps a text that ends early, because it is paid for like a complete one. */
function keepText(text: string | null | undefined): { readonly text?: string } {
  return text === null || text === undefined || text === '' ? {} : { text };
}

/** Returns how long to wait before the next attempt. `failure` is null if nothing was sent. */
async function carryOut(
  watch: SubmitWatch,
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

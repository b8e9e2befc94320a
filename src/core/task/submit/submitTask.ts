import { assertNever } from '../../support/assertNever.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { RequestBody, SubmitFailure } from '../gatewayPort.ts';
import { loadBody, sendBody, type SendOutcome } from './sendBody.ts';
import type { BudgetScope } from '../money/budgetKeeper.ts';
import { buildUnsentEnd, notSent } from '../run/runParts.ts';
import { listSiblingPaths } from '../save/saveTask.ts';
import {
  createAttempts,
  decideAttempt,
  type Attempts,
  giveUp,
  maxLimitedMs,
  type SubmitDecision,
} from './submitPolicy.ts';
import type { SpooledResponse } from '../ports.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import {
  awaitNetwork,
  failUnsent,
  gatewayOf,
  openTarget,
  profileDelayMs,
  showWaitReason,
  type TargetOutcome,
  type Watch,
} from '../watch.ts';

/** Processes that have held each other back try again at different times within this interval. */
const maxYieldMs = 1_000;

/** Submits a planned task until the gateway has accepted it, or it has ended. */
export async function submitTask(watch: Watch): Promise<void> {
  const attempts = createAttempts();
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
async function stopOverBudget(watch: Watch, scope: BudgetScope): Promise<void> {
  const error: TaskError = { code: 'over-budget', message: scope };
  await watch.changeAnyway({ kind: 'stopped', error });
  if (scope !== 'job') watch.run.stopSubmits(scope === 'file' ? 'file' : 'run', error);
}

/** Returns how long to wait before the budget is asked again; 0 if the task has been submitted or has ended. */
async function tryToSubmit(watch: Watch, attempts: Attempts): Promise<number> {
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
function stopReasonOf({ run, sendSignal }: Watch): TaskError | null {
  // The user has stopped an attempt that had no effect.
  if (sendSignal.aborted) return notSent;
  return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
}

/** Makes one attempt as soon as the profile can be called. Returns how long to wait before the next one. */
async function attempt(watch: Watch, attempts: Attempts): Promise<number> {
  const { gate } = watch;
  if (gate.waitMs(watch.entry().task.profile) > maxLimitedMs) {
    return carryOut(watch, giveUp({ code: 'rate-limited', message: '' }, attempts.isInDoubt));
  }
  const trial = await awaitNetwork(watch, 'submits');
  try {
    return await attemptInTurn(watch, attempts);
  } finally {
    trial.dispose();
  }
}

async function attemptInTurn(watch: Watch, attempts: Attempts): Promise<number> {
  const { gate, signal, run } = watch;
  const { profile, request } = watch.entry().task;
  const turn = await gate.takeTurn(profile, run.id, signal);
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
async function tryOnce(watch: Watch, attempts: Attempts, turn: Disposable): Promise<number> {
  const opened = await openTarget(watch);
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
  return attempts.isYielding ? watch.ports.random() * maxYieldMs : 0;
}

/** A result that cannot be saved is not worth paying for. */
function probePlace(watch: Watch): Promise<TaskError | null> {
  const { task, boundary } = watch.entry();
  const siblingPaths = () => listSiblingPaths(watch, null);
  return watch.ports.artifacts.probe({ jobFile: task.jobFile, boundary, output: task.request.output, siblingPaths });
}

/** Returns null if nothing was sent because the task has ended or waits. Rejects only when the signal aborts. */
async function post(
  watch: Watch,
  { target, isSandbox }: TargetOutcome & { ok: true },
  { attempts, body, turn }: { readonly attempts: Attempts; readonly body: RequestBody; readonly turn: Disposable },
): Promise<SendOutcome | null> {
  attempts.made += 1;
  watch.signal.throwIfAborted();
  const balance = isSandbox ? null : watch.ports.balances.lastSeen(watch.entry().task.profile);
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
async function isCovered(watch: Watch): Promise<boolean> {
  try {
    return await watch.budget.confirm(watch);
  } catch (error) {
    // The account cannot be read. No byte has left, and the journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw({ store, entry, signal }: Watch): Promise<null> {
  await store.changeAnyway(entry().task.id, { kind: 'postponed', error: notSent, mayBeCharged: false });
  signal.throwIfAborted();
  return null;
}

/**
 * Records the outcome of the call. An acceptance is recorded even if the watch has been given up, because the request
 * is charged.
 */
async function settle(watch: Watch, outcome: SendOutcome, attempts: Attempts): Promise<number> {
  const { gate, ports, store } = watch;
  const { origin, task } = watch.entry();
  const { id } = task;
  // The failure is an outage only if the gateway was reached before: otherwise the base URL may be wrong.
  const wasReached = outcome.kind === 'not-sent' && origin !== null && (await ports.wasReached(origin));
  if (wasReached) watch.outages.submits.failed(gatewayOf(watch), outcome.message);
  switch (outcome.kind) {
    case 'accepted': {
      const { taskId, statusWord } = outcome;
      gate.open(watch.entry().task.profile);
      const isWritten = await store.changeAnyway(id, { kind: 'accepted', taskId, statusWord });
      // If the watch was given up meanwhile, another window has the task.
      if (!isWritten && !watch.signal.aborted) ports.onUnwritten?.(watch.entry().task);
      return 0;
    }
    case 'delivered': {
      gate.open(watch.entry().task.profile);
      await store.changeAnyway(id, buildResponseEnd(await ports.spool.put(watch.entry().task, outcome)));
      return 0;
    }
    case 'given-up':
      if (!outcome.wasSent) {
        await store.changeAnyway(id, { kind: 'postponed', error: notSent, mayBeCharged: false });
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

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ results, amountUsd, text }: SpooledResponse): TaskChange {
  return { kind: 'ended', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

/** Keeps a text that ends early, because it is paid for like a complete one. */
function keepText(text: string | null | undefined): { readonly text?: string } {
  return text === null || text === undefined || text === '' ? {} : { text };
}

/** Returns how long to wait before the next attempt. `failure` is null if nothing was sent. */
async function carryOut(watch: Watch, decision: SubmitDecision, failure: SubmitFailure | null = null): Promise<number> {
  const { error } = decision;
  const { id } = watch.entry().task;
  const kept = failure && 'text' in failure ? keepText(failure.text) : {};
  const amountUsd = failure?.kind === 'failed' ? failure.amountUsd : null;
  switch (decision.kind) {
    case 'retry':
      await watch.store.changeAnyway(id, { kind: 'postponed', error, mayBeCharged: decision.mayBeCharged });
      return decision.delayMs;
    case 'wait-for-limit':
    case 'wait-for-network':
      // The gate of the profile, or its outage, delays the next attempt.
      await watch.store.changeAnyway(id, { kind: 'postponed', error, mayBeCharged: false });
      return 0;
    case 'fail':
      if (error.code === 'key-refused') watch.gate.refuseKey(watch.entry().task.profile);
      await watch.store.changeAnyway(id, { kind: 'failed', error, statusWord: null, amountUsd, ...kept });
      if (decision.stopsRun) watch.run.stopSubmits('run');
      return 0;
    case 'unconfirmed':
      await watch.store.changeAnyway(id, { kind: 'unconfirmed', error, ...kept });
      return 0;
    default:
      return assertNever(decision);
  }
}

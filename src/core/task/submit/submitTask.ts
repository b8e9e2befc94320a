import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { TaskError } from '../model/task.ts';
import type { BudgetKeeper, BudgetRefusal } from '../money/budgetKeeper.ts';
import { openTarget, type OpenProfileByName, type TargetOutcome } from '../openTarget.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import type { ArtifactPort, BalancePort } from '../ports.ts';
import { buildUnsentEnd, type RunPart } from '../run/runParts.ts';
import { listSiblingPaths, type SiblingWatch } from '../save/siblingPaths.ts';
import { awaitNetwork, failUnsent, profileDelayMs, showWaitReason } from '../watch.ts';
import { lookForRivals, stopReasonOf, type RivalWatch } from './lookForRivals.ts';
import {
  createSubmitAttempts,
  recordDecision,
  recordOutcome,
  settled,
  type AttemptEnd,
  type OutcomeWatch,
  type SubmitAttempts,
} from './recordOutcome.ts';
import { loadBody, sendBody, type BodyWatch, type SendOutcome, type SendWatch } from './sendBody.ts';
import { failWith, maxLimitedMs } from './decideSubmit.ts';

/** What a submit needs. */
export interface SubmitWatch extends SendWatch, BodyWatch, OutcomeWatch, RivalWatch, SiblingWatch {
  readonly run: Omit<RunPart, 'slots' | 'isUnwatched'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Clock, 'sleep'>;
  readonly budget: Pick<BudgetKeeper, 'enter' | 'confirm'>;
  readonly gate: ProfileGate;
  readonly keys: Pick<KeyGate, 'takeTurn' | 'accept' | 'refuse'>;
  readonly outages: Readonly<Record<'submits' | 'queries', Outages>>;
  readonly openProfile: OpenProfileByName;
  readonly artifacts: Pick<ArtifactPort, 'probe'>;
  readonly balances: Pick<BalancePort, 'lastSeen'>;
}

/** Submits a planned task until the gateway has accepted it, or it has ended. */
export async function submitTask(watch: SubmitWatch): Promise<void> {
  const attempts = createSubmitAttempts();
  for (;;) {
    const end = await submitWithinBudget(watch, attempts);
    if (end.kind === 'settled') return;
    await watch.scheduler.sleep(end.delayMs, watch.signal);
  }
}

/**
 * Makes attempts until the task has been submitted, has ended, or is held back. Meanwhile the budget keeps the cost of
 * the request reserved.
 */
async function submitWithinBudget(watch: SubmitWatch, attempts: SubmitAttempts): Promise<AttemptEnd> {
  const entered = await watch.budget.enter(watch);
  if (!entered.ok) {
    await stopOverBudget(watch, entered);
    return settled;
  }
  try {
    while (watch.entry().task.state === 'planned') {
      const end = await awaitTurn(watch, attempts);
      if (end.kind !== 'again') return end;
      if (end.delayMs > 0) await watch.scheduler.sleep(end.delayMs, watch.signal);
    }
    return settled;
  } finally {
    entered.pass.dispose();
  }
}

/** The budget of a job does not stop other jobs, and the budget of a job file does not stop other files. */
async function stopOverBudget(watch: SubmitWatch, { scope, isPriceUnknown }: BudgetRefusal): Promise<void> {
  const error: TaskError = { code: 'over-budget', message: isPriceUnknown ? 'unknown' : scope };
  await watch.changeAnyway({ kind: 'stopped', error });
  if (scope !== 'job') watch.run.stopSubmits(scope === 'file' ? 'file' : 'run', error);
}

/** Makes one attempt as soon as the profile can be called, unless the task must not be submitted. */
async function awaitTurn(watch: SubmitWatch, attempts: SubmitAttempts): Promise<AttemptEnd> {
  const { gate, keys, signal, run } = watch;
  const { profile, request } = watch.entry().task;
  const reason = stopReasonOf(watch);
  if (reason) {
    await watch.changeAnyway(buildUnsentEnd(reason));
    return settled;
  }
  if (gate.waitMs(profile) > maxLimitedMs) {
    return recordDecision(watch, failWith({ code: 'rate-limited', message: '' }));
  }
  const trial = await awaitNetwork(watch, watch.outages.submits);
  let turn: Disposable | undefined;
  let slot: Disposable | undefined;
  try {
    turn = await keys.takeTurn(profile, run.id, signal);
    slot = await gate.enter(profile, { lane: run.id, isLong: request.pollPath === null }, signal);
    // While this task waited, another one may have found that the key is bad.
    return stopReasonOf(watch) ? againAtOnce : await attempt(watch, attempts, turn);
  } finally {
    slot?.dispose();
    turn?.dispose();
    trial.dispose();
  }
}

const againAtOnce: AttemptEnd = { kind: 'again', delayMs: 0 };

/**
 * Checks everything that can fail without cost before the record that bytes leave: profile, key, folder, body. The
 * order is that of what the user can fix soonest.
 */
async function attempt(watch: SubmitWatch, attempts: SubmitAttempts, turn: Disposable): Promise<AttemptEnd> {
  const opened = await openTarget(watch.entry(), watch.openProfile);
  if (!opened.ok && opened.error.code === 'profile-changed') {
    await showWaitReason(watch, opened.error);
    return { kind: 'held-back', delayMs: profileDelayMs };
  }
  if (!opened.ok) return endUnsent(watch, opened.error);
  const saveError = attempts.made === 0 ? await findSaveError(watch) : null;
  if (saveError) return endUnsent(watch, saveError);
  const loaded = await loadBody(watch);
  if (!loaded.ok) return endUnsent(watch, loaded.error);
  let outcome: SendOutcome;
  try {
    const end = (await recordSending(watch, opened, attempts)) ?? (await lookForRivals(watch, attempts));
    if (end) return end;
    outcome = await sendBody(watch, { target: opened.target, body: loaded.body, turn });
  } finally {
    loaded.dispose();
  }
  return recordOutcome(watch, outcome, attempts);
}

async function endUnsent(watch: SubmitWatch, error: TaskError): Promise<AttemptEnd> {
  await failUnsent(watch, error);
  return settled;
}

/** Returns why a result could not be saved, because such a result is not worth paying for. Null if it could. */
function findSaveError(watch: SubmitWatch): Promise<TaskError | null> {
  const { task, boundary } = watch.entry();
  const siblingPaths = () => listSiblingPaths(watch, null);
  return watch.artifacts.probe({ jobFile: task.jobFile, boundary, output: task.request.output, siblingPaths });
}

/** Records that bytes are about to leave. Returns null if that is in the journal. */
async function recordSending(
  watch: SubmitWatch,
  { target: { origin }, isSandbox }: TargetOutcome & { ok: true },
  attempts: SubmitAttempts,
): Promise<AttemptEnd | null> {
  attempts.made += 1;
  watch.signal.throwIfAborted();
  const balance = isSandbox ? null : watch.balances.lastSeen(watch.entry().task.profile);
  const facts = { isSandbox, ...(origin === null ? {} : { origin }), ...(balance ? { balance } : {}) };
  try {
    await watch.change({ kind: 'sending', attempt: attempts.made, ...facts });
    return null;
  } catch (error) {
    // A request that is not recorded is not sent: after a crash, nothing would know of it.
    return endUnsent(watch, { code: 'disk', message: messageOf(error) });
  }
}

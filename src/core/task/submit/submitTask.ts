import { backoffMs } from '../../support/backoff.ts';
import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import { type JournalPort, listedEntries } from '../journalPort.ts';
import { buildYielded, findRivalry, listRelated } from '../model/rivals.ts';
import type { TaskError } from '../model/task.ts';
import type { BudgetKeeper, BudgetRefusal } from '../money/budgetKeeper.ts';
import { type OpenProfileByName, openTarget, type TargetOutcome } from '../openTarget.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { Outages } from '../pace/outages.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import type { ArtifactPort, BalancePort } from '../ports.ts';
import { buildUnsentEnd, notSent, type RunPart } from '../run/runParts.ts';
import { listSiblingPaths, type SiblingWatch } from '../save/siblingPaths.ts';
import type { TaskStore } from '../taskStore.ts';
import { awaitNetwork, failUnsent, profileDelayMs, showWaitReason, type Watch } from '../watch.ts';
import { failWith, maxLimitedMs } from './decideSubmit.ts';
import {
  type AttemptEnd,
  createSubmitAttempts,
  type OutcomeWatch,
  recordDecision,
  recordOutcome,
  settled,
  type SubmitAttempts,
} from './recordOutcome.ts';
import { loadBody, type BodyWatch } from './loadBody.ts';
import { sendBody, type SendOutcome, type SendWatch } from './sendBody.ts';

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

/**
 * Returns why the task must not be submitted. A budget that stopped other tasks has room for this one, because it was
 * asked before.
 */
function stopReasonOf({ run, sendSignal }: Pick<RivalWatch, 'run' | 'sendSignal'>): TaskError | null {
  // The user has stopped an attempt that had no effect.
  if (sendSignal.aborted) return notSent;
  return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
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

/** What the look at the tasks of other processes needs. */
interface RivalWatch extends Watch, Pick<SendWatch, 'record' | 'sendSignal' | 'closing'> {
  readonly random: () => number;
  readonly run: Pick<RunPart, 'stopReason' | 'terms'>;
  readonly store: Pick<TaskStore, 'list'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly budget: Pick<BudgetKeeper, 'confirm'>;
}

/** Processes that have held each other back try again at different times, and not more rarely than this. */
const maxHoldBackMs = 8_000;

/**
 * Looks at the tasks of other processes, which can see now that this request is about to be sent. Resolves to null if it
 * is sent. Otherwise the journal has it as not sent. Rejects only when the signal aborts, or when the journals cannot be
 * read.
 */
async function lookForRivals(watch: RivalWatch, attempts: SubmitAttempts): Promise<AttemptEnd | null> {
  const { entry, signal } = watch;
  const { others, isCovered } = await readOthers(watch);
  const rivalry = findRivalry(entry(), [...others, ...listRelated(entry(), watch.store.list())]);
  const isAborted = [signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
  // The user may have stopped the run while the record was written.
  if (isCovered && !rivalry && !isAborted && !stopReasonOf(watch)) return null;
  // Nothing is awaited between the look and the changes, so that another request of the run sees them.
  const changes: Promise<unknown>[] = [withdraw(watch)];
  const isYielded = rivalry?.kind === 'yield' && !signal.aborted;
  if (isYielded) changes.push(watch.changeAnyway({ kind: 'skipped', error: buildYielded(rivalry.to) }));
  await Promise.all(changes);
  if (isYielded) return settled;
  if (isCovered && rivalry?.kind !== 'wait') return { kind: 'again', delayMs: 0 };
  attempts.timesHeldBack += 1;
  return {
    kind: 'held-back',
    delayMs: backoffMs(attempts.timesHeldBack, { random: watch.random, maxMs: maxHoldBackMs }),
  };
}

/** Reads the tasks of other processes, and whether the budget covers this request next to them. */
async function readOthers(watch: RivalWatch) {
  try {
    // A task that changes hands during the read is in this list.
    const before = listRelated(watch.entry(), watch.store.list());
    const foreign = listRelated(watch.entry(), listedEntries(await watch.journal.readForeign()));
    return { others: [...before, ...foreign], isCovered: await watch.budget.confirm(watch) };
  } catch (error) {
    // The journals cannot be read. No byte has left, and this journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw({ record, signal }: RivalWatch): Promise<void> {
  await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
  signal.throwIfAborted();
}

import { backoffMs } from '../../support/backoff.ts';
import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { RequestBody } from '../gatewayPort.ts';
import { listedEntries, type JournalPort } from '../journalPort.ts';
import type { TaskError } from '../model/task.ts';
import type { BudgetKeeper, BudgetScope } from '../money/budgetKeeper.ts';
import { openTarget, type OpenProfileByName, type TargetOutcome } from '../openTarget.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import type { ArtifactPort, BalancePort } from '../ports.ts';
import { buildUnsentEnd, notSent, type RunPart } from '../run/runParts.ts';
import { listSiblingPaths, type SiblingWatch } from '../save/siblingPaths.ts';
import { awaitNetwork, failUnsent, profileDelayMs, showWaitReason } from '../watch.ts';
import {
  createSubmitAttempts,
  recordDecision,
  recordOutcome,
  type OutcomeWatch,
  type SubmitAttempts,
} from './recordOutcome.ts';
import { buildYielded, findRivalry } from '../model/rivals.ts';
import { loadBody, sendBody, type BodyWatch, type SendOutcome, type SendWatch } from './sendBody.ts';
import { failWith, maxLimitedMs } from './submitPolicy.ts';

/** What a submit needs. */
export interface SubmitWatch extends SendWatch, BodyWatch, OutcomeWatch, SiblingWatch {
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
  readonly journal: Pick<JournalPort, 'readForeign'>;
}

/** Processes that have held each other back try again at different times, and not more rarely than this. */
const maxHoldBackMs = 8_000;

/** Submits a planned task until the gateway has accepted it, or it has ended. */
export async function submitTask(watch: SubmitWatch): Promise<void> {
  const attempts = createSubmitAttempts();
  do {
    const entered = await watch.budget.enter(watch);
    if (!entered.ok) return stopOverBudget(watch, entered.scope);
    attempts.isHeldBack = false;
    let delayMs = 0;
    try {
      delayMs = await tryToSubmit(watch, attempts);
    } finally {
      entered.pass.dispose();
    }
    if (attempts.isHeldBack) await watch.scheduler.sleep(delayMs, watch.signal);
  } while (attempts.isHeldBack);
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
      await watch.changeAnyway(buildUnsentEnd(reason));
      return 0;
    }
    const delayMs = await attempt(watch, attempts);
    if (attempts.isHeldBack) return delayMs;
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
    return recordDecision(watch, failWith({ code: 'rate-limited', message: '' }));
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
    attempts.isHeldBack = true;
    return profileDelayMs;
  }
  if (!opened.ok) {
    await failUnsent(watch, opened.error);
    return 0;
  }
  const saveError = attempts.made === 0 ? await findSaveError(watch) : null;
  if (saveError) {
    await failUnsent(watch, saveError);
    return 0;
  }
  const loaded = await loadBody(watch);
  if (!loaded.ok) {
    await failUnsent(watch, loaded.error);
    return 0;
  }
  const outcome = await post(watch, opened, { attempts, body: loaded.body, turn }).finally(() => loaded.dispose());
  if (outcome) return recordOutcome(watch, outcome, attempts);
  if (!attempts.isHeldBack) return 0;
  attempts.timesHeldBack += 1;
  return backoffMs(attempts.timesHeldBack, { random: watch.random, maxMs: maxHoldBackMs });
}

/** Returns why a result could not be saved, because such a result is not worth paying for. Null if it could. */
function findSaveError(watch: SubmitWatch): Promise<TaskError | null> {
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
  if (!(await looksAgain(watch, attempts))) return null;
  return sendBody(watch, { target, body, turn });
}

/**
 * Looks at the tasks of other processes, which can see now that this request is about to be sent. Resolves to whether
 * it is sent. Otherwise the journal has it as not sent.
 */
async function looksAgain(watch: SubmitWatch, attempts: SubmitAttempts): Promise<boolean> {
  const { entry, signal } = watch;
  const { others, isCovered } = await readOthers(watch);
  const rivalry = findRivalry(entry(), [...others, ...watch.store.list()]);
  const isAborted = [signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
  // The user may have stopped the run while the record was written.
  if (isCovered && !rivalry && !isAborted && !stopReasonOf(watch)) return true;
  // Nothing is awaited between the look and the changes, so that another request of the run sees them.
  const changes: Promise<unknown>[] = [withdraw(watch)];
  attempts.isHeldBack = !isCovered || rivalry?.kind === 'wait';
  const isMadeElsewhere = rivalry?.kind === 'yield' && !signal.aborted;
  if (isMadeElsewhere) changes.push(watch.changeAnyway({ kind: 'skipped', error: buildYielded(rivalry.to) }));
  await Promise.all(changes);
  return false;
}

/** Reads the tasks of other processes, and whether the budget covers this request next to them. */
async function readOthers(watch: SubmitWatch) {
  try {
    // A task that changes hands during the read is in this list.
    const before = watch.store.list();
    const foreign = listedEntries(await watch.journal.readForeign());
    return { others: [...before, ...foreign], isCovered: await watch.budget.confirm(watch) };
  } catch (error) {
    // The journals cannot be read. No byte has left, and this journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw({ record, signal }: SubmitWatch): Promise<void> {
  await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
  signal.throwIfAborted();
}

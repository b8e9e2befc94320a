import { backoffMs } from '../../support/backoff.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { SubmitOutcome } from '../gatewayPort.ts';
import { listedEntries } from '../journalPort.ts';
import { buildYielded, findRivalry, listRelated } from '../model/rivals.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { TargetOutcome } from '../openTarget.ts';
import { buildUnsentEnd, notSent } from '../run/runParts.ts';
import { listSiblingPaths } from '../save/siblingPaths.ts';
import { profileDelayMs, type TaskWatch } from '../watch.ts';
import { maxLimitedMs } from './decideSubmit.ts';
import { loadBody } from './loadBody.ts';
import { again, type Pause, recordOutcome, type SubmitAttempts } from './recordOutcome.ts';
import { sendBody } from './sendBody.ts';

/**
 * Submits a planned task until the gateway has accepted it, or it has ended. The budget keeps the cost of the request
 * reserved, except while the task is held back.
 */
export async function submitTask(watch: TaskWatch): Promise<void> {
  const attempts: SubmitAttempts = { made: 0, notSent: 0, serverErrors: 0, limitedSince: null, timesHeldBack: 0 };
  let reserved: Disposable | null = null;
  try {
    for (;;) {
      reserved ??= await reserve(watch);
      if (!reserved || watch.task().state !== 'planned') return;
      const { delayMs, isHeldBack } = await attempt(watch, attempts);
      if (isHeldBack) {
        reserved.dispose();
        reserved = null;
      }
      if (delayMs > 0) await watch.services.scheduler.sleep(delayMs, watch.signal);
    }
  } finally {
    reserved?.dispose();
  }
}

/** Resolves to null if a budget has no room for the task, which has ended then. */
async function reserve(watch: TaskWatch): Promise<Disposable | null> {
  const entered = await watch.services.budget.enter(() => watch.entry(), watch.signal);
  if (entered.ok) return entered.pass;
  const { scope, isPriceUnknown } = entered;
  const error: TaskError = { code: 'over-budget', message: isPriceUnknown ? 'unknown' : scope };
  await watch.changeAnyway({ kind: 'stopped', error });
  // The budget of a job does not stop other jobs, and the budget of a job file does not stop other files.
  if (scope !== 'job') watch.run.stopSubmits(scope === 'file' ? 'file' : 'run', error);
  return null;
}

/** Makes one attempt as soon as the profile can be called, unless the task must not be submitted. */
async function attempt(watch: TaskWatch, attempts: SubmitAttempts): Promise<Pause> {
  const { run, signal } = watch;
  const { gate, keys } = watch.services;
  const { profile, request } = watch.task();
  const reason = stopReasonOf(watch);
  if (reason) {
    await watch.changeAnyway(buildUnsentEnd(reason));
    return again;
  }
  if (gate.waitMs(profile) > maxLimitedMs) return failUnsent(watch, { code: 'rate-limited', message: '' });
  const trial = await watch.awaitNetwork('submits');
  let turn: Disposable | undefined;
  let slot: Disposable | undefined;
  try {
    turn = await keys.takeTurn(profile, run.id, signal);
    slot = await gate.enter(profile, { lane: run.id, isLong: request.pollPath === null }, signal);
    // While this task waited, another one may have found that the key is bad.
    return stopReasonOf(watch) ? again : await send(watch, attempts, turn);
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
function stopReasonOf({ run, sendSignal }: TaskWatch): TaskError | null {
  // The user has stopped an attempt that had no effect.
  if (sendSignal.aborted) return notSent;
  return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
}

async function failUnsent(watch: TaskWatch, error: TaskError): Promise<Pause> {
  await watch.failUnsent(error);
  return again;
}

/**
 * Sends the request. Everything that can fail without cost is checked before the record that bytes leave: profile, key,
 * folder, body. The order is that of what the user can fix soonest.
 */
async function send(watch: TaskWatch, attempts: SubmitAttempts, turn: Disposable): Promise<Pause> {
  const { artifacts, bodies, inputs, store } = watch.services;
  const { task, boundary } = watch.entry();
  const opened = await watch.openTarget();
  if (!opened.ok && opened.error.code === 'profile-changed') {
    await watch.showWaitReason(opened.error);
    return { delayMs: profileDelayMs, isHeldBack: true };
  }
  if (!opened.ok) return failUnsent(watch, opened.error);
  if (attempts.made === 0) {
    const siblingPaths = () => listSiblingPaths(store.list(), watch.task(), null);
    // A result that cannot be saved is not worth paying for.
    const saveError = await artifacts.probe({
      jobFile: task.jobFile,
      boundary,
      output: task.request.output,
      siblingPaths,
    });
    if (saveError) return failUnsent(watch, saveError);
  }
  const loaded = await loadBody(watch.entry(), { bodies, inputs }, watch.signal);
  if (!loaded.ok) return failUnsent(watch, loaded.error);
  let outcome: SubmitOutcome | null;
  try {
    const pause = (await recordSending(watch, opened, attempts)) ?? (await lookForRivals(watch, attempts));
    if (pause) return pause;
    outcome = await sendBody(watch, { target: opened.target, body: loaded.body, turn });
  } finally {
    loaded.dispose();
  }
  return outcome ? recordOutcome(watch, outcome, attempts) : again;
}

/** Records that bytes are about to leave. Returns null if that is in the journal. */
async function recordSending(
  watch: TaskWatch,
  { target: { origin }, isSandbox }: TargetOutcome & { ok: true },
  attempts: SubmitAttempts,
): Promise<Pause | null> {
  attempts.made += 1;
  watch.signal.throwIfAborted();
  const balance = isSandbox ? null : watch.services.balances.lastSeen(watch.task().profile);
  const facts = { isSandbox, ...(origin === null ? {} : { origin }), ...(balance ? { balance } : {}) };
  try {
    await watch.change({ kind: 'sending', attempt: attempts.made, ...facts });
    return null;
  } catch (error) {
    // A request that is not recorded is not sent: after a crash, nothing would know of it.
    return failUnsent(watch, { code: 'disk', message: messageOf(error) });
  }
}

/** Processes that have held each other back try again at different times, and not more rarely than this. */
const maxHoldBackMs = 8_000;

/**
 * Looks at the tasks of other processes, which can see now that this request is about to be sent. Resolves to null if it
 * is sent. Otherwise the journal has it as not sent. Rejects only when the signal aborts, or when the journals cannot be
 * read.
 */
async function lookForRivals(watch: TaskWatch, attempts: SubmitAttempts): Promise<Pause | null> {
  const { journal, budget, store, random } = watch.services;
  const own = watch.entry();
  let others: readonly TaskEntry[];
  let isCovered: boolean;
  try {
    // A task that changes hands during the read is in this list.
    const before = listRelated(own, store.list());
    others = [...before, ...listRelated(own, listedEntries(await journal.readForeign()))];
    isCovered = await budget.confirm(watch.entry());
  } catch (error) {
    // The journals cannot be read. No byte has left, and this journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
  const rivalry = findRivalry(watch.entry(), [...others, ...listRelated(watch.entry(), store.list())]);
  const isAborted = [watch.signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
  // The user may have stopped the run while the record was written.
  if (isCovered && !rivalry && !isAborted && !stopReasonOf(watch)) return null;
  // Nothing is awaited between the look and the changes, so that another request of the run sees them.
  const changes: Promise<unknown>[] = [withdraw(watch)];
  const isYielded = rivalry?.kind === 'yield' && !watch.signal.aborted;
  if (isYielded) changes.push(watch.changeAnyway({ kind: 'skipped', error: buildYielded(rivalry.to) }));
  await Promise.all(changes);
  if (isYielded || (isCovered && rivalry?.kind !== 'wait')) return again;
  attempts.timesHeldBack += 1;
  return { delayMs: backoffMs(attempts.timesHeldBack, { random, maxMs: maxHoldBackMs }), isHeldBack: true };
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw(watch: TaskWatch): Promise<void> {
  await watch.record({ kind: 'postponed', error: notSent, mayBeCharged: false });
  watch.signal.throwIfAborted();
}

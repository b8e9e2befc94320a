import { assertNever } from '../../support/assertNever.ts';
import { backoffMs } from '../../support/backoff.ts';
import type { Disposable } from '../../support/disposable.ts';
import { messageOf } from '../../support/text/redact.ts';
import type { CallOutcome } from '../gatewayPort.ts';
import { readForeignEntries } from '../journalPort.ts';
import { asksToWait, codeOfRefusal } from '../model/codeOfRefusal.ts';
import { listElsewhere, type OpenTask } from '../model/openTask.ts';
import { findRecorded, findRivalry, listRelated } from '../model/rivals.ts';
import { isRepeatable } from '../model/taskStates.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { TargetOutcome } from '../openTarget.ts';
import type { SpooledResponse } from '../ports.ts';
import { buildUnsentEnd, notSent } from '../run/runParts.ts';
import { listSiblingPaths } from '../save/pieces.ts';
import { profileDelayMs, type TaskServices, type TaskWatch } from '../watch.ts';
import { amountOf, decideSubmit, maxLimitedMs } from './decideSubmit.ts';
import { loadBody } from './loadBody.ts';
import { sendBody } from './sendBody.ts';

export function submitTask(watch: TaskWatch): Promise<void> {
  return new Submission(watch).run();
}

/** What comes before the next attempt, if the task is still planned. */
interface Pause {
  readonly delayMs: number;
  /**
   * The task waits without its reservation, and asks the budget again before the next attempt: other tasks have spent
   * the rest of the budget, another one may be sending the same request, or the task's gateway is missing, perhaps for
   * good.
   */
  readonly isHeldBack: boolean;
}

/** What other programs, each with its own storage, do about the same request. */
interface Elsewhere {
  /** A gateway works on it for another program. */
  readonly open?: OpenTask;
  /** The `requestKey` of its recorded result. */
  readonly recorded?: string | null;
}

/** Nothing but what delays all calls of the profile: its gate, or an outage. */
const again: Pause = { delayMs: 0, isHeldBack: false };

/** Processes that have held each other back try again at different times, and not more rarely than this. */
const maxHoldBackMs = 8_000;

/** Each kind of failure has its own limit, so that a server error after a rate limit does not end the submit. */
class Submission {
  readonly #watch: TaskWatch;
  readonly #services: TaskServices;
  #attempts = 0;
  #notSent = 0;
  #serverErrors = 0;
  #unanswered = 0;
  /** Unix ms of the first 429. Null before there was one. */
  #limitedSince: number | null = null;
  /** How often the task has been held back by another process just before it was sent. */
  #timesHeldBack = 0;

  constructor(watch: TaskWatch) {
    this.#watch = watch;
    this.#services = watch.services;
  }

  /** The budget keeps the cost of the request reserved, except while the task is held back. */
  async run(): Promise<void> {
    let reserved: Disposable | null = null;
    try {
      for (;;) {
        reserved ??= await this.#reserve();
        if (!reserved || this.#watch.task().state !== 'planned') return;
        const { delayMs, isHeldBack } = await this.#attempt();
        if (isHeldBack) {
          reserved.dispose();
          reserved = null;
        }
        if (delayMs > 0) await this.#services.scheduler.sleep(delayMs, this.#watch.signal);
      }
    } finally {
      reserved?.dispose();
    }
  }

  /** Resolves to null if a budget has no room for the task, which has ended then. */
  async #reserve(): Promise<Disposable | null> {
    const watch = this.#watch;
    const entered = await this.#services.budget.enter(() => watch.entry(), watch.signal);
    if (entered.ok) return entered.pass;
    const { scope, unpriced } = entered;
    const error: TaskError = { code: 'over-budget', message: unpriced === null ? scope : `unknown ${unpriced}` };
    await watch.changeAnyway({ kind: 'stopped', error });
    // The budget of a job does not stop other jobs, and the budget of a job file does not stop other files.
    if (scope !== 'job') watch.run.stopSubmits(scope === 'file' ? 'file' : 'run', error);
    return null;
  }

  /** Makes one attempt as soon as the profile can be called, unless the task must not be submitted. */
  async #attempt(): Promise<Pause> {
    const { run, signal } = this.#watch;
    const { gate, keys } = this.#services;
    const { profile, request } = this.#watch.task();
    const reason = this.#stopReason();
    if (reason) {
      await this.#watch.changeAnyway(buildUnsentEnd(reason));
      return again;
    }
    if (gate.waitMs(profile) > maxLimitedMs) return this.#failUnsent({ code: 'rate-limited', message: '' });
    const trial = await this.#watch.awaitNetwork('submits');
    let turn: Disposable | undefined;
    let slot: Disposable | undefined;
    try {
      turn = await keys.takeTurn(profile, run.id, signal);
      slot = await gate.enter(profile, { lane: run.id, isLong: request.pollPath === null }, signal);
      // While this task waited, another one may have found that the key is bad.
      return this.#stopReason() ? again : await this.#send(turn);
    } finally {
      slot?.dispose();
      turn?.dispose();
      trial.dispose();
    }
  }

  /** Returns why the task must not be submitted. A budget that stopped others was asked before, and has room for it. */
  #stopReason(): TaskError | null {
    const { run, sendSignal } = this.#watch;
    // The user has stopped an attempt that had no effect.
    if (sendSignal.aborted) return notSent;
    return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
  }

  #isRepeatable(): boolean {
    return isRepeatable(this.#watch.task(), this.#services.clock.now());
  }

  async #failUnsent(error: TaskError): Promise<Pause> {
    await this.#watch.failUnsent(error);
    return again;
  }

  /**
   * Sends the request. Everything that can fail without cost is checked before the record that bytes leave: profile,
   * key, folder, body. The order is that of what the user can fix soonest.
   */
  async #send(turn: Disposable): Promise<Pause> {
    const watch = this.#watch;
    const opened = await watch.openTarget();
    if (!opened.ok && opened.error.code === 'profile-changed') {
      await watch.showWaitReason(opened.error);
      return { delayMs: profileDelayMs, isHeldBack: true };
    }
    if (!opened.ok) return this.#failUnsent(opened.error);
    const { doubtfulAttempts, idempotencyHeader } = watch.task();
    // Without the header of the earlier attempts, this one could be charged too, and nobody was asked about that.
    if (doubtfulAttempts > 0 && this.#isRepeatable() && opened.target.idempotencyHeader !== idempotencyHeader) {
      return this.#failUnsent({ code: 'profile-changed', message: String(idempotencyHeader) });
    }
    const saveError = this.#attempts === 0 ? await this.#findSaveError() : null;
    if (saveError) return this.#failUnsent(saveError);
    const loaded = await loadBody(watch.entry(), this.#services, watch.signal);
    if (!loaded.ok) return this.#failUnsent(loaded.error);
    let outcome: CallOutcome | null;
    try {
      const pause = (await this.#recordSending(opened)) ?? (await this.#lookForRivals());
      if (pause) return pause;
      outcome = await sendBody(watch, { target: opened.target, body: loaded.body, turn });
    } finally {
      loaded.dispose();
    }
    return outcome ? this.#recordOutcome(outcome) : again;
  }

  /** Returns why a result could not be saved, because such a result is not worth paying for. Null if it could. */
  #findSaveError(): Promise<TaskError | null> {
    const { artifacts, store } = this.#services;
    const { task, boundary } = this.#watch.entry();
    const siblingPaths = () => listSiblingPaths(store.list(), this.#watch.task(), null);
    return artifacts.probe({ jobFile: task.jobFile, boundary, output: task.request.output, siblingPaths });
  }

  /** Records that bytes are about to leave. Returns null if that is in the journal. */
  async #recordSending({
    target: { origin, idempotencyHeader },
    isSandbox,
  }: TargetOutcome & { ok: true }): Promise<Pause | null> {
    const watch = this.#watch;
    this.#attempts += 1;
    watch.signal.throwIfAborted();
    const balance = this.#services.balances.lastSeen(watch.task().profile);
    const identity = idempotencyHeader === undefined ? {} : { idempotencyHeader };
    const facts = { isSandbox, ...(origin === null ? {} : { origin }), ...(balance ? { balance } : {}), ...identity };
    try {
      await watch.change({ kind: 'sending', attempt: this.#attempts, ...facts });
      return null;
    } catch (error) {
      // A request that is not recorded is not sent: after a crash, nothing would know of it.
      return this.#failUnsent({ code: 'disk', message: messageOf(error) });
    }
  }

  /**
   * Looks at the tasks of other processes, which can see now that this request is about to be sent. Resolves to null if
   * it is sent. Otherwise the journal has it as not sent. Rejects only when the signal aborts, or when the journals
   * cannot be read.
   */
  async #lookForRivals(): Promise<Pause | null> {
    const watch = this.#watch;
    const { journal, budget, store, random } = this.#services;
    let others: readonly TaskEntry[];
    let elsewhere: Elsewhere;
    let isCovered: boolean;
    try {
      // A task that changes hands during the read is in this list.
      const before = listRelated(watch.entry(), store.list());
      const foreign = await readForeignEntries(journal);
      others = [...before, ...listRelated(watch.entry(), foreign)];
      elsewhere = await this.#findElsewhere(foreign);
      isCovered = await budget.confirm(watch.entry());
    } catch (error) {
      // The journals cannot be read. No byte has left, and this journal must not say otherwise.
      await this.#withdraw();
      throw error;
    }
    const { open, recorded = null } = elsewhere;
    const made = recorded === null ? null : ({ kind: 'yield', to: recorded } as const);
    const rivalry = findRivalry(watch.entry(), [...others, ...listRelated(watch.entry(), store.list())]) ?? made;
    const isAborted = [watch.signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
    // The user may have stopped the run while the record was written.
    if (isCovered && !rivalry && !isAborted && !this.#stopReason()) {
      if (!open) return null;
      // Another program has sent the request meanwhile, so this task makes its result.
      const submittedAt = Date.parse(open.at);
      await watch.record({ kind: 'accepted', taskId: open.task_id, statusWord: null, submittedAt });
      return again;
    }
    // Nothing is awaited between the look and the changes, so that another request of the run sees them.
    const changes: Promise<unknown>[] = [this.#withdraw()];
    const isYielded = rivalry?.kind === 'yield' && !watch.signal.aborted;
    if (isYielded)
      changes.push(watch.changeAnyway({ kind: 'skipped', error: { code: 'sent-elsewhere', message: rivalry.to } }));
    await Promise.all(changes);
    if (isYielded || (isCovered && rivalry?.kind !== 'wait')) return again;
    this.#timesHeldBack += 1;
    return { delayMs: backoffMs(this.#timesHeldBack, { random, maxMs: maxHoldBackMs }), isHeldBack: true };
  }

  /** Finds what other programs make, or have made meanwhile, for the same request, unless the user wants two results. */
  async #findElsewhere(foreign: readonly TaskEntry[]): Promise<Elsewhere> {
    const { openTasks, runsFile, store } = this.#services;
    const entry = this.#watch.entry();
    const { task, origin, alongside } = entry;
    // An attempt that is charged with an earlier one is free, and returns what that one has made.
    const isFree = task.doubtfulAttempts > 0 && task.idempotencyHeader !== undefined;
    if (task.isSandbox || alongside === 'all' || isFree) return {};
    // The folder is read first, because a task that ends has its record before its line is removed.
    const told = await openTasks.read(task.jobFile);
    const records = await runsFile.read(task.jobFile).catch(() => []);
    const all = [...store.list(), ...foreign];
    const same = told.filter((each) => each.fingerprint === task.request.fingerprint && each.origin === origin);
    const [open] = listElsewhere(
      same,
      all.map((each) => each.task.taskId),
    );
    return { ...(open ? { open } : {}), recorded: findRecorded(entry, records, all) };
  }

  /** Gives up between the record and the first byte, and records that no byte left. */
  async #withdraw(): Promise<void> {
    await this.#watch.record({ kind: 'postponed', error: notSent, mayBeCharged: false });
    this.#watch.signal.throwIfAborted();
  }

  /**
   * Counts the outcome of the call, makes the whole profile wait if necessary, and records the decision of the policy. It
   * is recorded even if the watch has been given up, because the request may be charged.
   */
  async #recordOutcome(outcome: CallOutcome): Promise<Pause> {
    const watch = this.#watch;
    const { clock, gate, keys, onUnwritten, outages, random, settings, wasReached } = this.#services;
    const { task, origin } = watch.entry();
    // The failure is an outage only if the gateway was reached before: otherwise the base URL may be wrong.
    const isOutage = outcome.kind === 'not-sent' && origin !== null && (await wasReached(origin));
    if (isOutage) outages.submits.failed(watch.gateway(), outcome.message);
    const now = clock.now();
    const refusal = outcome.kind === 'refused' ? outcome.refusal : null;
    if (outcome.kind === 'not-sent') this.#notSent += 1;
    if (refusal && refusal.httpStatus >= 500) this.#serverErrors += 1;
    if (outcome.kind === 'no-answer' || refusal?.httpStatus === 408 || refusal?.httpStatus === 409)
      this.#unanswered += 1;
    const isLimited = refusal !== null && asksToWait(refusal) && codeOfRefusal(refusal) !== 'quota-exhausted';
    if (isLimited && refusal.httpStatus === 429) this.#limitedSince ??= now;
    const limitedForMs = now - (this.#limitedSince ?? now);
    const decision = decideSubmit(outcome, {
      history: { notSent: this.#notSent, serverErrors: this.#serverErrors, unanswered: this.#unanswered, limitedForMs },
      isRepeatable: this.#isRepeatable(),
      isRepeated: task.doubtfulAttempts > 0,
      isSynchronous: task.request.pollPath === null,
      wasReached: isOutage,
      retryOn5xx: settings().retryOn5xx,
      limitDelayMs: isLimited ? gate.limit(task.profile, refusal.retryAfterMs) : 0,
      random,
    });
    if (decision.kind === 'accept' || decision.kind === 'finish') {
      // The gateway has accepted the key, and no limit is in force.
      keys.accept(task.profile);
      gate.open(task.profile);
    }
    // A text that ends early is paid for like a complete one.
    const text = 'text' in outcome && outcome.text ? { text: outcome.text } : {};
    const amountUsd = amountOf(outcome);
    const kept = amountUsd === null ? text : { ...text, amountUsd };
    switch (decision.kind) {
      case 'accept': {
        const { taskId, statusWord, result } = decision;
        const isWritten = await watch.record({ kind: 'accepted', taskId, statusWord });
        // If the watch was given up meanwhile, another window has the task.
        if (!isWritten && !watch.signal.aborted) onUnwritten?.(watch.task());
        if (result) await watch.record(buildResponseEnd(await watch.keepResults(result)));
        return again;
      }
      case 'finish':
        await watch.record(buildResponseEnd(await watch.keepResults(decision.result)));
        return again;
      case 'retry':
        await watch.record({ kind: 'postponed', error: decision.error, mayBeCharged: decision.mayBeCharged });
        return { delayMs: decision.delayMs, isHeldBack: false };
      case 'fail':
        if (decision.error.code === 'key-refused') keys.refuse(task.profile);
        await watch.record({ kind: 'failed', error: decision.error, statusWord: null, amountUsd });
        if (decision.stopsRun) watch.run.stopSubmits('run');
        return again;
      case 'unconfirmed':
        await watch.record({ kind: 'unconfirmed', error: decision.error, ...kept });
        return again;
      default:
        return assertNever(decision);
    }
  }
}

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ text, ...response }: SpooledResponse): TaskChange {
  return { ...response, kind: 'finished', statusWord: null, ...(text ? { text } : {}) };
}

import { assertNever } from '../../support/assertNever.ts';
import type { Disposable } from '../../support/disposable.ts';
import { hashText } from '../../support/random.ts';
import type { CallOutcome, TaskView } from '../gatewayPort.ts';
import { isUnknownTask } from '../model/codeOfRefusal.ts';
import type { TaskError } from '../model/task.ts';
import { isPolled } from '../model/taskStates.ts';
import { profileDelayMs, type TaskServices, type TaskWatch } from '../watch.ts';
import { decideQuery, type QueryDecision } from './decideQuery.ts';
import { createPollSchedule } from './pollSchedule.ts';
import { buildQueryCall } from './queryOnce.ts';

/** Polls an accepted task until it ends. Unless it was submitted just now (`isFresh`), the first poll is immediate. */
export function pollTask(watch: TaskWatch, { isFresh }: { readonly isFresh: boolean }): Promise<void> {
  return new Polling(watch, isFresh).run();
}

/** A gateway may say that a task is done before it names the results. It is polled again for this long. */
const maxEmptyMs = 60_000;
/** Some gateways never name a video, but have its content at a known path. */
const maxEmptyVideoMs = 15_000;

type Pause =
  /** Wait as long as the poll schedule says. */
  | { readonly kind: 'scheduled' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Wait, because the profile is missing or has another origin. */
  | { readonly kind: 'profile' }
  /** Wait until there is a newer key than that of `generation`. */
  | { readonly kind: 'key'; readonly generation: number };

const scheduled: Pause = { kind: 'scheduled' };
/** The gate or the outage of the profile delays the next poll. */
const atOnce: Pause = { kind: 'delay', delayMs: 0 };

class Polling {
  readonly #watch: TaskWatch;
  readonly #services: TaskServices;
  readonly #isFresh: boolean;
  readonly #schedule;
  #failures = 0;
  #unknowns = 0;
  /** `#watchedMs` at the first of these responses. */
  #unknownSinceMs = 0;
  #silences = 0;
  #isSilent = false;
  /** `#watchedMs` at the first success without a result. Null if the last poll was not one. */
  #emptySinceMs: number | null = null;
  /** Sum of the waits and queries. The time in which a laptop sleeps, or between two windows, is not included. */
  #watchedMs = 0;

  constructor(watch: TaskWatch, isFresh: boolean) {
    this.#watch = watch;
    this.#services = watch.services;
    this.#isFresh = isFresh;
    this.#schedule = createPollSchedule(hashText(watch.id));
  }

  async run(): Promise<void> {
    const { keys, scheduler } = this.#services;
    const { signal } = this.#watch;
    let delayMs = this.#isFresh ? this.#nextDelayMs() : 0;
    for (;;) {
      await scheduler.sleep(delayMs, signal);
      this.#watchedMs += delayMs;
      const pause = await this.#poll();
      if (!isPolled(this.#watch.task().state)) return;
      // While the gateway cannot be reached, it is unknown whether the task is done.
      if ((pause.kind === 'scheduled' || this.#isSilent) && this.#isOverdue()) {
        await this.#watch.changeAnyway({ kind: 'stopped', error: { code: 'timed-out', message: '' } });
        return;
      }
      if (pause.kind === 'key') {
        await keys.next(this.#watch.task().profile, pause.generation, signal);
        await this.#watch.changeAnyway({ kind: 'waiting', error: null });
      }
      // The task is not watched during this wait, so the time is not included.
      if (pause.kind === 'profile') await scheduler.sleep(profileDelayMs, signal);
      if (pause.kind === 'scheduled') delayMs = this.#nextDelayMs();
      else delayMs = pause.kind === 'delay' ? pause.delayMs : 0;
    }
  }

  #nextDelayMs(): number {
    const { clock, durations } = this.#services;
    const { progress, submittedAt } = this.#watch.task();
    const elapsedMs = Math.max(this.#watchedMs, clock.now() - (submittedAt ?? Infinity));
    const pastDurationsMs = durations.of(this.#watch.entry());
    return this.#schedule.next(elapsedMs, { pastDurationsMs, progress });
  }

  #isOverdue(): boolean {
    const { timeoutMinutes } = this.#watch.task().request;
    return this.#watchedMs > Math.min(this.#services.settings().maxPollMs, (timeoutMinutes ?? Infinity) * 60_000);
  }

  /** Polls the task once, as soon as its profile can be called. */
  async #poll(): Promise<Pause> {
    const { gate, keys } = this.#services;
    const { profile, run } = this.#watch.task();
    if (keys.isRevoked(profile)) {
      await this.#watch.showWaitReason({ code: 'key-refused', message: '' });
      return { kind: 'key', generation: keys.generation(profile) };
    }
    const trial = await this.#watch.awaitNetwork('queries');
    let slot: Disposable | undefined;
    try {
      slot = await gate.enter(profile, { lane: run, isLong: false }, this.#watch.signal);
      return await this.#query();
    } finally {
      slot?.dispose();
      trial.dispose();
    }
  }

  async #query(): Promise<Pause> {
    const { gateway, keys, outages, random, scheduler } = this.#services;
    const { profile, request, taskId } = this.#watch.task();
    const generation = keys.generation(profile);
    const opened = await this.#watch.openTarget();
    if (!opened.ok && (opened.error.code === 'key-missing' || opened.error.code === 'key-refused')) {
      await this.#watch.showWaitReason({ ...opened.error, code: 'key-refused' });
      return { kind: 'key', generation };
    }
    if (!opened.ok) {
      await this.#watch.showWaitReason(opened.error);
      return { kind: 'profile' };
    }
    if (taskId === null) throw new Error('A task without an id cannot be polled');
    const call = buildQueryCall(request, taskId, this.#silences);
    const queriedAt = scheduler.now();
    const outcome = await gateway.query(opened.target, call, this.#watch.signal);
    this.#watchedMs += Math.min(call.patienceMs, scheduler.now() - queriedAt);
    const unknownForMs = this.#watchedMs - this.#unknownSinceMs;
    const history = { failures: this.#failures, unknowns: this.#unknowns, unknownForMs };
    const decision = decideQuery(outcome, history, { random });
    this.#count(outcome, decision);
    if (decision.kind !== 'wait-for-network') outages.queries.reached(this.#watch.gateway());
    return this.#carryOut(decision, generation);
  }

  #count(outcome: CallOutcome, decision: QueryDecision): void {
    this.#isSilent = outcome.kind === 'no-answer';
    if (this.#isSilent) this.#silences += 1;
    const isFailure = decision.kind !== 'status' && (decision.kind !== 'keep-going' || decision.delayMs !== null);
    this.#failures = isFailure ? this.#failures + 1 : 0;
    if (this.#unknowns === 0) this.#unknownSinceMs = this.#watchedMs;
    this.#unknowns = isUnknownTask(outcome) ? this.#unknowns + 1 : 0;
  }

  /** `generation` is that of the key that was sent. */
  async #carryOut(decision: QueryDecision, generation: number): Promise<Pause> {
    const { gate, keys, outages } = this.#services;
    const { profile } = this.#watch.task();
    switch (decision.kind) {
      case 'status':
        keys.accept(profile);
        gate.open(profile);
        await this.#recordStatus(decision.view, decision.text);
        return scheduled;
      case 'keep-going':
        if (decision.error) await this.#watch.showWaitReason(decision.error);
        return decision.delayMs === null ? scheduled : { kind: 'delay', delayMs: decision.delayMs };
      case 'wait-for-limit':
        gate.limit(profile, decision.retryAfterMs);
        await this.#watch.showWaitReason(decision.error);
        return atOnce;
      case 'wait-for-network':
        outages.queries.failed(this.#watch.gateway(), decision.error.message);
        await this.#watch.showWaitReason(decision.error);
        return atOnce;
      case 'wait-for-key':
        keys.revoke(profile, generation);
        await this.#watch.showWaitReason(decision.error);
        return { kind: 'key', generation };
      case 'lost':
        await this.#watch.changeAnyway({ kind: 'lost', error: decision.error });
        return scheduled;
      default:
        return assertNever(decision);
    }
  }

  /** Records what a poll says about the task. */
  async #recordStatus(view: TaskView, text: string): Promise<void> {
    const { durations } = this.#services;
    const { statusWord, progress, amountUsd, deliveries } = view;
    const task = this.#watch.task();
    switch (view.phase) {
      case 'pending':
      case 'running': {
        this.#emptySinceMs = null;
        const isSame = task.state === view.phase && task.statusWord === statusWord && task.progress === progress;
        if (isSame && task.error === null) return;
        await this.#watch.changeAnyway({ kind: 'polled', phase: view.phase, statusWord, progress });
        return;
      }
      case 'failed': {
        const error: TaskError = { code: 'task-failed', message: view.failure };
        await this.#watch.changeAnyway({ kind: 'failed', error, statusWord, amountUsd });
        return;
      }
      case 'succeeded': {
        if (deliveries.length === 0) return this.#recordEmptySuccess(view, text);
        const { results } = await this.#watch.keepResults({ deliveries, amountUsd, text: null });
        // An adopted task was not watched all the time.
        const took = this.#isFresh ? { tookMs: this.#watchedMs } : {};
        const cut = view.cut ? { cut: view.cut } : {};
        await this.#watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results, ...took, ...cut });
        return durations.learn(this.#watch.entry());
      }
      default:
        return assertNever(view.phase);
    }
  }

  /** The task is paid for, and its results may be named later: by a poll in the next minute, or after Save Again. */
  async #recordEmptySuccess({ statusWord, amountUsd }: TaskView, text: string): Promise<void> {
    this.#emptySinceMs ??= this.#watchedMs;
    const maxMs = this.#watch.task().request.modality === 'video' ? maxEmptyVideoMs : maxEmptyMs;
    if (this.#watchedMs - this.#emptySinceMs >= maxMs) {
      await this.#watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results: [], text });
      return;
    }
    const task = this.#watch.task();
    // A reason that is shown already stays, and does not disappear at each poll.
    const isNew = task.state !== 'running' || task.statusWord !== statusWord || task.progress !== null;
    if (isNew) await this.#watch.changeAnyway({ kind: 'polled', phase: 'running', statusWord, progress: null });
    await this.#watch.showWaitReason({ code: 'no-result', message: '' });
  }
}

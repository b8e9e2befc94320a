import type { Disposable } from '../support/disposable.ts';
import type { Clock } from '../support/clock.ts';
import type { GatewayResult } from './gatewayPort.ts';
import type { Task, TaskError } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import type { BudgetKeeper } from './money/budgetKeeper.ts';
import { openTarget, type TargetOutcome } from './openTarget.ts';
import type { BodyRoom } from './pace/bodyRoom.ts';
import type { KeyGate } from './pace/keyGate.ts';
import type { Outages } from './pace/outages.ts';
import type { ProfileGate } from './pace/profileGate.ts';
import type { Durations } from './poll/durations.ts';
import type { SpooledResponse, TaskPorts } from './ports.ts';
import type { RunPart } from './run/runParts.ts';
import type { Recorder } from './save/recorder.ts';
import type { TaskStore } from './taskStore.ts';

/** What all tasks of this process share: the ports of the engine, and what it makes of them. */
export interface TaskServices extends TaskPorts {
  readonly store: TaskStore;
  /** The waits of tasks by `clock`, which share one timer. */
  readonly scheduler: Clock;
  readonly recorder: Recorder;
  readonly budget: BudgetKeeper;
  readonly bodies: BodyRoom;
  readonly durations: Durations;
  readonly gate: ProfileGate;
  readonly keys: KeyGate;
  /** Submits open new connections, and queries reuse one. If only new ones fail, a query says nothing about submits. */
  readonly outages: Readonly<Record<'submits' | 'queries', Outages>>;
}

/** Interval in ms after which a waiting task checks its profile again. */
export const profileDelayMs = 10_000;

/** The watch of one task. Only the holder of its watch changes a task that is in flight. */
export class TaskWatch {
  readonly id: string;
  readonly run: RunPart;
  readonly services: TaskServices;
  /** Aborts when this process is about to end. A request that has not been sent by then is not sent. */
  readonly closing: AbortSignal;
  readonly #watching = new AbortController();
  readonly #sending = new AbortController();

  constructor(id: string, run: RunPart, services: TaskServices, closing: AbortSignal) {
    this.id = id;
    this.run = run;
    this.services = services;
    this.closing = closing;
  }

  get signal(): AbortSignal {
    return this.#watching.signal;
  }

  /**
   * Aborts the request that is being sent. If `signal` is not aborted, the user does not want to wait for the response,
   * and the watch continues. If only `signal` is aborted, another process has adopted the task, and the response is
   * written for that process.
   */
  get sendSignal(): AbortSignal {
    return this.#sending.signal;
  }

  giveUp(): void {
    this.#watching.abort(new Error('No longer watched'));
    this.#sending.abort(new Error('No longer watched'));
  }

  /** Gives up the watch, but not the request that is being sent. */
  lose(): void {
    this.#watching.abort(new Error('Adopted by another process'));
  }

  stopSending(): void {
    this.#sending.abort(new Error('No longer awaited'));
  }

  entry(): TaskEntry {
    return this.services.store.entryOf(this.id);
  }

  task(): Task {
    return this.entry().task;
  }

  /** Returns the name that the outages use for the gateway of the task. */
  gateway(): string {
    const { origin, task } = this.entry();
    return origin ?? task.profile;
  }

  /** Rejects when the watch was given up meanwhile, or when the journal cannot be written. */
  async change(change: TaskChange): Promise<void> {
    this.signal.throwIfAborted();
    await this.services.store.change(this.id, change);
  }

  /** Resolves to whether the change is in the journal. Rejects only when the watch was given up meanwhile. */
  async changeAnyway(change: TaskChange): Promise<boolean> {
    this.signal.throwIfAborted();
    return this.services.store.changeAnyway(this.id, change);
  }

  /** Records a change of a request that may be charged, even if the watch was given up. Else like `changeAnyway`. */
  record(change: TaskChange): Promise<boolean> {
    return this.services.store.changeAnyway(this.id, change);
  }

  /** Ends a task for which nothing was sent. */
  async failUnsent(error: TaskError): Promise<void> {
    await this.changeAnyway({ kind: 'failed', error, statusWord: null, amountUsd: null });
  }

  /** Shows why the task waits. An error that is shown already is no change, however many tasks wait. */
  async showWaitReason(error: TaskError): Promise<void> {
    const shown = this.task().error;
    if (shown?.code === error.code && shown.message === error.message) return;
    await this.changeAnyway({ kind: 'waiting', error });
  }

  /** Resolves when a call may be tried. Shows until then why the task waits. Dispose the result after the call. */
  async awaitNetwork(kind: keyof TaskServices['outages']): Promise<Disposable> {
    const outages = this.services.outages[kind];
    const message = outages.reasonOf(this.gateway());
    if (message !== null) await this.showWaitReason({ code: 'gateway-unreachable', message });
    return outages.enter(this.gateway(), this.signal);
  }

  /** Returns the gateway to call, with its current key. Never rejects. */
  openTarget(): Promise<TargetOutcome> {
    const { task, origin } = this.entry();
    return openTarget({ profile: task.profile, origin }, this.services.openProfile);
  }

  /** Returns the results of a response. The spool gets what would be lost; the gateway keeps what it names by URL. */
  async keepResults({ deliveries, ...rest }: GatewayResult): Promise<SpooledResponse> {
    const linked = deliveries.flatMap(({ source, title, lyrics }) =>
      source.kind === 'url' ? [{ source, title, lyrics }] : [],
    );
    if (linked.length === deliveries.length) return { ...rest, results: linked };
    return this.services.spool.put(this.task(), { deliveries, ...rest });
  }
}

import { untilAborted } from '../support/abort.ts';
import { messageOf } from '../support/text/redact.ts';
import type { Task } from './model/task.ts';
import type { TaskChange } from './model/taskEvent.ts';
import { isFailure } from './model/taskStates.ts';
import { readBalance, watchBalance } from './money/watchBalance.ts';
import { queryOnce } from './poll/queryOnce.ts';
import { buildUnsentEnd, createRuns, type RunPart, type RunStopScope } from './run/runParts.ts';
import { type TaskServices, TaskWatch } from './watch.ts';
import { watchTask } from './watchTask.ts';

/** What adopting, starting and the user's actions need. */
export interface EngineServices extends TaskServices {
  readonly watchers: Watchers;
}

/** All watches of this process: at most one watch per task. */
export class Watchers {
  readonly #services: TaskServices;
  readonly #closing = new AbortController();
  /** The watches whose work has not ended, by task. One that was given up may still record what it has received. */
  readonly #works = new Map<string, { readonly watch: TaskWatch; readonly done: Promise<void> }>();
  readonly #runs = createRuns(({ run, startedAs }, error) => {
    for (const { task, ...entry } of this.#services.store.list()) {
      const isAffected = task.run === run && (startedAs === null || entry.startedAs === startedAs);
      if (!isAffected || task.state !== 'planned') continue;
      // A budget stops only the tasks for which it has no room, not those that it has admitted.
      if (error.code === 'over-budget' && this.#services.budget.holds(task.id)) continue;
      void this.end(task.id, buildUnsentEnd(error));
    }
  });

  constructor(services: TaskServices) {
    this.#services = services;
  }

  /** Resolves when the task has ended or the watch is given up. Never rejects. */
  watch(id: string): Promise<void> {
    return this.#start(id, this.#partOf(id));
  }

  /** Watches tasks when the journal has them. Otherwise they are not sent. Resolves with their states at the end. */
  async watchAdded(added: Promise<void>, ids: readonly string[]): Promise<readonly Task[]> {
    const { store } = this.#services;
    const started = ids.map((id) => store.entryOf(id).task);
    // The parts are looked up before the wait, so that a part that is stopped meanwhile holds its tasks back.
    const parts = new Map(ids.map((id) => [id, this.#partOf(id)]));
    await added.catch((error: unknown) => Promise.all(ids.map((id) => this.#failUnwritten(id, error))));
    await Promise.all([...parts].filter(([id]) => store.get(id)).map(([id, part]) => this.#start(id, part)));
    // A task that was removed meanwhile is returned in its first state.
    return started.map((task) => store.get(task.id)?.task ?? task);
  }

  /** Resolves when the task is no longer watched and its line is in the runs file. Never rejects. */
  ended(id: string): Promise<void> {
    return this.#works.get(id)?.done ?? Promise.resolve();
  }

  /** Ends a task instead of its watch, which is given up. Resolves when the end is recorded. */
  async end(id: string, change: TaskChange): Promise<void> {
    this.#works.get(id)?.watch.giveUp();
    await this.#services.store.changeAnyway(id, change);
    await this.#services.recorder.record(id);
    void this.watchBalance(id);
  }

  /** Gives up the watch, but not the request that is being sent: its response is still recorded. */
  lose(id: string): void {
    this.#works.get(id)?.watch.lose();
  }

  /** Stops waiting for the response to a request that is being sent. The task ends as `unconfirmed`. */
  stopSending(id: string): void {
    this.#works.get(id)?.watch.stopSending();
  }

  /** Ends the unsent tasks of a run. With `all`, one that is being sent is not watched after its response. */
  stopRun(run: string, scope: RunStopScope): void {
    this.#runs.stop(run, scope);
  }

  /**
   * Sends nothing from now on. Resolves when the responses to sent requests are recorded, or when the deadline aborts.
   * All other watches are given up at once. Never rejects.
   */
  async close(deadline: AbortSignal): Promise<void> {
    const { store } = this.#services;
    this.#closing.abort(new Error('Closing'));
    const giveUpUnlessSending = ({ id, state }: Task): void => {
      if (state !== 'sending') this.#works.get(id)?.watch.giveUp();
    };
    const subscription = store.onDidChange(giveUpUnlessSending);
    for (const { task } of store.list()) giveUpUnlessSending(task);
    await untilAborted(this.#allEnded(), deadline);
    subscription.dispose();
    this.dispose();
    // A watch that is given up still records the text that it has received.
    await this.#allEnded();
  }

  dispose(): void {
    this.#closing.abort(new Error('Closing'));
    for (const { watch } of this.#works.values()) watch.giveUp();
  }

  #partOf(id: string): RunPart {
    return this.#runs.of(this.#services.store.entryOf(id));
  }

  #allEnded(): Promise<unknown> {
    return Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  /** Gives up the present watch of the task, if there is one, and starts another. */
  #start(id: string, run: RunPart): Promise<void> {
    this.#works.get(id)?.watch.giveUp();
    const watch = new TaskWatch(id, run, this.#services, this.#closing.signal);
    if (this.#closing.signal.aborted) watch.giveUp();
    const done = this.#work(watch).finally(() => {
      if (this.#works.get(id)?.watch === watch) this.#works.delete(id);
    });
    this.#works.set(id, { watch, done });
    return done;
  }

  /** Never rejects. */
  async #work(watch: TaskWatch): Promise<void> {
    const { id, run, services } = watch;
    try {
      await watchTask(watch);
      const ended = services.store.get(id);
      if (ended?.terms.stopsOnError && isFailure(ended.task)) run.stopSubmits('file');
      await services.recorder.record(id);
      void this.watchBalance(id);
    } catch (error) {
      if (!watch.signal.aborted) services.log.error(`Task ${id}: ${String(error)}`);
    }
  }

  async #failUnwritten(id: string, error: unknown): Promise<void> {
    const { store } = this.#services;
    if (store.get(id)?.task.state !== 'planned') return;
    const diskError = { code: 'disk', message: messageOf(error) } as const;
    await store.changeAnyway(id, { kind: 'failed', error: diskError, statusWord: null, amountUsd: null });
  }

  /** Queries a lost task once, and continues it if the gateway knows it again. Never rejects. */
  async findLost(id: string): Promise<void> {
    const { store, gate } = this.#services;
    const entry = store.get(id);
    // A press waits for the query, but not for the end of a limit.
    if (entry?.task.state !== 'lost' || gate.waitMs(entry.task.profile) > 0) return;
    const query = { silences: 0, signal: this.#closing.signal };
    const outcome = await queryOnce(entry, this.#services, query).catch(() => null);
    if (outcome?.kind !== 'task' || store.get(id)?.task.state !== 'lost') return;
    await store.changeAnyway(id, { kind: 'resumed' });
    void this.watch(id);
  }

  /** Reads and records the balance for an unconfirmed task. Never rejects. */
  readBalance(id: string): Promise<void> {
    return readBalance(id, this.#services, this.#closing.signal);
  }

  /** Reads the balance for an unconfirmed task now, and when it has usually been charged. Never rejects. */
  watchBalance(id: string): Promise<void> {
    return watchBalance(id, this.#services, this.#closing.signal);
  }
}

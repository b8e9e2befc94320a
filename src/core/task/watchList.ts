/** What ends the watch of a task from outside. */
interface WatchControllers {
  readonly watch: AbortController;
  /** Aborts the request that is being sent. */
  readonly send: AbortController;
}

/** The watches of this process, at most one per task, until their work has ended. */
interface WatchList {
  /**
   * Gives up the watch of the task, if there is one, and starts another. Its work calls `remove` when it ends. While
   * closing, the new watch is given up at once.
   */
  start(id: string, work: (own: WatchControllers) => Promise<void>): Promise<void>;
  /** Removes a watch whose work has ended. Does nothing if the task has another one by now. */
  remove(id: string, own: WatchControllers): void;
  /** Aborts the watch and its request. */
  giveUp(id: string): void;
  giveUpAll(): void;
  /** Aborts the watch, but not the request that is being sent. */
  lose(id: string): void;
  stopSending(id: string): void;
  /** Resolves when the work of the task's watch has ended, also after the watch was given up. */
  ended(id: string): Promise<void>;
  allEnded(): Promise<unknown>;
}

export function createWatchList(closing: AbortSignal): WatchList {
  /** Controllers of the watches that were not given up. */
  const controllers = new Map<string, WatchControllers>();
  const works = new Map<string, { readonly own: WatchControllers; readonly done: Promise<void> }>();
  const giveUp = (id: string): void => {
    const known = controllers.get(id);
    controllers.delete(id);
    known?.watch.abort(new Error('No longer watched'));
    known?.send.abort(new Error('No longer watched'));
  };
  return {
    start(id, work) {
      giveUp(id);
      const own: WatchControllers = { watch: new AbortController(), send: new AbortController() };
      if (!closing.aborted) controllers.set(id, own);
      else own.watch.abort(new Error('Closing'));
      const done = work(own);
      works.set(id, { own, done });
      return done;
    },
    remove(id, own) {
      if (controllers.get(id) === own) controllers.delete(id);
      if (works.get(id)?.own === own) works.delete(id);
    },
    giveUp,
    giveUpAll() {
      for (const id of controllers.keys()) giveUp(id);
    },
    lose: (id) => controllers.get(id)?.watch.abort(new Error('Adopted by another process')),
    stopSending: (id) => controllers.get(id)?.send.abort(new Error('No longer awaited')),
    ended: (id) => works.get(id)?.done ?? Promise.resolve(),
    allEnded: () => Promise.all([...works.values()].map(({ done }) => done)),
  };
}

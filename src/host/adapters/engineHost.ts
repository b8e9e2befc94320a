import { readdir } from 'node:fs/promises';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import { Emitter } from '../../core/support/emitter.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Account, createEngine, Engine, EnginePorts, Log, RecordedIn, Rename } from '../../engine/index.ts';
import { backgroundClock } from '../../node/systemClock.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import { createForeignTasks, mergeTasks } from './foreignTasks.ts';

/** The ports of the engine, which are passed on unchanged, and what loading it needs. */
interface EngineHostPorts extends EnginePorts {
  readonly loadEngine: () => Promise<{ readonly createEngine: typeof createEngine }>;
  /** Returns the absolute paths of the folders that are open now. */
  readonly folders: () => readonly string[];
}

/**
 * Delay before the first check for tasks to adopt. It is short, because the extension host before a reload ends within
 * seconds. Each further delay is twice as long, up to `lookAgainMs`.
 */
const firstLookMs = 1_000;
const lookAgainMs = 30_000;
/** VS Code ends the extension host 5 s after it has requested the end. Writing also takes time. */
const closingMs = 3_000;
/** Delay in ms before the tasks of another window are read, however often it writes. */
const readForeignMs = 1_000;

/** The engine of this window, which is loaded on first use. Listeners can subscribe to its events earlier. */
export type EngineHost = ReturnType<typeof createEngineHost>;

/** Creates the host. All callers share one loading of the engine. If it fails, the next call tries again. */
export function createEngineHost(ports: EngineHostPorts) {
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();
  const loadedEmitter = new Emitter<void>();
  const foreign = createForeignTasks(ports.folders);
  let loading: Promise<Engine> | undefined;
  let loaded: Engine | undefined;
  const aborted = new AbortController();

  const load = async (): Promise<Engine> => {
    const { createEngine } = await ports.loadEngine();
    aborted.signal.throwIfAborted();
    const engine = createEngine(ports);
    engine.onDidChangeTask((task) => changed.fire(task));
    engine.onDidRemoveTask((id) => removed.fire(id));
    loaded = engine;
    await engine.resume(ports.folders());
    aborted.signal.throwIfAborted();
    loadedEmitter.fire();
    return engine;
  };
  const engine = (): Promise<Engine> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      loaded?.dispose();
      loaded = undefined;
      throw error;
    });
    return loading;
  };
  const readForeignTasks = async (): Promise<void> => {
    if (loaded) await foreign.read(loaded);
  };
  const readSoon = createTimer(readForeignMs, () => runInBackground(readForeignTasks(), ports.log));
  let watching: Disposable | null = null;
  const lookOnce = async (): Promise<void> => {
    if (loading) await (await loading).resume(ports.folders());
    // The journal's folder is created with the first task. Before that, there is nothing to adopt.
    else if ((await readdir(ports.storageDir).catch(() => [])).length > 0) await engine();
    // Foreign tasks are also read if nothing was written, because this window may have adopted some of them.
    await readForeignTasks();
    if (!aborted.signal.aborted) watching ??= loaded?.watchForeignTasks(() => readSoon.start()) ?? null;
  };
  let looking: Promise<void> | undefined;
  return {
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    /** Fires once, when the engine is loaded and knows the tasks of the journal. */
    onDidLoad: loadedEmitter.event,
    /** Fires when other windows have written about tasks. The cost of the day may have changed, too. */
    onDidChangeForeignTasks: foreign.onDidChange,
    engine,
    /** Tasks known so far, newest first. Empty before the engine is loaded. */
    tasks: (): readonly Task[] => loaded?.tasks() ?? [],
    /** Returns `tasks()` with the foreign tasks of the open folders, as far as these were already read. */
    allTasks: (): readonly Task[] => mergeTasks(loaded?.tasks() ?? [], foreign.list()),
    /** See `Engine`. Null before the engine is loaded. */
    readAccount: async (): Promise<Account | null> => (await loaded?.readAccount()) ?? null,
    /**
     * Loads the engine if the journal is not empty, so that unfinished tasks continue without a click. It checks again
     * from time to time until `close`, because another window of these folders may close, or the extension host before
     * a reload may end late.
     */
    async resume(): Promise<void> {
      looking ??= keepLooking(lookOnce, ports, aborted.signal);
      await lookOnce();
    },
    /** Tells the engine about renames. The engine is loaded only if a job file or a result is among them. */
    async rename(renames: readonly Rename[], recordedIn: readonly RecordedIn[]): Promise<void> {
      const concerns = recordedIn.length > 0 || renames.some(({ isJobFile }) => isJobFile);
      if (loading || concerns) await (await engine()).rename(renames, recordedIn);
    },
    /** Adopts the unfinished tasks of folders that were opened later, and reads their foreign tasks. */
    async addFolders(folders: readonly string[]): Promise<void> {
      if (!loading) return;
      await (await loading).resume(folders);
      await readForeignTasks();
    },
    /**
     * Ends the work of this window. Resolves when the responses that were on their way are in the journal, or when the
     * time that VS Code grants is over. Does not load the engine.
     */
    async close(): Promise<void> {
      aborted.abort();
      readSoon.dispose();
      watching?.dispose();
      for (const each of [changed, removed, loadedEmitter, foreign]) each.dispose();
      await loaded?.close(AbortSignal.timeout(closingMs));
    },
  };
}

/** Checks again and again. Resolves when the signal aborts, and never rejects. */
async function keepLooking(
  lookOnce: () => Promise<void>,
  { clock = backgroundClock, log }: { readonly clock?: Pick<Clock, 'sleep'>; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  for (let delayMs = firstLookMs; !signal.aborted; delayMs = Math.min(lookAgainMs, 2 * delayMs)) {
    try {
      await clock.sleep(delayMs, signal);
      await lookOnce();
    } catch (error) {
      if (!signal.aborted) log.warn(`Unfinished tasks cannot be resumed now: ${String(error)}`);
    }
  }
}

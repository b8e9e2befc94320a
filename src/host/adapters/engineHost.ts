import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import { Emitter, type Event } from '../../core/support/emitter.ts';
import type { Task } from '../../core/task/task.ts';
import type { Account, Engine, EnginePorts, Log, Rename } from '../../engine.ts';
import type { Parts } from '../parts.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import { compareElsewhere, mergeTasks, type ElsewhereChange } from './elsewhereTasks.ts';

/** The engine of this window, loaded when it is first asked for. Its events can be heard before it is there. */
export interface EngineHost {
  readonly onDidChangeTask: Event<Task>;
  readonly onDidRemoveTask: Event<string>;
  /** Fires once, when the engine is there and knows the tasks of the journal. */
  readonly onDidLoad: Event<void>;
  /** Fires when other windows have written of tasks: their rows may differ, and what the day has cost. */
  readonly onDidChangeElsewhere: Event<ElsewhereChange>;
  engine(): Promise<Engine>;
  /** Tasks known so far, newest first; none before the engine is loaded. */
  tasks(): readonly Task[];
  /** The same with those of the open folders that other windows take care of, as far as they were read. */
  allTasks(): readonly Task[];
  /** See `Engine`; null before the engine is loaded. */
  readAccount(): Promise<Account | null>;
  /**
   * Loads the engine when the journal holds anything, so that unfinished tasks go on without a click. Until `close` it
   * looks again now and then: another window of these folders may close, or the extension host before a reload end late.
   */
  resume(): Promise<void>;
  /** Tells the engine of renames. Nothing is loaded for it unless a job file is among them. */
  rename(renames: readonly Rename[]): Promise<void>;
  /** Takes up the unfinished tasks of folders that came later, and looks for those that other windows have. */
  addFolders(folders: readonly string[]): Promise<void>;
  /**
   * Ends the work of this window. Resolves when the responses that were on their way are in the journal, within the time
   * that VS Code grants. Loads nothing.
   */
  close(): Promise<void>;
}

/** The ports of the engine, passed on as they are, and what its loading needs. */
export interface EngineHostPorts extends EnginePorts {
  readonly parts: Pick<Parts, 'engine'>;
  /** Absolute paths of the folders that are open now. */
  readonly folders: () => readonly string[];
}

/** The extension host before a reload ends within seconds: the first looks come soon, each later by twice as much … */
const firstLookMs = 1_000;
/** … up to this. */
const lookAgainMs = 30_000;
/** VS Code ends the extension host 5 s after it has asked for the end; writing takes its time, too. */
const closingMs = 3_000;
/** What another window writes is read so long after, however much it is. */
const readElsewhereMs = 1_000;

/** Loading is shared by all who ask; when it fails, the next one who asks tries again. */
export function createEngineHost(ports: EngineHostPorts): EngineHost {
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();
  const loadedEmitter = new Emitter<void>();
  const elsewhereEmitter = new Emitter<ElsewhereChange>();
  let loading: Promise<Engine> | undefined;
  let loaded: Engine | undefined;
  const aborted = new AbortController();

  const load = async (): Promise<Engine> => {
    const { createEngine } = await ports.parts.engine();
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
  let elsewhere: readonly Task[] = [];
  let begun = 0;
  let newest = 0;
  const readElsewhere = async (): Promise<void> => {
    if (!loaded) return;
    const number = ++begun;
    const now = await loaded.readElsewhere(ports.folders());
    // A look that began before another one may end after it, with what was true before.
    if (aborted.signal.aborted || number < newest) return;
    newest = number;
    const change = compareElsewhere(elsewhere, now, loaded.tasks());
    elsewhere = now;
    elsewhereEmitter.fire(change);
  };
  const readSoon = createTimer(readElsewhereMs, () => runInBackground(readElsewhere(), ports.log));
  let watching: Disposable | null = null;
  const lookOnce = async (): Promise<void> => {
    if (loading) await (await loading).resume(ports.folders());
    else if (await hasJournal(ports.storageDir)) await engine();
    // Also where nothing is written: what another window followed may be this one's by now.
    await readElsewhere();
    if (!aborted.signal.aborted) watching ??= loaded?.watchElsewhere(() => readSoon.start()) ?? null;
  };
  let looking: Promise<void> | undefined;
  return {
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    onDidLoad: loadedEmitter.event,
    onDidChangeElsewhere: elsewhereEmitter.event,
    engine,
    tasks: () => loaded?.tasks() ?? [],
    allTasks: () => mergeTasks(loaded?.tasks() ?? [], elsewhere),
    readAccount: async () => (await loaded?.readAccount()) ?? null,
    async resume() {
      looking ??= keepLooking(lookOnce, ports, aborted.signal);
      await lookOnce();
    },
    async rename(renames) {
      if (loading || renames.some(({ isJobFile }) => isJobFile)) await (await engine()).rename(renames);
    },
    async addFolders(folders) {
      if (!loading) return;
      await (await loading).resume(folders);
      await readElsewhere();
    },
    async close() {
      aborted.abort();
      readSoon.dispose();
      watching?.dispose();
      for (const emitter of [changed, removed, loadedEmitter, elsewhereEmitter]) emitter.dispose();
      await loaded?.close(AbortSignal.timeout(closingMs));
    },
  };
}

/** The journal's folder is made with the first task; until then there is nothing to take up. */
async function hasJournal(storageDir: string): Promise<boolean> {
  const names = await readdir(storageDir).catch(() => []);
  return names.length > 0;
}

/** Resolves when the signal aborts; never rejects. */
async function keepLooking(
  lookOnce: () => Promise<void>,
  { clock = backgroundClock, log }: { readonly clock?: Pick<Clock, 'sleep'>; readonly log: Pick<Log, 'warn'> },
  signal: AbortSignal,
): Promise<void> {
  for (let delayMs = firstLookMs; !signal.aborted; delayMs = Math.min(lookAgainMs, 2 * delayMs)) {
    try {
      await clock.sleep(delayMs, signal);
      await lookOnce();
    } catch (error) {
      if (!signal.aborted) log.warn(`Unfinished tasks wait: ${String(error)}`);
    }
  }
}

/** Waiting for the next look keeps no process from ending. */
const backgroundClock: Pick<Clock, 'sleep'> = {
  sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal, ref: false }),
};

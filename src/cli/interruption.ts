import { emptyDisposable } from '../core/support/disposable.ts';
import { isInFlight, isPolled } from '../core/task/model/taskStates.ts';
import type { Task } from '../core/task/model/task.ts';
import type { Engine, StartedRun } from '../engine/index.ts';
import type { Context } from './context.ts';
import { exitCodes, type ExitCode } from './exitCode.ts';
import { parts } from './parts.ts';
import { createProgress, type Progress } from './progress.ts';
import { isBlocked } from './taskTexts.ts';

/** Continues the tasks below the folders, shows how tasks change while `use` runs, and lets the user end all of it. */
export async function follow<T>(
  engine: Engine,
  options: FollowOptions,
  use: (following: { readonly progress: Progress; readonly interruption: Interruption }) => Promise<T>,
): Promise<T> {
  const progress = createProgress(options.context);
  const interruption = createInterruption(engine, { ...options, note: progress.note });
  let changes = emptyDisposable;
  try {
    await engine.resume(options.folders);
    changes = engine.onDidChangeTask((task) => {
      progress.change(task);
      interruption.look();
    });
    engine.tasks().forEach(progress.change);
    return await use({ progress, interruption });
  } finally {
    changes.dispose();
    progress.end();
    await interruption.end();
  }
}

interface FollowOptions {
  readonly context: Context;
  /** Absolute paths. */
  readonly folders: readonly string[];
  /** Without it, the command leaves when everything is sent. */
  readonly waits: boolean;
}

/** What a command has to do with Ctrl+C and the end of its process. */
export type Interruption = ReturnType<typeof createInterruption>;

/**
 * The first Ctrl+C stops the requests that were not sent, and the command awaits the others. The second Ctrl+C, or
 * SIGTERM, ends the command at once, and another command can continue its tasks. `note` shows the user a line.
 */
function createInterruption(
  engine: Pick<Engine, 'stopRun' | 'close' | 'tasks'>,
  { context: { terminal }, note, waits }: FollowOptions & { readonly note: Progress['note'] },
) {
  const left = new AbortController();
  let run: StartedRun | null = null;
  let exitCode: ExitCode | null = null;
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    left.abort();
    const { findGraceMs } = await parts.engine();
    await engine.close(AbortSignal.timeout(findGraceMs(engine)));
  };
  const leave = (): void => void (closing ??= close());
  const interrupt = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const isFirst = exitCode === null;
    exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
    if (!isFirst || !run || signal === 'SIGTERM') return leave();
    void engine.stopRun(run.id, 'unsent');
    const sent = engine.tasks().filter(({ state }) => isInFlight(state) && state !== 'planned').length;
    note(
      sent === 0
        ? 'Stopping. Nothing is being made.'
        : `Stopped. ${sent} already sent, and still being made. Press Ctrl+C again to leave them to "genwright wait".`,
    );
  };
  const stopListening = terminal.onInterrupt(interrupt);
  const awaited = new Set<string>();
  /** Leaves when no task changes without the user. */
  const look = (): void => {
    const tasks = engine.tasks().filter((task) => awaited.has(task.id) || task.run === run?.id);
    const wasAccepted = ({ state }: Task): boolean => isPolled(state) || state === 'saving';
    const isDone = (task: Task): boolean => isBlocked(task) || (!waits && wasAccepted(task));
    const left = tasks.filter(({ state }) => isInFlight(state));
    if (left.length > 0 && left.every(isDone)) leave();
  };
  return {
    /** Aborts when the command leaves. */
    signal: left.signal,
    interrupt,
    started: (started: StartedRun): void => void (run = started),
    look,
    /** The command is about this task too. */
    awaits: ({ id }: Pick<Task, 'id'>): void => {
      awaited.add(id);
      setImmediate(look);
    },
    /** Null if nobody has interrupted the command. */
    exitCode: () => exitCode,
    async end(): Promise<void> {
      stopListening();
      await closing;
    },
  };
}

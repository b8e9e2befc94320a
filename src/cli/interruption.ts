import { isInFlight } from '../core/task/model/taskStates.ts';
import type { Task } from '../core/task/model/task.ts';
import type { Engine, StartedRun } from '../engine/index.ts';
import type { Context } from './context.ts';
import { exitCodes, type ExitCode } from './exitCode.ts';
import { parts } from './parts.ts';
import { createProgress, type Progress } from './progress.ts';
import { isBlocked } from './taskTexts.ts';

/** Shows the tasks of an engine while `use` runs, and lets the user end it. */
export async function follow<T>(
  engine: Engine,
  { context, waits }: { readonly context: Context; readonly waits: boolean },
  use: (following: { readonly progress: Progress; readonly interruption: Interruption }) => Promise<T>,
): Promise<T> {
  const progress = createProgress(context);
  const interruption = createInterruption(engine, { context, note: progress.note, waits });
  const changes = engine.onDidChangeTask((task) => {
    progress.change(task);
    interruption.look();
  });
  try {
    return await use({ progress, interruption });
  } finally {
    changes.dispose();
    progress.end();
    await interruption.end();
  }
}

/** What a command has to do with Ctrl+C and the end of its process. */
export type Interruption = ReturnType<typeof createInterruption>;

interface InterruptionOptions {
  readonly context: Context;
  readonly note: (text: string) => void;
  /** Without it, the command leaves when everything is sent. */
  readonly waits: boolean;
}

/**
 * Listens for Ctrl+C. The first one stops what was not sent, and what was sent is awaited. The second one, or the wish
 * of the system, leaves at once: the state is saved, and another command continues. `note` tells the user.
 */
function createInterruption(
  engine: Pick<Engine, 'stopRun' | 'close' | 'tasks'>,
  { context: { terminal }, note, waits }: InterruptionOptions,
) {
  const left = new AbortController();
  let run: StartedRun | null = null;
  let exitCode: ExitCode | null = null;
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const { findGraceMs } = await parts.engine();
    await engine.close(AbortSignal.timeout(findGraceMs(engine)));
  };
  const leave = (): void => {
    if (closing) return;
    left.abort();
    closing = close();
  };
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
    const isDone = (task: Task): boolean => isBlocked(task) || (!waits && wasSent(task));
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

/** Whether the gateway has accepted the request, and its result is awaited. */
function wasSent({ state }: Pick<Task, 'state'>): boolean {
  return state === 'pending' || state === 'running' || state === 'saving';
}

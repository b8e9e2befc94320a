import type { Clock } from '../../core/support/clock.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import type { Engine } from '../engine.ts';

interface AwaitOptions {
  /** Absolute paths of the folders of the job files. */
  readonly folders: readonly string[];
  /** Absolute path of the folder that adopted results may not leave. Default: the innermost of the folders. */
  readonly boundary?: string;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Stops the waiting. The task is returned in its state at that time. */
  readonly signal: AbortSignal;
}

/** Interval in ms at which the tasks of other processes are read. */
const lookAgainMs = 1_000;

/**
 * Returns a function that waits for an open task and resolves with it in its final state. A task that waits for the
 * user is resumed, because the caller has run Generate. A task of another process is adopted when that process
 * ends. Null for a task that no process has.
 */
export function createTaskAwaiter(
  engine: Pick<Engine, 'tasks' | 'act' | 'ended' | 'resume' | 'readForeignTasks'>,
  { folders, boundary, clock, signal }: AwaitOptions,
): (task: Task) => Promise<Task | null> {
  const findOwn = (id: string): Task | undefined => engine.tasks().find((task) => task.id === id);
  const awaitOwn = async ({ id, state }: Task): Promise<Task | null> => {
    if (state === 'unsaved') await engine.act(id, 'saveAgain');
    if (state === 'stopped') await engine.act(id, 'resume');
    await engine.ended(id);
    return findOwn(id) ?? null;
  };
  let looking: Promise<readonly Task[]> | undefined;
  /** Reads the tasks of other processes, once for all tasks that are awaited. */
  const lookAtForeign = async (delayMs: number): Promise<readonly Task[]> => {
    await clock.sleep(delayMs, signal);
    await engine.resume(folders, boundary);
    return engine.readForeignTasks(folders);
  };
  const awaitForeign = async ({ id }: Task): Promise<Task | null> => {
    for (let delayMs = 0; ; delayMs = lookAgainMs) {
      looking ??= lookAtForeign(delayMs).finally(() => (looking = undefined));
      const foreign = (await looking).find((task) => task.id === id);
      const own = findOwn(id);
      if (own) return awaitOwn(own);
      if (!foreign || !isInFlight(foreign.state)) return foreign ?? null;
    }
  };
  return async (task) => {
    const own = findOwn(task.id);
    if (own) return awaitOwn(own);
    try {
      return await awaitForeign(task);
    } catch (error) {
      if (signal.aborted) return task;
      throw error;
    }
  };
}

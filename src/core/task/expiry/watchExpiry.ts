import type { Clock } from '../../support/clock.ts';
import type { Task } from '../model/task.ts';
import { isExpiring } from './taskExpiry.ts';

/** Interval of the checks. It is short enough for URLs that are valid for an hour. */
const lookAgainMs = 60_000;

export interface ExpiryPorts {
  readonly clock: Clock;
  readonly tasks: () => readonly Task[];
  /** Called with all tasks whose warning is due since the last call. Each task is passed once. */
  readonly announce: (tasks: readonly Task[]) => void;
}

/** Announces in time which results are about to expire. Resolves when the signal aborts. Never rejects. */
export async function watchExpiry({ clock, tasks, announce }: ExpiryPorts, signal: AbortSignal): Promise<void> {
  const announced = new Set<string>();
  while (!signal.aborted) {
    const due = tasks().filter((task) => isExpiring(task, clock.now()) && !announced.has(task.id));
    for (const { id } of due) announced.add(id);
    if (due.length > 0) announce(due);
    await clock.sleep(lookAgainMs, signal).catch(() => undefined);
  }
}

import type { Clock } from '../../support/clock.ts';
import type { Task } from '../model/task.ts';
import { isVanishing } from './vanishing.ts';

/** Often enough for URLs that live an hour. */
const lookAgainMs = 60_000;

export interface ExpiryPorts {
  readonly clock: Clock;
  readonly tasks: () => readonly Task[];
  /** Called with all whose time has come since the last call; each is named once. */
  readonly announce: (tasks: readonly Task[]) => void;
}

/** Says in time which results are about to be lost. Resolves when the signal aborts; never rejects. */
export async function watchExpiry({ clock, tasks, announce }: ExpiryPorts, signal: AbortSignal): Promise<void> {
  const announced = new Set<string>();
  while (!signal.aborted) {
    const due = tasks().filter((task) => isVanishing(task, clock.now()) && !announced.has(task.id));
    for (const { id } of due) announced.add(id);
    if (due.length > 0) announce(due);
    await clock.sleep(lookAgainMs, signal).catch(() => undefined);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from '../../../core/task/model/task.ts';
import type { Services } from '../services.ts';

/** A gateway that does not respond delays a question or a notification for this time at most, in ms. */
const patienceMs = 5_000;

/** Reads the balance for the unconfirmed ones of these tasks. Returns all of them as they are after that. */
export async function readBalances(
  tasks: readonly Task[],
  { engineHost }: Pick<Services, 'engineHost'>,
): Promise<readonly Task[]> {
  const unconfirmed = tasks.filter(({ state }) => state === 'unconfirmed');
  if (unconfirmed.length === 0) return tasks;
  const engine = await engineHost.engine();
  const reads = Promise.all(unconfirmed.map(({ id }) => engine.act(id, 'checkBalance')));
  await Promise.race([reads, sleep(patienceMs, undefined, { ref: false })]);
  const present = new Map(engineHost.allTasks().map((task) => [task.id, task]));
  return tasks.map((task) => present.get(task.id) ?? task);
}

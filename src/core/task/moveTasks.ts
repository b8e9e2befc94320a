import type { JobFileMove } from './ports.ts';
import type { TaskPlace } from './taskEvent.ts';
import { messageOf } from './watch.ts';
import type { EngineServices } from './watchers.ts';

/** Tasks with their new place, and job files whose records move along. */
export interface Moves {
  readonly tasks: readonly ({ readonly id: string } & TaskPlace)[];
  readonly jobFiles: readonly JobFileMove[];
}

/** Continues tasks in their new place. What could not be saved or recorded in the old one is tried again. */
export async function moveTasks({ tasks, jobFiles }: Moves, services: EngineServices): Promise<void> {
  const { store, watchers, recorder } = services;
  // In one go, so that no line is added to a file that has moved or is about to.
  const journaled = tasks.map(({ id, ...place }) => store.changeAnyway(id, { kind: 'moved', ...place }));
  const moved = jobFiles.map((move) => moveRecords(move, services));
  await Promise.all([...journaled, ...moved]);
  for (const { id } of tasks) {
    if (store.get(id)?.task.state !== 'unsaved') await recorder.record(id);
    else {
      await store.changeAnyway(id, { kind: 'saving-again' });
      void watchers.watch(id);
    }
  }
}

async function moveRecords(move: JobFileMove, { ports }: Pick<EngineServices, 'ports'>): Promise<void> {
  try {
    await ports.runsFile.move(move);
  } catch (error) {
    ports.log.warn(`The records of ${move.from} stay where they are: ${messageOf(error)}`);
  }
}

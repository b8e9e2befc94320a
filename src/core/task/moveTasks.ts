import { messageOf } from '../support/text/redact.ts';
import type { JobFileMove } from './ports.ts';
import type { TaskPlace } from './model/taskEvent.ts';
import type { EngineServices } from './watchers.ts';

/** Tasks with their new paths, and job files whose records move along. */
export interface Moves {
  readonly tasks: readonly ({ readonly id: string } & TaskPlace)[];
  readonly jobFiles: readonly JobFileMove[];
}

/** Continues tasks with their new paths. Saving and recording that failed with the old paths is tried again. */
export async function moveTasks({ tasks, jobFiles }: Moves, services: EngineServices): Promise<void> {
  const { store, watchers, recorder } = services;
  // All changes start before the first `await`, so that no line is added to a file that has moved or is about to.
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

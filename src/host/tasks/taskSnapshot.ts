import type { Task } from '../../core/task/model/task.ts';
import { groupTasks, type TaskGroups } from './taskGroups.ts';

/** The tasks as the view shows them. They are sorted once, however many rows are drawn. */
export interface TaskSnapshot {
  groups(): TaskGroups;
  find(id: string): Task | undefined;
  /** Discards the snapshot after a change. The next call creates a new one. */
  renew(): void;
}

export function createTaskSnapshot(list: () => readonly Task[], now: () => number): TaskSnapshot {
  let current: { readonly groups: TaskGroups; readonly byId: ReadonlyMap<string, Task> } | undefined;
  const read = (): NonNullable<typeof current> => {
    if (current) return current;
    const tasks = list();
    current = { groups: groupTasks(tasks, now()), byId: new Map(tasks.map((task) => [task.id, task])) };
    return current;
  };
  return {
    groups: () => read().groups,
    find: (id) => read().byId.get(id),
    renew: () => void (current = undefined),
  };
}

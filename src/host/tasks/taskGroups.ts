import { groupBy } from '../../core/support/groupBy.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isExpiring, findExpiry } from '../../core/task/model/expiry.ts';
import { sectionOf, type Section } from '../../core/task/model/taskStates.ts';

/** Content of the Tasks view below its root. All lists are newest first. */
export interface TaskGroups {
  readonly inProgress: readonly Task[];
  /** Tasks whose results expire soon come before all others, the most urgent first. */
  readonly needsAttention: readonly Task[];
  /** Finished tasks by absolute path of the job file. The file with the newest task comes first. */
  readonly finished: ReadonlyMap<string, readonly Task[]>;
}

/** Groups the tasks, which must be newest first. `now` is Unix ms. */
export function groupTasks(tasks: readonly Task[], now: number): TaskGroups {
  const bySection = groupBy(tasks, sectionOf);
  const ofSection = (section: Section): readonly Task[] => bySection.get(section) ?? [];
  return {
    inProgress: ofSection('inProgress'),
    needsAttention: putUrgentFirst(ofSection('needsAttention'), now),
    finished: groupBy(ofSection('finished'), ({ jobFile }) => jobFile),
  };
}

function putUrgentFirst(tasks: readonly Task[], now: number): readonly Task[] {
  const endOf = (task: Task): number => (isExpiring(task, now) ? (findExpiry(task) ?? Infinity) : Infinity);
  const ends = new Map(tasks.map((task) => [task, endOf(task)]));
  const byEnd = (one: Task, other: Task): number => {
    const [first = Infinity, second = Infinity] = [ends.get(one), ends.get(other)];
    return first === second ? 0 : first - second;
  };
  return tasks.toSorted(byEnd);
}

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

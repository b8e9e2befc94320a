import { groupBy } from '../../core/support/groupBy.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isVanishing, vanishesAt } from '../../core/task/expiry/vanishing.ts';
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
  const endOf = (task: Task): number => (isVanishing(task, now) ? (vanishesAt(task) ?? Infinity) : Infinity);
  const ends = new Map(tasks.map((task) => [task, endOf(task)]));
  const byEnd = (one: Task, other: Task): number => {
    const [first = Infinity, second = Infinity] = [ends.get(one), ends.get(other)];
    return first === second ? 0 : first - second;
  };
  return tasks.toSorted(byEnd);
}

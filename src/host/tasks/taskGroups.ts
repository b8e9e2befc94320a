import { groupBy } from '../../core/support/groupBy.ts';
import type { Task } from '../../core/task/task.ts';
import { isVanishing, vanishesAt } from '../../core/task/vanishing.ts';
import { sectionOf, type Section } from '../../core/task/taskStates.ts';

/** What the Tasks view shows below its root, newest first everywhere. */
export interface TaskGroups {
  readonly inProgress: readonly Task[];
  /** Before all others what is about to be lost, the most urgent first. */
  readonly needsAttention: readonly Task[];
  /** By absolute path of the job file; the file with the newest task first. */
  readonly finished: ReadonlyMap<string, readonly Task[]>;
}

/** `tasks` are newest first; `now` is Unix ms. */
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

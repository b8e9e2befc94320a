import type { Task } from '../../core/task/task.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import { phaseOf, type TaskPhase } from './taskPhase.ts';

/** What the Tasks view shows below its root, newest first everywhere. */
export interface TaskGroups {
  readonly inProgress: readonly Task[];
  readonly needsAttention: readonly Task[];
  /** By absolute path of the job file; the file with the newest task first. */
  readonly finished: ReadonlyMap<string, readonly Task[]>;
}

/** `tasks` are newest first. */
export function groupTasks(tasks: readonly Task[]): TaskGroups {
  const byPhase = groupBy(tasks, phaseOf);
  const ofPhase = (phase: TaskPhase): readonly Task[] => byPhase.get(phase) ?? [];
  return {
    inProgress: ofPhase('in-progress'),
    needsAttention: ofPhase('needs-attention'),
    finished: groupBy(ofPhase('finished'), ({ jobFile }) => jobFile),
  };
}

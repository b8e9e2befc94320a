import type { Task } from '../../core/task/task.ts';

/** Of the open folders. Nothing of either kind where it is another folder's task that has changed. */
export interface ElsewhereChange {
  readonly changed: readonly Task[];
  /** Ids of tasks that no window has in its list any more. What this window has taken over is not among them. */
  readonly removed: readonly string[];
}

/** Newest first. A task that is taken over is this window's at once, and another one's until those are read again. */
export function mergeTasks(own: readonly Task[], elsewhere: readonly Task[]): readonly Task[] {
  if (elsewhere.length === 0) return own;
  const ids = new Set(own.map(({ id }) => id));
  const others = elsewhere.filter(({ id }) => !ids.has(id));
  return [...own, ...others].toSorted((one, other) => other.createdAt - one.createdAt);
}

/** What other windows have done between two looks at their tasks. */
export function compareElsewhere(before: readonly Task[], now: readonly Task[], own: readonly Task[]): ElsewhereChange {
  const known = new Map(before.map((task) => [task.id, task]));
  const there = new Set([...now, ...own].map(({ id }) => id));
  return {
    changed: now.filter((task) => !isSame(known.get(task.id), task)),
    removed: before.flatMap(({ id }) => (there.has(id) ? [] : [id])),
  };
}

/** Of those that are read anew the content tells. What was asked for stays what it was. */
function isSame(one: Task | undefined, other: Task): boolean {
  if (!one || one === other) return one === other;
  const keys = Object.keys({ ...one, ...other }) as (keyof Task)[];
  return keys.every(
    (key) => key === 'request' || one[key] === other[key] || JSON.stringify(one[key]) === JSON.stringify(other[key]),
  );
}

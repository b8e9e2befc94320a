import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../core/support/emitter.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Engine } from '../../engine/index.ts';

/** Changes of foreign tasks in the open folders. Both lists are empty if only tasks of other folders have changed. */
export interface ForeignTasksChange {
  readonly changed: readonly Task[];
  /**
   * Ids of tasks that are no longer in the list of any window. Tasks that this window has adopted are not among them.
   */
  readonly removed: readonly string[];
}

/** Keeps the foreign tasks of the open folders, as they were when they were last read. */
export function createForeignTasks(folders: () => readonly string[]) {
  const changed = new Emitter<ForeignTasksChange>();
  let list: readonly Task[] = [];
  let begun = 0;
  let newest = 0;
  return {
    onDidChange: changed.event,
    list: (): readonly Task[] => list,
    async read(engine: Engine): Promise<void> {
      const number = ++begun;
      const now = await engine.readForeignTasks(folders());
      // A read that began before another one may end after it, with outdated tasks.
      if (number < newest) return;
      newest = number;
      const change = compareForeignTasks(list, now, engine.tasks());
      list = now;
      changed.fire(change);
    },
    dispose: () => changed.dispose(),
  };
}

/** Merges both lists, newest first. An adopted task stays among the foreign ones until these are read again. */
export function mergeTasks(own: readonly Task[], foreign: readonly Task[]): readonly Task[] {
  if (foreign.length === 0) return own;
  const ids = new Set(own.map(({ id }) => id));
  const others = foreign.filter(({ id }) => !ids.has(id));
  return [...own, ...others].toSorted((one, other) => other.createdAt - one.createdAt);
}

function compareForeignTasks(before: readonly Task[], now: readonly Task[], own: readonly Task[]): ForeignTasksChange {
  const known = new Map(before.map((task) => [task.id, task]));
  const there = new Set([...now, ...own].map(({ id }) => id));
  // Compared by content, because tasks are new objects after each read. The request of a task never changes.
  const isSame = (one: Task | undefined, other: Task): boolean =>
    one === other || isDeepStrictEqual({ ...one, request: null }, { ...other, request: null });
  return {
    changed: now.filter((task) => !isSame(known.get(task.id), task)),
    removed: before.flatMap(({ id }) => (there.has(id) ? [] : [id])),
  };
}

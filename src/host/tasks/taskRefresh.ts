import type { Task } from '../../core/task/task.ts';
import { phaseOf, type TaskPhase } from './taskPhase.ts';

/** What has to be drawn again: single tasks, or everything when a task came, went or changed its section. */
export type Refresh = { readonly kind: 'all' } | { readonly kind: 'tasks'; readonly ids: ReadonlySet<string> };

/** Gathers changes, so that a burst of them costs one redraw. */
export interface RefreshGatherer {
  changed(task: Task): void;
  removed(id: string): void;
  /** What was gathered since the last call; undefined when nothing was. */
  take(): Refresh | undefined;
}

/** Remembers the section of each task: a task that moves changes two lists, one that stays changes one row. */
export function createRefreshGatherer(): RefreshGatherer {
  const phases = new Map<string, TaskPhase>();
  let isAll = false;
  let ids = new Set<string>();
  return {
    changed(task) {
      const phase = phaseOf(task);
      if (phases.get(task.id) === phase) ids.add(task.id);
      else isAll = true;
      phases.set(task.id, phase);
    },
    removed(id) {
      phases.delete(id);
      isAll = true;
    },
    take() {
      if (!isAll && ids.size === 0) return undefined;
      const refresh: Refresh = isAll ? { kind: 'all' } : { kind: 'tasks', ids };
      isAll = false;
      ids = new Set();
      return refresh;
    },
  };
}

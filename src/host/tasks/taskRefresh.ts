import type { Task } from '../../core/task/task.ts';
import { phaseOf, type TaskPhase } from './taskPhase.ts';

/** What has to be drawn again: everything, when a section comes or goes; else sections whose tasks differ, and rows. */
export type Refresh =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly phases: ReadonlySet<TaskPhase>; readonly ids: ReadonlySet<string> };

/** Gathers changes, so that a burst of them costs one redraw. */
export interface RefreshGatherer {
  changed(task: Task): void;
  removed(id: string): void;
  /** What was gathered since the last call; undefined when nothing was. */
  take(): Refresh | undefined;
}

/** Remembers the section of each task: a task that moves changes two lists, one that stays changes one row. */
export function createRefreshGatherer(): RefreshGatherer {
  const phaseById = new Map<string, TaskPhase>();
  const counts = new Map<TaskPhase, number>();
  let shown = new Set<TaskPhase>();
  let phases = new Set<TaskPhase>();
  let ids = new Set<string>();
  const move = (from: TaskPhase | undefined, to: TaskPhase | undefined): void => {
    if (from) counts.set(from, (counts.get(from) ?? 0) - 1);
    if (to) counts.set(to, (counts.get(to) ?? 0) + 1);
    for (const phase of [from, to]) if (phase) phases.add(phase);
  };
  return {
    changed(task) {
      const phase = phaseOf(task);
      const before = phaseById.get(task.id);
      if (before === phase) ids.add(task.id);
      else move(before, phase);
      phaseById.set(task.id, phase);
    },
    removed(id) {
      move(phaseById.get(id), undefined);
      phaseById.delete(id);
      ids.delete(id);
    },
    take() {
      if (phases.size === 0 && ids.size === 0) return undefined;
      const before = shown;
      shown = new Set([...counts].flatMap(([phase, count]) => (count > 0 ? [phase] : [])));
      const refresh: Refresh = isSame(shown, before) ? { kind: 'some', phases, ids } : { kind: 'all' };
      phases = new Set();
      ids = new Set();
      return refresh;
    },
  };
}

function isSame(one: ReadonlySet<TaskPhase>, other: ReadonlySet<TaskPhase>): boolean {
  return one.size === other.size && [...one].every((phase) => other.has(phase));
}

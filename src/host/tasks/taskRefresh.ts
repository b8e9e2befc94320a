import type { Task } from '../../core/task/model/task.ts';
import { sectionOf, type Section } from '../../core/task/model/taskStates.ts';

/**
 * The part of the view to draw again: everything if a section appears or disappears, otherwise the sections whose lists
 * have changed, and single rows.
 */
export type Refresh =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly sections: ReadonlySet<Section>; readonly ids: ReadonlySet<string> };

/** Collects changes, so that a burst of them causes only one redraw. */
export interface RefreshGatherer {
  changed(task: Task): void;
  removed(id: string): void;
  /** Returns the changes since the last call. Undefined if there are none. */
  take(): Refresh | undefined;
}

/**
 * Remembers the section of each task. A task that changes its section changes two lists, any other change only one row.
 */
export function createRefreshGatherer(): RefreshGatherer {
  const sectionById = new Map<string, Section>();
  const counts = new Map<Section, number>();
  let shown = new Set<Section>();
  let sections = new Set<Section>();
  let ids = new Set<string>();
  const move = (from: Section | undefined, to: Section | undefined): void => {
    if (from) counts.set(from, (counts.get(from) ?? 0) - 1);
    if (to) counts.set(to, (counts.get(to) ?? 0) + 1);
    for (const section of [from, to]) if (section) sections.add(section);
  };
  return {
    changed(task) {
      const section = sectionOf(task);
      const before = sectionById.get(task.id);
      if (before === section) ids.add(task.id);
      else move(before, section);
      sectionById.set(task.id, section);
    },
    removed(id) {
      move(sectionById.get(id), undefined);
      sectionById.delete(id);
      ids.delete(id);
    },
    take() {
      if (sections.size === 0 && ids.size === 0) return undefined;
      const before = shown;
      shown = new Set([...counts].flatMap(([section, count]) => (count > 0 ? [section] : [])));
      const refresh: Refresh = isSame(shown, before) ? { kind: 'some', sections, ids } : { kind: 'all' };
      sections = new Set();
      ids = new Set();
      return refresh;
    },
  };
}

function isSame(one: ReadonlySet<Section>, other: ReadonlySet<Section>): boolean {
  return one.size === other.size && [...one].every((section) => other.has(section));
}

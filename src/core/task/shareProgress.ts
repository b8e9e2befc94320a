import type { Disposable } from '../support/disposable.ts';
import type { JournalPort } from './journalPort.ts';
import type { Task } from './model/task.ts';
import { buildProgress, type TaskProgress } from './model/taskProgress.ts';
import type { TaskStore } from './taskStore.ts';

export interface ShareServices {
  readonly store: Pick<TaskStore, 'list' | 'onDidChange' | 'onDidRemove'>;
  readonly journal: Pick<JournalPort, 'shareProgress'>;
}

/** Shares the progress of this process's tasks with other windows. */
export function shareProgress({ store, journal }: ShareServices): Disposable {
  let shared: ReadonlySet<string> = new Set();
  const read = (): readonly TaskProgress[] => {
    const progress = store.list().flatMap(({ task }) => buildProgress(task) ?? []);
    shared = new Set(progress.map(({ task }) => task));
    return progress;
  };
  const note = (id: string, task?: Task): void => {
    // Most changes are in the journal, so they need not be shared.
    if (shared.has(id) || (task && buildProgress(task))) journal.shareProgress(read);
  };
  const subscriptions = [store.onDidChange((task) => note(task.id, task)), store.onDidRemove((id) => note(id))];
  return { dispose: () => subscriptions.forEach((each) => each.dispose()) };
}

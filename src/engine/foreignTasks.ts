import { dirname } from 'node:path';
import type { Task } from '../core/task/model/task.ts';
import { isOpen, wasSent } from '../core/task/model/taskStates.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isFolderGone } from '../node/files/folder.ts';
import { createFolderSearch } from '../node/jobFilePaths.ts';
import type { Engine } from './engine.ts';
import type { RelocatePorts } from './moves.ts';

export function createForeignTasksReader(ports: Omit<RelocatePorts, 'tasks'>): Engine['readForeignTasks'] {
  const { journal, paths, files } = ports;
  const show = createForeignView();
  return async (folders) => {
    for (const folder of folders) paths.learn(folder);
    const findFolder = createFolderSearch(folders);
    const foreign = await journal.readForeign();
    const tasks = foreign.map(({ entry }) => entry.task);
    const stranded = await findStranded(tasks, files);
    const shown = foreign.flatMap(({ entry: { task, isUnlisted }, holder }) => {
      const isFolderGone = stranded.has(task);
      if (isUnlisted || !(isFolderGone || findFolder(task.jobFile) !== null)) return [];
      return show(paths.show(task), { holder, ...(isFolderGone ? { isFolderGone } : {}) });
    });
    return shown.toSorted((one, other) => other.createdAt - one.createdAt);
  };
}

/** Returns the tasks that may be paid for and cannot be saved, because the folder of their job file is gone. */
export async function findStranded(tasks: readonly Task[], files: FileSystem): Promise<ReadonlySet<Task>> {
  const candidates = tasks.filter((task) => isOpen(task) && wasSent(task));
  const folders = new Set(candidates.map(({ jobFile }) => dirname(jobFile)));
  const looks = [...folders].map(async (folder) => [folder, await isFolderGone(folder, files)] as const);
  const gone = new Map(await Promise.all(looks));
  return new Set(candidates.filter(({ jobFile }) => gone.get(dirname(jobFile))));
}

type Holding = Pick<Task, 'holder' | 'isFolderGone'>;

/** Returns the same object for the same task, because few of thousands of tasks have changed since the last call. */
function createForeignView(): (task: Task, holding: Holding) => Task {
  const known = new WeakMap<Task, Task>();
  return (task, holding) => {
    const before = known.get(task);
    if (before && before.holder === holding.holder && before.isFolderGone === holding.isFolderGone) return before;
    const shown = { ...task, ...holding };
    known.set(task, shown);
    return shown;
  };
}

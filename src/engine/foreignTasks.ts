import { dirname } from 'node:path';
import type { JournalPort } from '../core/task/journalPort.ts';
import type { Task } from '../core/task/model/task.ts';
import { isOpen, wasSent } from '../core/task/model/taskStates.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isFolderGone } from '../node/files/folder.ts';
import { createFolderSearch, type JobFilePaths } from '../node/jobFilePaths.ts';
import type { Engine } from './engine.ts';

/** Creates the reader of the foreign tasks that the user sees. */
export function createForeignTasksReader({
  journal,
  paths,
  files,
}: {
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly paths: JobFilePaths;
  readonly files: FileSystem;
}): Engine['readForeignTasks'] {
  const show = createForeignView();
  return async (folders) => {
    for (const folder of folders) paths.learn(folder);
    const findFolder = createFolderSearch(folders);
    const foreign = await journal.readForeign();
    const stranded = await findStranded(
      foreign.map(({ entry }) => entry.task),
      files,
    );
    return foreign
      .filter(
        ({ entry: { task, isUnlisted } }) => !isUnlisted && (stranded.has(task) || findFolder(task.jobFile) !== null),
      )
      .map(({ entry: { task }, holder }) =>
        show(paths.show(task), { holder, ...(stranded.has(task) ? { isFolderGone: true } : {}) }),
      )
      .toSorted((one, other) => other.createdAt - one.createdAt);
  };
}

/** Returns the tasks that may be paid for and cannot be saved, because the folder of their job file is gone. */
export async function findStranded(tasks: readonly Task[], files: FileSystem): Promise<ReadonlySet<Task>> {
  const candidates = tasks.filter((task) => isOpen(task) && wasSent(task));
  const folders = [...new Set(candidates.map(({ jobFile }) => dirname(jobFile)))];
  const gonePerFolder = await Promise.all(
    folders.map(async (folder) => ((await isFolderGone(folder, files)) ? [folder] : [])),
  );
  const gone = new Set(gonePerFolder.flat());
  return new Set(candidates.filter(({ jobFile }) => gone.has(dirname(jobFile))));
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

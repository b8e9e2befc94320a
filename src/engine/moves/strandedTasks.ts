import { dirname } from 'node:path';
import type { Task } from '../../core/task/model/task.ts';
import { isOpen } from '../../core/task/model/taskStates.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isFolderGone } from '../../storage/artifacts/folderGone.ts';

/**
 * Returns the tasks that may be paid for and whose results cannot be saved, because the folder of their job file does
 * not exist.
 */
export async function findStranded(tasks: readonly Task[], files: FileSystem): Promise<ReadonlySet<Task>> {
  const candidates = tasks.filter((task) => isOpen(task) && task.submittedAt !== null);
  const folders = [...new Set(candidates.map(({ jobFile }) => dirname(jobFile)))];
  const answers = await Promise.all(
    folders.map(async (folder) => ((await isFolderGone(folder, files)) ? [folder] : [])),
  );
  const gone = new Set(answers.flat());
  return new Set(candidates.filter(({ jobFile }) => gone.has(dirname(jobFile))));
}

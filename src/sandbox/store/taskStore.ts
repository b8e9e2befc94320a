import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyJson } from '../../core/support/json/json.ts';
import { isTaskId, parseTaskRecord, type TaskRecord } from './taskRecord.ts';
import { writeOnce } from './writeOnce.ts';

export type TaskStore = Awaited<ReturnType<typeof createTaskStore>>;

const extension = '.json';

/** Number of files that are open at the same time while the folder is read. */
const batchSize = 32;

/**
 * The tasks of a data folder, one file each. Several servers may use the folder at the same time. Creates the folder if
 * it is missing. Rejects if it cannot.
 */
export async function createTaskStore(dataDir: string) {
  const folder = join(dataDir, 'tasks');
  await mkdir(folder, { recursive: true });
  // A record never changes, so a copy in memory is never out of date. Null: the file is not a task record.
  const known = new Map<string, TaskRecord | null>();

  const find = async (id: string): Promise<TaskRecord | null> => {
    if (!isTaskId(id)) return null;
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const text = await readFile(join(folder, id + extension), 'utf8').catch(() => null);
    if (text === null) return null;
    const record = parseTaskRecord(text);
    known.set(id, record);
    return record;
  };

  return {
    /** Returns null if there is no such task. */
    find,
    async add(record: TaskRecord): Promise<void> {
      await writeOnce(join(folder, record.id + extension), stringifyJson(record));
      known.set(record.id, record);
    },
    /** USD of all tasks that have succeeded by `atMs`. */
    async readSpentUsd(atMs: number): Promise<number> {
      const names = await readdir(folder);
      const ids = names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
      for (let start = 0; start < ids.length; start += batchSize) {
        await Promise.all(ids.slice(start, start + batchSize).map(find));
      }
      const amounts = ids.map((id) => chargeOf(known.get(id), atMs));
      return amounts.reduce((sum, amount) => sum + amount, 0);
    },
  };
}

function chargeOf(record: TaskRecord | null | undefined, atMs: number): number {
  if (!record || record.failure !== null || record.endsAtMs > atMs) return 0;
  return record.amountUsd;
}

import { parseRunsRecord, type RunsRecord } from '../../core/artifact/runsRecord.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import { fileFlags, type FileSystem, type OpenFile } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';

/** A line of a runs file that matches a search. */
export interface Hit {
  readonly path: string;
  /** Unix ms. */
  readonly time: number;
  /** Offsets of the line in bytes. */
  readonly start: number;
  readonly end: number;
}

/** A record with the runs file that has it. */
export interface FoundRecord {
  readonly runsFile: string;
  readonly record: RunsRecord;
}

/** A longer line is not shown. */
const maxLineBytes = 4 * 1024 * 1024;

/**
 * Reads the records of these lines, in the same order. A line that has changed or cannot be read is left out. Of
 * several records of one task, only the first in this order, which is the newest, is returned.
 */
export async function readFoundRecords(hits: readonly Hit[], files: FileSystem): Promise<readonly FoundRecord[]> {
  const records = new Map<Hit, RunsRecord | null>();
  for (const [path, ofFile] of groupBy(hits, ({ path }) => path)) {
    const read = async (file: OpenFile): Promise<void> => {
      for (const hit of ofFile) {
        if (hit.end - hit.start > maxLineBytes) continue;
        records.set(hit, parseRunsRecord((await readRange(file, hit.start, hit.end)).toString('utf8')));
      }
    };
    // The file may have been removed since the search.
    await openRegularFile(path, fileFlags.O_RDONLY, files)
      .then((file) => withFile(file, read))
      .catch(() => undefined);
  }
  const tasks = new Set<string>();
  return hits.flatMap((hit) => {
    const record = records.get(hit);
    const task = `${hit.path} ${record?.task_id ?? ''}`;
    if (!record || tasks.has(task)) return [];
    if (record.task_id !== null) tasks.add(task);
    return [{ runsFile: hit.path, record }];
  });
}

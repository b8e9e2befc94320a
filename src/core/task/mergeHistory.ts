import type { RunsRecord } from '../artifact/runsRecord.ts';
import { buildRunsRecord } from './buildRunsRecord.ts';
import { recordKey } from './recordKey.ts';
import type { TaskEntry } from './taskEntry.ts';

/** Its amounts are made up. */
const sandboxName = 'sandbox';

/**
 * What was charged, each task once: from runs files, and from the journal, which also knows of tasks whose files are
 * elsewhere. Oldest first within each; the sandbox is left out.
 */
export function mergeHistory(records: readonly RunsRecord[], entries: readonly TaskEntry[]): readonly RunsRecord[] {
  const newest = new Map<string, RunsRecord>();
  const own = entries.filter(({ task }) => !task.isSandbox).flatMap((entry) => buildRunsRecord(entry) ?? []);
  for (const record of [...records, ...own]) {
    if (record.profile !== sandboxName) newest.set(recordKey(record), record);
  }
  return [...newest.values()];
}

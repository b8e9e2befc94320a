import { readFile } from 'node:fs/promises';
import type { JournalContent, JournalLine } from '../core/task/journalPort.ts';
import { parseJournalRecord } from './journalRecordSchema.ts';

/**
 * The lines of one journal file. What stands after the last line end was torn off by a crash before anyone relied on it,
 * so it counts as never written.
 */
export async function readJournalFile(path: string): Promise<JournalContent> {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line): JournalLine => {
      const record = parseJournalRecord(line);
      return record ? { kind: 'record', record } : { kind: 'damaged' };
    });
}

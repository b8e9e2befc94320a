import type { JournalRecord } from '../../../src/core/task/model/taskEvent.ts';
import { writeJournalLine } from '../../../src/storage/journal/journalLines.ts';
import { buildRequest } from '../planning/requests.ts';

export function planned(task: string, jobFile = '/w/hero.gen.yaml'): JournalRecord {
  const seed = { run: 'r', jobFile, boundary: '/w', profile: 'p', isSandbox: false, request: buildRequest() };
  return { v: 1, task, at: 1, kind: 'planned', seed };
}

export function record(task: string, kind: 'stopped' | 'removed'): JournalRecord {
  const head = { v: 1, task, at: 2 } as const;
  return kind === 'removed' ? { ...head, kind } : { ...head, kind, error: { code: 'not-sent', message: '' } };
}

/** Writes a line like earlier versions, without a check sum. */
export function writeOldLine(record: JournalRecord): string {
  return writeJournalLine(record).text.replace(/,"sum":"\w+"\}$/, '}');
}

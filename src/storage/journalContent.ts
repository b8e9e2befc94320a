import type { JournalContent, JournalLine } from '../core/task/journalPort.ts';
import type { JournalTask } from './journalTasks.ts';

/** The lines of one task as the task engine replays them. */
export function toContent({ id, lines }: JournalTask): JournalContent {
  return lines.map((line): JournalLine => {
    return line.kind === 'record' ? { kind: 'record', record: line.record } : { kind: 'damaged', task: id };
  });
}

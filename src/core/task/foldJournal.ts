import type { JournalContent } from './journalPort.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { JournalRecord } from './taskEvent.ts';
import { createEntry, transition } from './transition.ts';

/** A task as the journal has it. */
export interface FoldedTask {
  readonly entry: TaskEntry;
  /** A damaged line may have been the one that says that its bytes left. */
  readonly isDoubtful: boolean;
}

/** Replays records into tasks, in the order of their first record. Records that make no sense are passed over. */
export function foldJournal(content: JournalContent): readonly FoldedTask[] {
  const tasks = new Map<string, FoldedTask>();
  for (const line of content) {
    if (line.kind === 'record') applyRecord(tasks, line.record);
    else markDoubtful(tasks);
  }
  return [...tasks.values()];
}

function applyRecord(tasks: Map<string, FoldedTask>, record: JournalRecord): void {
  const { task: id, at } = record;
  if (record.kind === 'planned') {
    if (!tasks.has(id)) tasks.set(id, { entry: createEntry(id, at, record.seed), isDoubtful: false });
    return;
  }
  if (record.kind === 'removed') {
    tasks.delete(id);
    return;
  }
  const folded = tasks.get(id);
  const entry = folded && transition(folded.entry, record);
  if (entry) tasks.set(id, { entry, isDoubtful: false });
}

function markDoubtful(tasks: Map<string, FoldedTask>): void {
  for (const [id, folded] of tasks) {
    if (folded.entry.task.state === 'planned') tasks.set(id, { ...folded, isDoubtful: true });
  }
}

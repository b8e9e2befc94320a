import type { JournalContent } from './journalPort.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { JournalRecord } from './taskEvent.ts';
import { createEntry, replay, transition } from './transition.ts';

/** A task as the journal has it. */
export interface FoldedTask {
  readonly entry: TaskEntry;
  /** The last that is known of it may not be the last that happened: a damaged line came after it. */
  readonly isDoubtful: boolean;
  /** A line of it is damaged, so that what comes after may not follow from what came before. */
  readonly hasGap: boolean;
}

/** Replays records into tasks, in the order of their first record. Records that make no sense are passed over. */
export function foldJournal(content: JournalContent): readonly FoldedTask[] {
  const tasks = new Map<string, FoldedTask>();
  for (const line of content) {
    if (line.kind === 'record') applyRecord(tasks, line.record);
    else markDamaged(tasks, line.task);
  }
  return [...tasks.values()];
}

function applyRecord(tasks: Map<string, FoldedTask>, record: JournalRecord): void {
  const { task: id, at } = record;
  if (record.kind === 'planned') {
    if (!tasks.has(id)) tasks.set(id, { entry: createEntry(id, at, record.seed), isDoubtful: false, hasGap: false });
    return;
  }
  if (record.kind === 'removed') {
    tasks.delete(id);
    return;
  }
  const folded = tasks.get(id);
  if (!folded) return;
  const { entry, hasGap } = folded;
  // Behind a gap a record is taken at its word: the step before it is the one that can not be read.
  const next = transition(entry, record) ?? (hasGap ? replay(entry, record) : null);
  if (next) tasks.set(id, { entry: next, isDoubtful: false, hasGap });
}

function markDamaged(tasks: Map<string, FoldedTask>, id: string): void {
  const folded = tasks.get(id);
  if (folded) tasks.set(id, { ...folded, isDoubtful: true, hasGap: true });
}

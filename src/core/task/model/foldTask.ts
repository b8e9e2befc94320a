import type { JournalTask } from '../journalPort.ts';
import type { JournalRecord } from './taskEvent.ts';
import { createEntry, replay, transition } from './transition.ts';

/** A journal line about one task. A line that cannot be read is damaged, or a later version has written it. */
export type TaskLine =
  { readonly kind: 'record'; readonly record: JournalRecord } | { readonly kind: 'damaged' | 'newer' };

/** Replays the lines of one task in their order, without impossible ones. Null if they do not say how it began. */
export function foldTask(lines: readonly TaskLine[]): JournalTask | null {
  return lines.reduce<JournalTask | null>((folded, line) => {
    if (line.kind === 'record') return applyRecord(folded, line.record);
    return folded && { ...folded, hasGap: true };
  }, null);
}

/** Records of later steps. If one of them is not possible, the records between it and the known state are missing. */
const laterSteps: ReadonlySet<JournalRecord['kind']> = new Set(['placing', 'saved', 'unsaved', 'recorded']);

function applyRecord(folded: JournalTask | null, record: JournalRecord): JournalTask | null {
  if (record.kind === 'planned') {
    return folded ?? { entry: createEntry(record.task, record.at, record.seed), hasGap: false };
  }
  if (record.kind === 'removed' || !folded) return null;
  const next = transition(folded.entry, record);
  if (next) return { ...folded, entry: next };
  const hasGap = folded.hasGap || laterSteps.has(record.kind);
  // After a gap, a record is applied even if its step is not possible: the step before it is in the line that cannot be
  // read.
  return hasGap ? { ...folded, entry: replay(folded.entry, record), hasGap } : folded;
}

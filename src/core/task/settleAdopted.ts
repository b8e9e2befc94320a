import type { FoldedTask } from './foldJournal.ts';
import type { TaskChange } from './taskEvent.ts';

/** What becomes of a task whose process is gone. */
export type Settlement =
  | { readonly kind: 'watch' }
  | { readonly kind: 'change'; readonly change: TaskChange }
  | { readonly kind: 'record' }
  | { readonly kind: 'forget' }
  | { readonly kind: 'keep' };

/** Finished tasks leave the list after this long; their lines in the runs file stay. */
const maxHistoryMs = 30 * 24 * 60 * 60_000;

/**
 * Accepted tasks go on by themselves. Nothing is sent without a click: what was not sent waits, and what may have been
 * sent is for a person to decide.
 */
export function settleAdopted({ entry, isDoubtful }: FoldedTask, now: number): Settlement {
  const { state, endedAt } = entry.task;
  switch (state) {
    case 'planned':
      if (isDoubtful)
        return { kind: 'change', change: { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } } };
      return { kind: 'change', change: { kind: 'stopped', error: { code: 'not-sent', message: '' } } };
    case 'sending':
      return { kind: 'change', change: { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } } };
    case 'pending':
    case 'running':
    case 'saving':
      return { kind: 'watch' };
    case 'saved':
    case 'failed':
    case 'skipped':
      if (state !== 'skipped' && !entry.isRecorded) return { kind: 'record' };
      return now - (endedAt ?? 0) > maxHistoryMs ? { kind: 'forget' } : { kind: 'keep' };
    default:
      return entry.isRecorded || state === 'stopped' ? { kind: 'keep' } : { kind: 'record' };
  }
}

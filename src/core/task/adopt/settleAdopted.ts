import type { JournalTask } from '../journalPort.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** What becomes of a task whose process is gone. */
export type Settlement =
  | { readonly kind: 'watch' }
  | { readonly kind: 'change'; readonly change: TaskChange }
  | { readonly kind: 'record' }
  | { readonly kind: 'keep' };

/**
 * Accepted tasks go on by themselves. Nothing is sent without a click: what was not sent waits, and what may have been
 * sent is for a person to decide.
 */
export function settleAdopted({ entry, hasGap }: JournalTask): Settlement {
  const { state, taskId } = entry.task;
  // The line that cannot be read may be the one that says that its bytes left.
  const mayBeSent = state === 'sending' || (hasGap && taskId === null && (state === 'planned' || state === 'stopped'));
  if (mayBeSent) return { kind: 'change', change: { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } } };
  switch (state) {
    case 'planned':
      return { kind: 'change', change: { kind: 'stopped', error: { code: 'not-sent', message: '' } } };
    case 'pending':
    case 'running':
    case 'saving':
      return { kind: 'watch' };
    default:
      return entry.isRecorded || state === 'stopped' || state === 'skipped' ? { kind: 'keep' } : { kind: 'record' };
  }
}

import type { JournalTask } from '../journalPort.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** What is done with a task whose process has ended. */
export type Settlement =
  | { readonly kind: 'watch' }
  | { readonly kind: 'change'; readonly change: TaskChange }
  | { readonly kind: 'record' }
  | { readonly kind: 'keep' };

/**
 * Decides what is done with an adopted task. An accepted task continues automatically. Nothing is sent without an
 * action of the user: an unsent task waits, and the user decides about a request that may have been sent.
 */
export function settleAdopted({ entry, hasGap }: JournalTask): Settlement {
  const { state, taskId } = entry.task;
  // The line that cannot be read may be the one that says that the bytes left.
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

import { assertNever } from '../../core/support/assertNever.ts';
import type { Task } from '../../core/task/task.ts';

/** The sections of the Tasks view. */
export type TaskPhase = 'in-progress' | 'needs-attention' | 'finished';

/** A dismissed task is `failed` too, but the person has decided about it: nothing is left to do. */
export function phaseOf({ state, error }: Pick<Task, 'state' | 'error'>): TaskPhase {
  switch (state) {
    case 'planned':
    case 'sending':
    case 'pending':
    case 'running':
    case 'saving':
      return 'in-progress';
    case 'failed':
      return error?.code === 'dismissed' ? 'finished' : 'needs-attention';
    case 'unconfirmed':
    case 'lost':
    case 'unsaved':
    case 'stopped':
      return 'needs-attention';
    case 'saved':
    case 'skipped':
      return 'finished';
    default:
      return assertNever(state);
  }
}

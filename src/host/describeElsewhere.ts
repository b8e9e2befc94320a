import { isInFlight } from '../core/task/taskStates.ts';
import type { Task } from '../core/task/task.ts';
import type { L10n } from './l10n.ts';

/** Why so little can be done about a task here; null for one of this window, and for what has ended well. */
export function describeElsewhere(
  { isElsewhere, state }: Pick<Task, 'isElsewhere' | 'state'>,
  l10n: L10n,
): string | null {
  if (!isElsewhere || state === 'saved') return null;
  return isInFlight(state)
    ? l10n.t('Another window works on this task. When that window closes, this one continues the task.')
    : l10n.t('Another window has this task in its list. Use that window for its actions.');
}

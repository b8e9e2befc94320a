import { assertNever } from '../../core/support/assertNever.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import type { L10n } from '../ui/l10n.ts';

/** Returns the reason why a foreign task offers few actions. Null for a task of this window. */
export function describeHolder(
  { holder, isFolderGone, state }: Pick<Task, 'holder' | 'isFolderGone' | 'state'>,
  l10n: L10n,
): string | null {
  switch (holder) {
    case undefined:
      return null;
    case 'alive':
      return isInFlight(state)
        ? l10n.t('Another window works on this task. When that window closes, this one continues the task.')
        : l10n.t('Another window has this task in its list. Use that window for its actions.');
    case 'gone':
      if (isFolderGone) {
        return l10n.t(
          'The folder of this task was moved or deleted, so its result cannot be saved. Select Locate Folder, or Save To for another folder.',
        );
      }
      return l10n.t('The window that had this task is closed. This one gets the task within a minute.');
    case 'unknown':
      return l10n.t(
        'It is unknown whether another window still has this task. If nothing is heard from it for three minutes, this window gets the task.',
      );
    case 'newer':
      return l10n.t('A newer version of Genwright has written about this task. Update Genwright to continue it here.');
    default:
      return assertNever(holder);
  }
}

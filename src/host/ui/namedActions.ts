import type { PlaceAction, Task, TaskAction } from '../../core/task/model/task.ts';
import { actionsOf, placeActionsOf } from '../../core/task/model/taskStates.ts';
import { commands } from '../ids.ts';
import { l10n } from './l10n.ts';
import type { MessageAction } from './message.ts';
import { nameSafely } from './taskWords.ts';

type Named = TaskAction | PlaceAction | 'sendAgain';

const buttons: Readonly<Partial<Record<Named, () => MessageAction>>> = {
  retry: () => ({ title: l10n.t('Retry'), command: commands.taskRetry }),
  resume: () => ({ title: l10n.t('Resume'), command: commands.taskResume }),
  resubmit: () => ({ title: l10n.t('Resubmit'), command: commands.taskResubmit }),
  sendAgain: () => ({ title: l10n.t('Send Again Safely'), command: commands.taskSendAgain }),
  dismiss: () => ({ title: l10n.t('Dismiss'), command: commands.taskDismiss }),
  saveAgain: () => ({ title: l10n.t('Save Again'), command: commands.taskSaveAgain }),
  locateFolder: () => ({ title: l10n.t('Locate Folder'), command: commands.taskLocateFolder }),
  saveTo: () => ({ title: l10n.t('Save To'), command: commands.taskSaveTo }),
};

/** Returns the buttons for the actions that a text about tasks names, as far as they are possible. */
export function listNamedActions(text: string, tasks: readonly Task[]): readonly MessageAction[] {
  const now = Date.now();
  const possible = (task: Task): readonly Named[] => [
    ...actionsOf(task).map((action) => nameSafely(action, task, now)),
    ...placeActionsOf(task),
  ];
  return [...new Set(tasks.flatMap(possible))].flatMap((name) => {
    const button = buttons[name]?.();
    const ids = tasks.filter((task) => possible(task).includes(name)).map(({ id }) => id);
    return button && text.includes(button.title)
      ? [{ ...button, args: [ids[0], ...(ids.length > 1 ? [ids] : [])] }]
      : [];
  });
}

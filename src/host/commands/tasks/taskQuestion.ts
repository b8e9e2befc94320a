import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import type { L10n } from '../../l10n.ts';

/** A question before an action on a task. */
export interface TaskQuestion {
  readonly text: string;
  readonly detail: string;
  /** Title of the button that continues. */
  readonly go: string;
}

/**
 * Builds the question before an action that can cost money, hide a charge or lose a result that is paid for. Undefined
 * for other actions and for the sandbox, which is free.
 */
export function buildTaskQuestion(action: TaskAction, task: Task, l10n: L10n): TaskQuestion | undefined {
  if (task.isSandbox) return undefined;
  if (action === 'stopWatching' && task.state === 'sending') {
    return {
      text: l10n.t('Stop waiting for the response to this request?'),
      detail: l10n.t('The request is being sent and may be charged. It is not sent again unless you select Resubmit.'),
      go: l10n.t('Stop Watching'),
    };
  }
  if (action === 'stopWatching' && task.taskId !== null) {
    return {
      text: l10n.t('Stop watching this task?'),
      detail: l10n.t('The gateway cannot cancel it, so it may still finish and be charged. Resume continues watching.'),
      go: l10n.t('Stop Watching'),
    };
  }
  if (action === 'resubmit') {
    return {
      text: l10n.t('Send this request again?'),
      detail: l10n.t(
        'The first request may have been accepted and charged. Compare the balance in the Account view before you send it again.',
      ),
      go: l10n.t('Resubmit'),
    };
  }
  if (action === 'dismiss') {
    return {
      text: l10n.t('Dismiss this request?'),
      detail: l10n.t(
        'It may have been charged, so budgets keep counting its estimate. You cannot resubmit it afterward; Retry sends a new request.',
      ),
      go: l10n.t('Dismiss'),
    };
  }
  const loss = action === 'remove' ? describeLoss(task, l10n) : undefined;
  return loss === undefined ? undefined : { text: l10n.t('Remove this task?'), detail: loss, go: l10n.t('Remove') };
}

/** Describes what is lost permanently with the row of the task. Undefined if nothing is. */
function describeLoss({ state, taskId }: Task, l10n: L10n): string | undefined {
  if (state === 'unsaved') {
    return l10n.t(
      'Its result is paid for but not saved yet, and it is deleted with the task. Select Save Again to keep it.',
    );
  }
  if (state === 'lost') {
    return l10n.t(
      'It may have been charged, and its result can no longer be fetched after that. Resume queries the gateway again.',
    );
  }
  if (state === 'stopped' && taskId !== null) {
    return l10n.t('It may still finish and be charged, and its ID is removed with it. Resume continues watching.');
  }
  return undefined;
}

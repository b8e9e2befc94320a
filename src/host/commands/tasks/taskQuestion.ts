import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import { joinSentences } from '../../../core/support/text/joinSentences.ts';
import { l10n } from '../../ui/l10n.ts';

/** A question before an action on a task. */
interface TaskQuestion {
  readonly text: string;
  readonly detail: string;
  /** Title of the button that continues. */
  readonly go: string;
}

/**
 * Builds the one question before an action on several tasks that can cost money, hide a charge or lose a result that is
 * paid for. Undefined for other actions and for the sandbox, which is free.
 */
export function buildTaskQuestion(action: TaskAction, tasks: readonly Task[]): TaskQuestion | undefined {
  const questions = tasks.flatMap((task) => buildQuestion(action, task) ?? []);
  const [first] = questions;
  if (!first || questions.length === 1) return first;
  const texts: Readonly<Partial<Record<TaskAction, string>>> = {
    stopWatching: l10n.t('Stop watching {count} tasks?', { count: questions.length }),
    resubmit: l10n.t('Send {count} requests again?', { count: questions.length }),
    dismiss: l10n.t('Dismiss {count} requests?', { count: questions.length }),
    remove: l10n.t('Remove {count} tasks?', { count: questions.length }),
  };
  const details = new Set(questions.map(({ detail }) => detail));
  return { text: texts[action] ?? first.text, detail: [...details].join('\n'), go: first.go };
}

function buildQuestion(action: TaskAction, task: Task): TaskQuestion | undefined {
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
  const loss = action === 'remove' ? describeLoss(task) : undefined;
  return loss === undefined ? undefined : { text: l10n.t('Remove this task?'), detail: loss, go: l10n.t('Remove') };
}

/** Describes what is lost permanently with the row of the task. Undefined if nothing is. */
function describeLoss({ state, taskId }: Task): string | undefined {
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

/** What Stop Run asks if the gateway has accepted tasks. Nothing more is sent, whatever the user selects. */
export function buildStopQuestion({
  isSandbox,
  ...facts
}: {
  name: string;
  unsent: number;
  left: number;
  isSandbox: boolean;
}) {
  const text =
    facts.left === 1
      ? l10n.t('{name} is stopped. Keep watching the task that was sent?', facts)
      : l10n.t('{name} is stopped. Keep watching the {left} tasks that were sent?', facts);
  const unsent =
    facts.unsent === 1 ? l10n.t('1 request was not sent.') : l10n.t('{unsent} requests were not sent.', facts);
  const rest = isSandbox
    ? l10n.t(
        'The gateway cannot cancel what was sent. Keep Watching saves the results. Resume continues watching later.',
      )
    : l10n.t(
        'The gateway cannot cancel what was sent, so it may still finish and be charged. Keep Watching saves the results. Resume continues watching later.',
      );
  return { text, detail: joinSentences([unsent, rest]), keep: l10n.t('Keep Watching'), go: l10n.t('Stop Watching') };
}

import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import { joinSentences } from '../../../core/support/text/joinSentences.ts';
import { nameSafely } from '../../ui/taskWords.ts';
import { l10n } from '../../ui/l10n.ts';

/**
 * Builds the one question before an action on several tasks that can cost money, hide a charge or lose a result that is
 * paid for. `go` is the title of the button that continues. Undefined for other actions.
 */
export function buildTaskQuestion(action: TaskAction, tasks: readonly Task[]) {
  const details = tasks.flatMap((task) => describeRisk(action, task) ?? []);
  const count = details.length;
  const questions: Readonly<Partial<Record<TaskAction, readonly [one: string, several: string, go: string]>>> = {
    stopWatching: [
      l10n.t('Stop watching this task?'),
      l10n.t('Stop watching {count} tasks?', { count }),
      l10n.t('Stop Watching'),
    ],
    resubmit: [
      l10n.t('Send this request again?'),
      l10n.t('Send {count} requests again?', { count }),
      l10n.t('Resubmit'),
    ],
    dismiss: [l10n.t('Dismiss this request?'), l10n.t('Dismiss {count} requests?', { count }), l10n.t('Dismiss')],
    remove: [l10n.t('Remove this task?'), l10n.t('Remove {count} tasks?', { count }), l10n.t('Remove')],
  };
  const question = questions[action];
  if (!question || count === 0) return undefined;
  const [one, several, go] = question;
  return { text: count === 1 ? one : several, details: [...new Set(details)], go };
}

/** Describes what an action may cost, hide or lose. Undefined if nothing, as always in the sandbox, which is free. */
function describeRisk(action: TaskAction, task: Task): string | undefined {
  const { isSandbox, state, taskId } = task;
  if (isSandbox || nameSafely(action, task, Date.now()) === 'sendAgain') return undefined;
  if (action === 'stopWatching' && state === 'sending') {
    return l10n.t('The request is being sent and may be charged. It is not sent again unless you select Resubmit.');
  }
  if (action === 'stopWatching' && taskId !== null) {
    return l10n.t('The gateway cannot cancel it, so it may still finish and be charged. Resume continues watching.');
  }
  if (action === 'resubmit') {
    return l10n.t(
      'The first request may have been accepted and charged. Compare the balance in the Account view before you send it again.',
    );
  }
  if (action === 'dismiss') {
    return l10n.t(
      'It may have been charged, so budgets keep counting its estimate. You cannot resubmit it afterward; Retry sends a new request.',
    );
  }
  if (action !== 'remove') return undefined;
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
  return state === 'stopped' && taskId !== null
    ? l10n.t('It may still finish and be charged, and its ID is removed with it. Resume continues watching.')
    : undefined;
}

/** What Stop Run asks if the gateway has accepted tasks. Nothing more is sent, whatever the user selects. */
export function buildStopQuestion(facts: { name: string; unsent: number; left: number }, isSandbox: boolean) {
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

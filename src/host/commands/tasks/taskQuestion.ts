import type { Task, TaskAction } from '../../../core/task/model/task.ts';
import { joinSentences } from '../../../core/support/text/joinSentences.ts';
import { actionsOf } from '../../../core/task/model/taskStates.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { describeBalances } from '../../ui/describeBalances.ts';
import { nameSafely } from '../../ui/taskWords.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';

/**
 * Builds the one question before an action on several tasks that can cost money, hide a charge or lose a result that is
 * paid for. `go` is the title of the button that continues, and `safe` of one before it that costs nothing, so that
 * Enter does not decide about a request that may be charged. Undefined for other actions.
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
  const [task] = tasks;
  // The tasks of one account share its balance, so it says nothing about one of several.
  const balances = task && tasks.length === 1 ? describeBalances(task, Date.now()) : [];
  const safe = task && actionsOf(task).includes('checkBalance') ? l10n.t('Check Balance') : null;
  return { text: count === 1 ? one : several, details: [...new Set(details), ...balances], go, safe };
}

/** Describes what an action may cost, hide or lose. Undefined if nothing, as always in the sandbox, which is free. */
function describeRisk(action: TaskAction, task: Task): string | undefined {
  const { isSandbox, state, taskId } = task;
  if (isSandbox || nameSafely(action, task, Date.now()) === 'sendAgain') return undefined;
  if (action === 'stopWatching' && state === 'sending') {
    return l10n.t('It is being sent, and may be charged. It is not sent again unless you select Resubmit.');
  }
  if (action === 'stopWatching' && taskId !== null) {
    return l10n.t('It cannot be canceled, and may still be charged. Resume continues watching later.');
  }
  if (action === 'resubmit') {
    return l10n.t('The first request may have been accepted and charged.');
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

interface StopQuestion {
  readonly title?: string;
  readonly text: string;
  /** What it means to stop watching. */
  readonly details: readonly string[];
}

/** What Stop Run asks if the gateway has accepted tasks. Nothing more is sent, whatever the user selects. */
export function buildStopQuestion(facts: { name: string; unsent: number }, isSandbox: boolean): StopQuestion {
  return {
    title: l10n.t('{name}: stopped, {unsent} not sent', facts),
    text: l10n.t('Keep watching the tasks that were sent?'),
    details: [
      isSandbox
        ? l10n.t('They cannot be canceled. Resume continues watching later.')
        : l10n.t('They cannot be canceled, and may still be charged. Resume continues watching later.'),
    ],
  };
}

/**
 * Asks whether to stop watching tasks, in a list that blocks nothing and closes as soon as none of them is in flight.
 * Resolves to false if it closes in any other way than by Stop Watching.
 */
export async function asksToStop(
  { title, text, details }: StopQuestion,
  listLeft: () => readonly Task[],
  { onDidChangeTask, onDidRemoveTask }: Pick<EngineHost, 'onDidChangeTask' | 'onDidRemoveTask'>,
): Promise<boolean> {
  const ended = new AbortController();
  const check = (): void => void (listLeft().length === 0 && ended.abort());
  const subscriptions = [onDidChangeTask(check), onDidRemoveTask(check)];
  const keep = { label: l10n.t('Keep Watching'), icon: 'eye', detail: l10n.t('Their results are saved.') };
  const stop = { label: l10n.t('Stop Watching'), icon: 'eye-closed', detail: joinSentences(details) };
  const options = { ...(title === undefined ? {} : { title }), placeHolder: text, signal: ended.signal };
  const picked = await pick([keep, stop], options);
  for (const each of subscriptions) each.dispose();
  return picked === stop && listLeft().length > 0;
}

import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonObject } from '../../core/support/json/json.ts';
import type { Holder, Task, TaskAction, TaskErrorCode, TaskState } from '../../core/task/model/task.ts';
import { isInFlight, isRepeatable, type RepeatFacts, sectionOf } from '../../core/task/model/taskStates.ts';
import { stateIcons, type Sign } from '../../protocol/stateIcons.ts';
import { l10n } from './l10n.ts';

// The words of tasks, for the Tasks view, CodeLens, the preview and notifications.

/** One or two words. The preview has the same words in sentence case, and `stateIcons` the icons. */
const states: Readonly<Record<TaskState, () => string>> = {
  planned: () => l10n.t('waiting'),
  sending: () => l10n.t('sending'),
  pending: () => l10n.t('queued'),
  running: () => l10n.t('running'),
  saving: () => l10n.t('saving'),
  saved: () => l10n.t('saved'),
  failed: () => l10n.t('failed'),
  unconfirmed: () => l10n.t('unconfirmed'),
  lost: () => l10n.t('lost'),
  unsaved: () => l10n.t('not saved'),
  stopped: () => l10n.t('stopped'),
  skipped: () => l10n.t('skipped'),
};

/** What a task in flight with this error waits for. */
const waits: Readonly<Partial<Record<TaskErrorCode, () => string>>> = {
  'key-missing': () => l10n.t('waiting for a valid key'),
  'key-refused': () => l10n.t('waiting for a valid key'),
  'rate-limited': () => l10n.t('waiting because the gateway asked to slow down'),
  'profile-unknown': () => l10n.t('waiting for its profile'),
  'profile-changed': () => l10n.t('waiting for its gateway'),
  'no-result': () => l10n.t('waiting for the result'),
  'download-failed': () => l10n.t('downloading again'),
};

/** Describes the state, or what a task in flight waits for if there is an error. */
export function wordOfTask({ state, error }: Pick<Task, 'state' | 'error'>): string {
  if (!isInFlight(state) || !error) return states[state]();
  return waits[error.code]?.() ?? l10n.t('reconnecting');
}

/** `isFixed`: a later run has made the result. */
export function signOfTask(task: Task, { isFixed }: { readonly isFixed: boolean }): Sign {
  const { state, error, cut, isFolderGone } = task;
  if (isFolderGone || (cut && state === 'saved')) return 'mixed';
  if (error && (state === 'sending' || state === 'running')) return 'disconnected';
  return state === 'failed' && (isFixed || sectionOf(task) === 'finished') ? 'settled' : state;
}

/** Returns the name of the icon as one that turns, if it is for turning. */
export function turning(icon: string): string {
  return icon === stateIcons.running.icon ? `${icon}~spin` : icon;
}

/** Returns the name of an action, which is another one for a request that is charged once however often it is sent. */
export function nameSafely(action: TaskAction, task: RepeatFacts, now: number): TaskAction | 'sendAgain' {
  return action === 'resubmit' && isRepeatable(task, now) ? 'sendAgain' : action;
}

/** Names who works on a foreign task. */
export function wordOfHolder(holder: Holder): string {
  if (holder === 'newer') return l10n.t('newer version');
  return holder === 'alive' ? l10n.t('other window') : l10n.t('waiting for its window');
}

/** Returns the reason why a foreign task offers few actions. Null for a task of this window. */
export function describeHolder(task: Pick<Task, 'holder' | 'isFolderGone' | 'state'>): string | null {
  if (task.holder === undefined) return null;
  return {
    alive: isInFlight(task.state)
      ? l10n.t('Another window works on this task. When that window closes, this one continues the task.')
      : l10n.t('Another window has this task in its list. Use that window for its actions.'),
    gone: task.isFolderGone
      ? l10n.t(
          'The folder of this task was moved or deleted, so its result cannot be saved. Select Locate Folder, or Save To for another folder.',
        )
      : l10n.t('The window that had this task is closed. This one gets the task within a minute.'),
    unknown: l10n.t(
      'It is unknown whether another window still has this task. If nothing is heard from it for three minutes, this window gets the task.',
    ),
    newer: l10n.t('A newer version of Genwright has written about this task. Update Genwright to continue it here.'),
  }[task.holder];
}

const countWords = {
  failed: (count: number) => l10n.t('{count} failed', { count }),
  needsAttention: (count: number) =>
    count === 1 ? l10n.t('1 needs attention') : l10n.t('{count} need attention', { count }),
  running: (count: number) => l10n.t('{count} running', { count }),
  waiting: (count: number) => l10n.t('{count} waiting', { count }),
  skipped: (count: number) => l10n.t('{count} skipped', { count }),
};

/** Describes numbers of tasks, in the order of the object. A number of 0 is left out. */
export function describeCounts(counts: Readonly<Partial<Record<keyof typeof countWords, number>>>): readonly string[] {
  return (Object.keys(counts) as (keyof typeof counts)[]).flatMap((key) => {
    const count = counts[key] ?? 0;
    return count > 0 ? [countWords[key](count)] : [];
  });
}

/** Describes the combination of a matrix, such as `autumn, 2848x1600`. Empty without a matrix. */
export function describeAxes(axes: JsonObject): string {
  return Object.values(axes).map(toText).join(', ');
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Formats a duration as `40 minutes` or `2 hours`. It is rounded down, so that the user does not expect more time. */
export function formatRemaining(durationMs: number): string {
  const hours = Math.floor(durationMs / hourMs);
  const minutes = Math.max(1, Math.floor(durationMs / minuteMs));
  if (hours >= 2) return l10n.t('{count} hours', { count: hours });
  return minutes === 1 ? l10n.t('1 minute') : l10n.t('{count} minutes', { count: minutes });
}

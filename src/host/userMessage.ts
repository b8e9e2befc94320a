import type { TaskError, TaskErrorCode } from '../core/task/task.ts';
import type { MessageAction } from './message.ts';
import { commands } from './ids.ts';
import type { L10n } from './l10n.ts';

/** A sentence or two, and the commands that mend what they tell. */
export interface UserMessage {
  /** What happened, to what, and what to do next. */
  readonly text: string;
  readonly actions: readonly MessageAction[];
}

/** What a sentence may mention. */
interface Facts {
  readonly l10n: L10n;
  /** Name of the profile. */
  readonly profile: string;
  /** What the gateway or the system said. */
  readonly reason: string;
}

/**
 * The only sentences for people about errors of a run. What the gateway said is quoted where it helps. `isWaiting`: the
 * task is still in flight and goes on when the obstacle is gone, so that nobody has to press anything.
 */
export function buildUserMessage(
  error: TaskError,
  { isWaiting = false, ...place }: { readonly profile: string; readonly l10n: L10n; readonly isWaiting?: boolean },
): UserMessage {
  const { code, message }: { readonly code: string; readonly message: string } = error;
  // The journal may hold a code of a later version: such an error speaks for itself.
  if (!isTaskErrorCode(code)) return { text: message || code, actions: [] };
  const facts = { ...place, reason: message.replace(/\.$/, '') || place.l10n.t('no reason given') };
  const text = (isWaiting && waitingTexts[code]) || texts[code];
  return { text: text(facts), actions: (remedies[code] ?? []).map((remedy) => remedy(facts)) };
}

/** What is in the way of a task that goes on by itself, where the words for its end would ask for a click. */
const waitingTexts: Readonly<Partial<Record<TaskErrorCode, (facts: Facts) => string>>> = {
  'key-refused': ({ l10n, profile }) =>
    l10n.t('{profile} refused the API key. Set a valid one: tasks that wait for it go on by themselves.', { profile }),
  'rate-limited': ({ l10n, profile }) =>
    l10n.t('{profile} asked to slow down. The task goes on by itself.', { profile }),
  'gateway-error': ({ l10n, profile, reason }) =>
    l10n.t('{profile} has a problem of its own: {reason}. The task goes on by itself.', { profile, reason }),
  'no-result': ({ l10n, profile }) =>
    l10n.t('{profile} says it is done, but names no result yet. It is asked again.', { profile }),
  'download-failed': ({ l10n, reason }) =>
    l10n.t('The result is ready, but downloading it broke off: {reason}. It is tried again.', { reason }),
};

/** Two short sentences: what happened to what, then what to do. Nothing is blamed on the reader. */
const texts: Readonly<Record<TaskErrorCode, (facts: Facts) => string>> = {
  'key-missing': ({ l10n, profile }) =>
    l10n.t('No API key is set for {profile}, so nothing was sent. Set the key, then Retry.', { profile }),
  'key-refused': ({ l10n, profile }) =>
    l10n.t('{profile} refused the API key. Set a valid one, then Retry.', { profile }),
  'quota-exhausted': ({ l10n, profile }) =>
    l10n.t('The balance at {profile} does not cover this request. Add credit there, then Retry.', { profile }),
  'request-rejected': ({ l10n, profile, reason }) =>
    l10n.t('{profile} did not accept the request: {reason}.', { profile, reason }),
  'rate-limited': ({ l10n, profile }) =>
    l10n.t('{profile} asked to slow down for too long, so this was given up. Retry in a few minutes.', { profile }),
  'gateway-error': ({ l10n, profile, reason }) =>
    l10n.t('{profile} has a problem of its own: {reason}. Retry later.', { profile, reason }),
  'gateway-unreachable': ({ l10n, profile, reason }) =>
    l10n.t(
      '{profile} can not be reached: {reason}. Check the network and the base URL. A proxy from a PAC file, or one that the system signs in to, has to be set in “http.proxy”.',
      { profile, reason },
    ),
  'not-a-gateway': ({ l10n, profile, reason }) =>
    l10n.t('What answers at the base URL of {profile} is not a gateway: {reason}.', { profile, reason }),
  'profile-unknown': ({ l10n, profile }) =>
    l10n.t('There is no profile named “{profile}”. Select another one, or connect to that gateway.', { profile }),
  'no-answer': ({ l10n, profile }) =>
    l10n.t('Sent, but {profile} did not answer: it may have been charged. Choose Resubmit or Dismiss.', { profile }),
  'answer-without-task': ({ l10n, profile }) =>
    l10n.t('{profile} named no task in its answer: it may have been charged. Choose Resubmit or Dismiss.', { profile }),
  'task-failed': ({ l10n, profile, reason }) => l10n.t('{profile} could not make it: {reason}.', { profile, reason }),
  'task-unknown': ({ l10n, profile }) =>
    l10n.t('{profile} does not know this task any more. Resume asks once more.', { profile }),
  'no-result': ({ l10n, profile }) => l10n.t('{profile} says it is done, but names no result.', { profile }),
  'download-failed': ({ l10n, reason }) =>
    l10n.t('The result is ready, but downloading it failed: {reason}. Save Again fetches it.', { reason }),
  'too-large': ({ l10n }) =>
    l10n.t('The result is larger than the setting “Download: Max Megabytes” allows. Raise it, then Save Again.'),
  disk: ({ l10n, reason }) =>
    l10n.t('The result is ready, but saving it failed: {reason}. Make room or give access, then Save Again.', {
      reason,
    }),
  'outside-workspace': ({ l10n }) =>
    l10n.t('The output path leaves the workspace folder, so nothing was written. Change “output”, then Save Again.'),
  'name-taken': ({ l10n, reason }) =>
    l10n.t('Nothing was written, since the file is already there: {reason}. Move it, then Save Again.', { reason }),
  'output-blocked': ({ l10n, reason }) =>
    l10n.t('Nothing was sent, since the result could not be saved: {reason}. Mend that, then Retry.', { reason }),
  'timed-out': ({ l10n }) =>
    l10n.t('Not done in the time allowed, so watching stopped. It may still finish and be charged: Resume goes on.'),
  'stopped-by-user': ({ l10n }) =>
    l10n.t('You stopped watching. The task may still finish and be charged: Resume goes on.'),
  'send-stopped': ({ l10n, profile }) =>
    l10n.t('You stopped it while it was being sent: {profile} may have charged it. Choose Resubmit or Dismiss.', {
      profile,
    }),
  'not-sent': ({ l10n }) => l10n.t('Not sent, and nothing was charged. Resume sends it.'),
  'over-budget': ({ l10n, reason }) => overBudget(reason, l10n),
  'upstream-failed': ({ l10n, reason }) =>
    l10n.t('Not sent, since the job “{job}” that it needs has no result. Mend that one, then Generate again.', {
      job: reason,
    }),
  'value-missing': ({ l10n, reason }) =>
    l10n.t('Nothing was sent, since “{value}” has no value that fits. Use another one, then Generate again.', {
      value: reason,
    }),
  'input-unreadable': ({ l10n, reason }) =>
    l10n.t('Nothing was sent, since an input file can not be read: {reason}. Mend that, then Retry.', { reason }),
  'input-changed': ({ l10n, reason }) =>
    l10n.t('Nothing was sent, since “{file}” has changed since Generate was pressed. Generate again.', {
      file: reason,
    }),
  'input-without-url': ({ l10n, reason }) =>
    l10n.t(
      'Nothing was sent, since “{file}” can not go with the request. Use a public URL, a registered asset or a smaller file.',
      { file: reason },
    ),
  dismissed: ({ l10n }) => l10n.t('You dismissed this request. Whether it was charged is not known.'),
  internal: ({ l10n, reason }) => l10n.t('Genwright made a mistake: {reason}. The log has the details.', { reason }),
};

/** `scope` says which budget it is, and thereby where to raise it. */
function overBudget(scope: string, l10n: L10n): string {
  if (scope === 'day')
    return l10n.t('Not sent, since it would exceed your budget for today. Raise it or wait, then Resume.');
  if (scope === 'job')
    return l10n.t('Not sent, since it would exceed the budget of its job. Raise “budget_usd”, then Generate again.');
  return l10n.t(
    'Not sent, since it would exceed the budget of this run. Raise “budget_usd” in the job file or “genwright.budget.runUsd”, then Generate again.',
  );
}

/** Whether there are words for a code that comes from a file. */
export function isTaskErrorCode(code: string): code is TaskErrorCode {
  return Object.hasOwn(texts, code);
}

/** A button; built late, since its title is translated. */
type Remedy = (facts: Facts) => MessageAction;

const setKey: Remedy = ({ l10n, profile }) => ({
  title: l10n.t('Set API Key'),
  command: commands.setApiKey,
  args: [profile],
});
const showBalance: Remedy = ({ l10n }) => ({ title: l10n.t('Show Balance'), command: commands.showBalance });
const selectProfile: Remedy = ({ l10n }) => ({ title: l10n.t('Select Profile'), command: commands.selectProfile });
const connect: Remedy = ({ l10n }) => ({ title: l10n.t('Connect'), command: commands.connect });
const showLog: Remedy = ({ l10n }) => ({ title: l10n.t('Show Log'), command: commands.showLog });
const showTasks: Remedy = ({ l10n }) => ({
  title: l10n.t('Show Tasks'),
  command: 'workbench.view.extension.genwright',
});
const openBudgets: Remedy = ({ l10n }) => ({
  title: l10n.t('Open Setting'),
  command: 'workbench.action.openSettings',
  args: ['genwright.budget'],
});
const openProxy: Remedy = ({ l10n }) => ({
  title: l10n.t('Open Setting'),
  command: 'workbench.action.openSettings',
  args: ['http.proxy'],
});
const openDownloadLimit: Remedy = ({ l10n }) => ({
  title: l10n.t('Open Setting'),
  command: 'workbench.action.openSettings',
  args: ['genwright.download.maxMegabytes'],
});

/** At most two buttons, the most likely help first. Where `Retry` and the like help, they are on the task. */
const remedies: Readonly<Partial<Record<TaskErrorCode, readonly Remedy[]>>> = {
  'key-missing': [setKey],
  'key-refused': [setKey],
  'quota-exhausted': [showBalance],
  'gateway-error': [showTasks, showLog],
  'gateway-unreachable': [selectProfile, openProxy],
  'not-a-gateway': [connect, showLog],
  'profile-unknown': [selectProfile, connect],
  'no-answer': [showTasks],
  'answer-without-task': [showTasks],
  'task-unknown': [showTasks],
  'no-result': [showLog],
  'download-failed': [showTasks],
  'too-large': [openDownloadLimit],
  disk: [showTasks],
  'outside-workspace': [showTasks],
  'name-taken': [showTasks],
  'output-blocked': [showTasks],
  'over-budget': [openBudgets],
  'upstream-failed': [showTasks],
  'input-unreadable': [showTasks],
  'timed-out': [showTasks],
  internal: [showLog],
};

import { makeInert } from '../../core/support/text/makeInert.ts';
import type { TaskErrorCode, TaskState } from '../../core/task/model/task.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import { commands } from '../ids.ts';
import { l10n } from './l10n.ts';
import type { MessageAction } from './message.ts';

/** One or two sentences, and the commands that fix what they describe. */
export interface UserMessage {
  /** What happened, to what, and what to do next. */
  readonly text: string;
  readonly actions: readonly MessageAction[];
}

/** The facts that a sentence may mention: the name of the profile, and the message of the gateway or the system. */
type Facts = Readonly<Record<'profile' | 'reason', string>>;

type Sentence = (facts: Facts) => string;

/**
 * Builds the only messages for the user about errors of a run. The message of the gateway is quoted where it helps.
 * `state` is that of the task, if the error is of one: a task in flight continues when the cause is gone, and an
 * unconfirmed one may have been charged.
 */
export function buildUserMessage(
  { code, message }: { readonly code: string; readonly message: string },
  { profile, state }: { readonly profile: string; readonly state?: TaskState },
): UserMessage {
  // A file may hold a code of a later version. The message of such an error is shown alone.
  if (!isTaskErrorCode(code)) return { text: makeInert(message || code), actions: [] };
  const facts = { profile, reason: message.replace(/\.$/, '') || l10n.t('no reason given') };
  const isStopped = code === 'gateway-unreachable' && loopback.test(message);
  const isWaiting = state !== undefined && isInFlight(state);
  const doubt = state === 'unconfirmed' ? findDoubt(code) : null;
  const usual = (isWaiting && waitingTexts[code]) || (isStopped ? stoppedGateway : texts[code]);
  const text = doubt ?? usual;
  const offered = isStopped ? [selectProfile] : (remedies[code] ?? []);
  return { text: text(facts), actions: offered.map((remedy) => remedy(profile)) };
}

/** Refused by this machine, such as `ECONNREFUSED 127.0.0.1:8080`: no network and no proxy is involved. */
const loopback = /\bECONNREFUSED (?:127\.|\[?::1\b)/;

const stoppedGateway: Sentence = (facts) =>
  l10n.t('{profile} is not running on this machine: {reason}. Start it, then select Retry.', facts);

/**
 * Texts for errors of a task that continues automatically. The other text of such an error would ask the user to act.
 */
const waitingTexts: Readonly<Partial<Record<TaskErrorCode, Sentence>>> = {
  'key-refused': (facts) =>
    l10n.t('{profile} refused the API key. Set a valid one: tasks that wait for it continue automatically.', facts),
  'rate-limited': (facts) => l10n.t('{profile} asked to slow down. The task continues automatically.', facts),
  'gateway-error': (facts) =>
    l10n.t('{profile} returned a server error: {reason}. The task continues automatically.', facts),
  'gateway-unreachable': (facts) =>
    l10n.t('{profile} cannot be reached: {reason}. The task continues automatically when it can.', facts),
  'no-result': (facts) =>
    l10n.t('{profile} says it is done, but names no result yet. The task continues automatically.', facts),
  'download-failed': (facts) =>
    l10n.t(
      'The result is ready, but its download was interrupted: {reason}. The download continues automatically.',
      facts,
    ),
};

/**
 * Returns the text for an unconfirmed task whose last attempt had no effect, for the reason `code`: an earlier attempt
 * may have been charged. Null if the last attempt itself may have been charged, which the text of its error says.
 */
function findDoubt(code: TaskErrorCode): Sentence | null {
  const doubt = doubts[code];
  return doubt === undefined ? notSentAgain : doubt;
}

const failedAgain: Sentence = (facts) =>
  l10n.t(
    'An earlier attempt may have been charged, and the last one failed: {reason}. Select Resubmit or Dismiss.',
    facts,
  );

const notSentAgain: Sentence = () =>
  l10n.t('Not sent again, but an earlier attempt may have been charged. Select Resubmit or Dismiss.');

const doubts: Readonly<Partial<Record<TaskErrorCode, Sentence | null>>> = {
  'no-answer': null,
  'answer-without-task': null,
  'send-stopped': null,
  internal: null,
  'key-refused': (facts) =>
    l10n.t(
      '{profile} refused the API key, and an earlier attempt may have been charged. Set a valid key, then select Resubmit or Dismiss.',
      facts,
    ),
  'quota-exhausted': (facts) =>
    l10n.t(
      'The balance at {profile} does not cover another attempt, and an earlier one may have been charged. Select Dismiss, or add credit and select Resubmit.',
      facts,
    ),
  'over-budget': () =>
    l10n.t(
      'Not sent again because it would exceed a budget. An earlier attempt may have been charged. Select Dismiss, or raise the budget and select Resubmit.',
    ),
  'request-rejected': failedAgain,
  'rate-limited': failedAgain,
  'gateway-error': failedAgain,
  'gateway-unreachable': failedAgain,
  'not-a-gateway': failedAgain,
  'task-failed': failedAgain,
  disk: failedAgain,
  'input-unreadable': failedAgain,
  'output-blocked': failedAgain,
};

/** Two short sentences: what happened to what, then what to do. They do not blame the user. */
const texts: Readonly<Record<TaskErrorCode, Sentence>> = {
  'key-missing': (facts) =>
    l10n.t('No API key is set for {profile}, so nothing was sent. Set the key, then select Retry.', facts),
  'key-refused': (facts) => l10n.t('{profile} refused the API key. Set a valid one, then select Retry.', facts),
  'quota-exhausted': (facts) =>
    l10n.t('The balance at {profile} does not cover this request. Add credit there, then select Retry.', facts),
  'request-rejected': (facts) => l10n.t('{profile} did not accept the request: {reason}.', facts),
  'rate-limited': (facts) =>
    l10n.t(
      '{profile} asked to slow down for too long, so the request was given up. Select Retry in a few minutes.',
      facts,
    ),
  'gateway-error': (facts) => l10n.t('{profile} returned a server error: {reason}. Select Retry later.', facts),
  'gateway-unreachable': (facts) =>
    l10n.t(
      '{profile} cannot be reached: {reason}. Check the network and the base URL. If your proxy comes from a PAC file or needs a system login, set another one in "http.proxy".',
      facts,
    ),
  'not-a-gateway': (facts) => l10n.t('The server at the base URL of {profile} is not a gateway: {reason}.', facts),
  'profile-unknown': (facts) =>
    l10n.t('There is no profile named "{profile}". Select another one, or connect to that gateway.', facts),
  'profile-changed': (facts) =>
    l10n.t(
      'The base URL of {profile} no longer leads to {origin}, where this task belongs, so it waits. Set the base URL back, or stop the task and run Generate again.',
      { ...facts, origin: facts.reason },
    ),
  'no-answer': (facts) =>
    l10n.t(
      'The request was sent, but {profile} did not respond. It may have been charged. Select Resubmit or Dismiss.',
      facts,
    ),
  'answer-without-task': (facts) =>
    l10n.t(
      'The response of {profile} names no task. The request may have been charged. Select Resubmit or Dismiss.',
      facts,
    ),
  'task-failed': (facts) => l10n.t('{profile} could not generate the result: {reason}.', facts),
  'task-unknown': (facts) => l10n.t('{profile} no longer knows this task. Select Resume to query it again.', facts),
  'no-result': (facts) =>
    l10n.t('{profile} says it is done, but names no result. Select Save Again to query it again.', facts),
  'download-failed': (facts) =>
    l10n.t('The result is ready, but downloading it failed: {reason}. Select Save Again to fetch it.', facts),
  'too-large': () =>
    l10n.t(
      'The result is larger than the setting "genwright.download.maxMegabytes" allows. Raise it, then select Save Again.',
    ),
  disk: (facts) =>
    l10n.t(
      'The result is ready, but saving it failed: {reason}. Free disk space or allow writing there, then select Save Again.',
      facts,
    ),
  'folder-gone': (facts) =>
    l10n.t(
      'The result is ready, but its folder was moved or deleted: {folder}. Select Locate Folder, or Save To for another folder.',
      { folder: facts.reason },
    ),
  'outside-workspace': () =>
    l10n.t(
      'The output path leaves the workspace folder, so nothing was written. Change "output", then select Save Again.',
    ),
  'name-taken': (facts) =>
    l10n.t('Nothing was written because the file exists already: {reason}. Move it, then select Save Again.', facts),
  'output-blocked': (facts) =>
    l10n.t('Nothing was sent because the result could not be saved: {reason}. Fix that, then select Retry.', facts),
  'timed-out': () =>
    l10n.t(
      'The task did not finish in the time allowed, so watching stopped. It may still finish and be charged. Select Resume to continue.',
    ),
  'stopped-by-user': () =>
    l10n.t('You stopped watching. The task may still finish and be charged. Select Resume to continue.'),
  'send-stopped': (facts) =>
    l10n.t(
      'You stopped the request while it was being sent. {profile} may have charged it. Select Resubmit or Dismiss.',
      facts,
    ),
  'not-sent': () => l10n.t('The request was not sent, and nothing was charged. Select Resume to send it.'),
  'run-stopped': () =>
    l10n.t('You stopped the run before this request was sent, so nothing was charged. Select Retry to send it.'),
  'over-budget': (facts) => overBudget(facts.reason),
  'sent-elsewhere': () =>
    l10n.t('Not sent because another task has sent the same request. To make another result, run Generate again.'),
  'upstream-failed': (facts) =>
    l10n.t('Not sent because the job "{job}", which it needs, has no result. Fix that job, then run Generate again.', {
      job: facts.reason,
    }),
  'value-missing': (facts) =>
    l10n.t('Nothing was sent because "{value}" has no value that fits. Use another one, then run Generate again.', {
      value: facts.reason,
    }),
  'input-unreadable': (facts) =>
    l10n.t('Nothing was sent because an input file cannot be read: {reason}. Fix that, then select Retry.', facts),
  'input-changed': (facts) =>
    l10n.t('Nothing was sent because "{file}" changed after Generate started. Run Generate again.', {
      file: facts.reason,
    }),
  'input-without-url': (facts) =>
    l10n.t(
      'Nothing was sent because "{file}" cannot be sent with the request. Use a public URL, a registered asset or a smaller file.',
      { file: facts.reason },
    ),
  dismissed: () => l10n.t('You dismissed this request. Whether it was charged is unknown.'),
  internal: (facts) => l10n.t('Internal error in Genwright: {reason}. See the log for details.', facts),
};

/** `scope` is the budget that was exceeded, which decides where the user can raise it. */
function overBudget(scope: string): string {
  if (scope === 'unknown')
    return l10n.t(
      'Not sent because the price of an earlier request in the same budget is unknown. Resume, dismiss or remove that task, then run Generate again.',
    );
  if (scope === 'day')
    return l10n.t('Not sent because it would exceed your budget for today. Raise it or wait, then select Resume.');
  if (scope === 'job')
    return l10n.t(
      'Not sent because it would exceed the budget of its job. Raise "budget_usd", then run Generate again.',
    );
  if (scope === 'file')
    return l10n.t(
      'Not sent because it would exceed the budget of the job file for one run. Raise "budget_usd" in the job file, then run Generate again.',
    );
  return l10n.t(
    'Not sent because it would exceed the budget of this run. Raise "genwright.budget.runUsd", then run Generate again.',
  );
}

function isTaskErrorCode(code: string): code is TaskErrorCode {
  return Object.hasOwn(texts, code);
}

/** Builds a button. It is a function because its title is translated. */
type Remedy = (profile: string) => MessageAction;

const setKey: Remedy = (profile) => ({
  title: l10n.t('Set API Key'),
  command: commands.setApiKey,
  args: [profile],
});
const showBalance: Remedy = () => ({ title: l10n.t('Show Balance'), command: commands.showBalance });
const selectProfile: Remedy = () => ({ title: l10n.t('Select Profile'), command: commands.selectProfile });
const connect: Remedy = () => ({ title: l10n.t('Connect'), command: commands.connect });
const showLog: Remedy = () => ({ title: l10n.t('Show Log'), command: commands.showLog });
const showTasks: Remedy = () => ({ title: l10n.t('Show Tasks'), command: commands.showTasks });

function openSetting(name: string): Remedy {
  return () => ({ title: l10n.t('Open Setting'), command: 'workbench.action.openSettings', args: [name] });
}

/** At most two buttons, the most helpful one first. Actions such as `Retry` are on the task itself. */
const remedies: Readonly<Partial<Record<TaskErrorCode, readonly Remedy[]>>> = {
  'key-missing': [setKey],
  'key-refused': [setKey],
  'quota-exhausted': [showBalance],
  'gateway-error': [showTasks, showLog],
  'gateway-unreachable': [selectProfile, openSetting('http.proxy')],
  'not-a-gateway': [connect, showLog],
  'profile-unknown': [selectProfile, connect],
  'profile-changed': [connect],
  'no-answer': [showTasks],
  'answer-without-task': [showTasks],
  'task-unknown': [showTasks],
  'no-result': [showTasks, showLog],
  'download-failed': [showTasks],
  'too-large': [openSetting('genwright.download.maxMegabytes')],
  disk: [showTasks],
  'folder-gone': [showTasks],
  'outside-workspace': [showTasks],
  'name-taken': [showTasks],
  'output-blocked': [showTasks],
  'over-budget': [openSetting('genwright.budget')],
  'upstream-failed': [showTasks],
  'input-unreadable': [showTasks],
  'timed-out': [showTasks],
  internal: [showLog],
};

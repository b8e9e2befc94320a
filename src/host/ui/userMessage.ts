import { makeInert } from '../../core/support/text/makeInert.ts';
import type { TaskErrorCode, TaskState } from '../../core/task/model/task.ts';
import { isInFlight, isRepeatable, type RepeatFacts } from '../../core/task/model/taskStates.ts';
import { commands } from '../ids.ts';
import {
  doubtTexts,
  errorTexts,
  notSentAgain,
  queryTexts,
  sendAgain,
  stoppedGateway,
  stoppedQuery,
  textsByMessage,
  waitingTexts,
} from './errorTexts.ts';
import { l10n } from './l10n.ts';
import type { Message, MessageAction } from './message.ts';

/** What happened, to what, and what to do next, in one or two sentences, and the commands that fix it. */
export type UserMessage = Required<Message>;

/**
 * Builds the only messages for the user about errors of a run. The message of the gateway is quoted where it helps.
 * `about` is the task, if the error is of one: a task in flight continues when the cause is gone, and an unconfirmed one
 * may have been charged.
 */
export function buildUserMessage(
  { code, message }: { readonly code: string; readonly message: string },
  about: RepeatFacts & { readonly profile: string; readonly state?: TaskState },
): UserMessage {
  const { profile, state } = about;
  // A file may hold a code of a later version. The message of such an error is shown alone.
  if (!isTaskErrorCode(code)) return { text: makeInert(message || code), actions: [] };
  const isStopped = code === 'gateway-unreachable' && loopback.test(message);
  // The name of a model follows `unknown`.
  const [budget = ''] = message.split(' ', 1);
  const model = message.slice(budget.length + 1);
  const isUnpriced = code === 'over-budget' && budget === 'unknown';
  const isOfFile = code === 'over-budget' && (budget === 'file' || budget === 'job');
  const ofCode = isOfFile ? [] : (remediesOf[code] ?? []);
  const remedies = isStopped ? [selectProfile] : [...(isUnpriced ? [openSetting('genwright.prices')] : []), ...ofCode];
  const reason = message.replace(/\.$/, '') || l10n.t('no reason given');
  const isSafe = state === 'unconfirmed' && code !== 'profile-changed' && isRepeatable(about, Date.now());
  const wording = isSafe ? sendAgain : findText(code, { budget, state, isStopped });
  const names = { origin: reason, folder: reason, job: reason, value: reason, file: reason, count: reason };
  return {
    text: l10n.t(wording, { profile, reason, model, field: reason, ...names }),
    actions: remedies.map((remedy) => remedy(profile)),
  };
}

/** Refused by this machine, such as `ECONNREFUSED 127.0.0.1:8080`: no network and no proxy is involved. */
const loopback = /\bECONNREFUSED (?:127\.|\[?::1\b)/;

function findText(
  code: TaskErrorCode,
  { budget, state, isStopped }: { budget: string; state: TaskState | undefined; isStopped: boolean },
): string {
  const doubt = doubtTexts[code] === undefined ? notSentAgain : doubtTexts[code];
  if (state === 'unconfirmed' && doubt) return doubt;
  const waiting = state !== undefined && isInFlight(state) ? waitingTexts[code] : undefined;
  if (waiting !== undefined) return waiting;
  const query = state === undefined ? queryTexts[code] : undefined;
  if (query !== undefined) return query;
  if (isStopped) return state === undefined ? stoppedQuery : stoppedGateway;
  const byMessage = textsByMessage[code] ?? {};
  return (Object.hasOwn(byMessage, budget) ? byMessage[budget] : undefined) ?? errorTexts[code];
}

function isTaskErrorCode(code: string): code is TaskErrorCode {
  return Object.hasOwn(errorTexts, code);
}

/** Builds a button. It is a function because its title is translated. */
type Remedy = (profile: string) => MessageAction;

const setKey: Remedy = (profile) => ({ title: l10n.t('Set API Key'), command: commands.setApiKey, args: [profile] });
const showBalance: Remedy = () => ({ title: l10n.t('Show Balance'), command: commands.showBalance });
const selectProfile: Remedy = () => ({ title: l10n.t('Select Profile'), command: commands.selectProfile });
const connect: Remedy = () => ({ title: l10n.t('Connect'), command: commands.connect });
const showLog: Remedy = () => ({ title: l10n.t('Show Log'), command: commands.showLog });
const showTasks: Remedy = () => ({ title: l10n.t('Show Tasks'), command: commands.showTasks });

function openSetting(name: string): Remedy {
  return () => ({
    title: name === 'genwright.prices' ? l10n.t('State Price') : l10n.t('Open Setting'),
    command: 'workbench.action.openSettings',
    args: [name],
  });
}

/** At most two buttons, the most helpful one first. Actions such as `Retry` are on the task itself. */
const remediesOf: Readonly<Partial<Record<TaskErrorCode, readonly Remedy[]>>> = {
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

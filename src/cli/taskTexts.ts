import { fillTemplate } from '../core/support/text/fillTemplate.ts';
import { makeInert } from '../core/support/text/makeInert.ts';
import type { Task, TaskErrorCode } from '../core/task/model/task.ts';
import { isInFlight } from '../core/task/model/taskStates.ts';
import type { TaskResult } from '../engine/index.ts';
import { exitCodes, type ExitCode } from './exitCode.ts';

/** The first digits of the id of a task name it on the command line. */
export const idLength = 8;

/** What happened, and what to do. `{reason}` is what the gateway or the system said. */
const errorTexts: Readonly<Record<TaskErrorCode, string>> = {
  'key-missing':
    'No key for {profile}, so nothing was sent. Set the variable of --key-env, keyEnv or GENWRIGHT_API_KEY.',
  'key-refused': '{profile} refused the key. Set a valid one, then run it again.',
  'quota-exhausted': 'The balance at {profile} does not cover this request. Add credit there, then run it again.',
  'request-rejected': '{profile} did not accept the request: {reason}.',
  'rate-limited': '{profile} asked to slow down for too long. Run it again in a few minutes.',
  'gateway-error': '{profile} returned a server error: {reason}. Run it again later.',
  'gateway-unreachable': '{profile} cannot be reached: {reason}. Check the network and the base URL.',
  'not-a-gateway': 'The server at the base URL of {profile} is not a gateway: {reason}.',
  'profile-unknown':
    'The gateway "{profile}" is not set. Pass its --base-url and key, or add it to your configuration file.',
  'profile-changed': 'The base URL of {profile} no longer leads to {reason}, where this task belongs.',
  'no-answer': 'Sent without a response, so it may have been charged. Decide with "genwright resolve ID".',
  'answer-without-task': 'The response names no task, so it may have been charged. Decide with "genwright resolve ID".',
  'task-failed': '{profile} could not generate the result: {reason}.',
  'task-unknown': '{profile} no longer knows this task. Run "genwright wait" to query it again.',
  'no-result': '{profile} says it is done, but names no result. Run "genwright resolve ID --save" to query it again.',
  'cut-at-limit': 'The text is cut off because it reached its limit. Raise "{reason}", then generate it again.',
  'cut-short': 'The response ended before it was complete: {reason}.',
  'part-missing': '{profile} returned fewer results than requested: {reason}.',
  'download-failed': 'The result is ready, but its download failed: {reason}. Run "genwright resolve ID --save".',
  'too-large': 'The results are larger than the limit of 2 GB, so they were not saved.',
  'more-results':
    '{profile} returned more results than requested. Run "genwright resolve ID --save" to save the other {reason}.',
  disk: 'The result is ready, but it cannot be saved: {reason}. Free disk space, then run "genwright resolve ID --save".',
  'folder-gone': 'The result is ready, but its folder is gone: {reason}. Run "genwright resolve ID --save-to DIR".',
  'outside-workspace':
    'The output path leaves the repository, so nothing was written. Change "output" in the job file.',
  'name-taken':
    'Nothing was written because the file exists already: {reason}. Move it, then run "genwright resolve ID --save".',
  'output-blocked': 'Nothing was sent because the result could not be saved: {reason}.',
  'timed-out': 'The task did not finish in the time allowed. It may still finish: run "genwright wait".',
  'stopped-by-user': 'Watching was stopped. The task may still finish: run "genwright wait".',
  'send-stopped': 'Stopped while it was being sent, so it may have been charged. Decide with "genwright resolve ID".',
  'not-sent': 'Not sent, and nothing was charged. Run it again.',
  'run-stopped': 'Not sent because the run was stopped. Run it again.',
  'over-budget':
    'Not sent because it would exceed the budget of this {reason}. Raise it (--budget, "budget_usd" or "budgetDayUsd"), then run it again.',
  'sent-elsewhere': 'Not sent because another task has sent the same request.',
  'upstream-failed': 'Not sent because the job "{reason}", which it needs, has no result.',
  'value-missing': 'Not sent because "{reason}" has no value that fits.',
  'input-unreadable': 'Not sent because an input file cannot be read: {reason}.',
  'input-changed': 'Not sent because "{reason}" changed after the run started. Run it again.',
  'input-without-url':
    'Not sent because "{reason}" cannot be sent with the request. Use a public URL or a smaller file.',
  dismissed: 'Dismissed. Whether it was charged is unknown.',
  internal: 'Internal error in Genwright: {reason}.',
};

const unpriced = 'run, because the price of an earlier request is unknown';

type Failure = NonNullable<TaskResult['error']>;

const doubt = ' It may have been charged before that. Decide with "genwright resolve ID".';
/** `state` is that of the task: an unconfirmed one has been sent, whatever its last attempt says. */
export function describeFailure({ code, message }: Failure, profile: string, state?: string): string {
  const template = Object.hasOwn(errorTexts, code) ? errorTexts[code as TaskErrorCode] : '{reason}';
  const given = code === 'over-budget' ? message.replace(/^unknown .*/, unpriced) : makeInert(message);
  const reason = given.replace(/\.$/, '') || 'no reason given';
  const more = state === 'unconfirmed' && !template.includes('charged') ? doubt : '';
  return fillTemplate(template + more, { profile, reason });
}

const keyErrors = new Set(['key-missing', 'key-refused']);
const profileErrors = new Set(['profile-unknown', 'profile-changed']);

/** Whether an accepted task waits for what only the user can give, so that no command can follow it. */
export function isBlocked({ state, error }: Pick<Task, 'state' | 'error'>): boolean {
  return isInFlight(state) && error !== null && (keyErrors.has(error.code) || profileErrors.has(error.code));
}

const budgetErrors = new Set(['over-budget', 'quota-exhausted']);

/** Returns how the end of one request counts for the exit code of the command. */
export function exitCodeOf({ status, error }: { readonly status: string; readonly error: Failure | null }): ExitCode {
  if (status === 'saved' || status === 'unchanged') return exitCodes.done;
  if (status === 'unconfirmed' || status === 'unsaved' || status === 'lost') return exitCodes.attention;
  const code = error?.code ?? '';
  if (keyErrors.has(code)) return exitCodes.key;
  if (budgetErrors.has(code)) return exitCodes.budget;
  if (profileErrors.has(code)) return exitCodes.usage;
  return code === 'gateway-unreachable' ? exitCodes.unreachable : exitCodes.failed;
}

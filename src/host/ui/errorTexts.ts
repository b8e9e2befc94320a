import type { TaskErrorCode } from '../../core/task/model/task.ts';

// The English sentences about errors, which are translated like those of `l10n.t`. `profile` is the name of the profile.
// Each other word in braces is the message of the error: that of the gateway or the system, or a name or a path.

/** Two short sentences: what happened to what, then what to do. They do not blame the user. */
export const errorTexts: Readonly<Record<TaskErrorCode, string>> = {
  'key-missing':
    'No API key or no value of a secret header is set for {profile}, so nothing was sent. Set it, then select Retry.',
  'key-refused': '{profile} refused the API key. Set a valid one, then select Retry.',
  'quota-exhausted': 'The balance at {profile} does not cover this request. Add credit there, then select Retry.',
  'request-rejected': '{profile} did not accept the request: {reason}.',
  'rate-limited':
    '{profile} asked to slow down for too long, so the request was given up. Select Retry in a few minutes.',
  'gateway-error': '{profile} returned a server error: {reason}. Select Retry later.',
  'gateway-unreachable':
    '{profile} cannot be reached: {reason}. Check the network and the base URL. If your proxy comes from a PAC file or needs a system login, set another one in "http.proxy".',
  'not-a-gateway': 'The server at the base URL of {profile} is not a gateway: {reason}.',
  'profile-unknown': 'There is no profile named "{profile}". Select another one, or connect to that gateway.',
  'profile-changed':
    'The base URL of {profile} no longer leads to {origin}, where this task belongs, so it waits. Set the base URL back, or stop the task and run Generate again.',
  'no-answer':
    'The request was sent, but {profile} did not respond. It may have been charged. Select Resubmit or Dismiss.',
  'answer-without-task':
    'The response of {profile} names no task. The request may have been charged. Select Resubmit or Dismiss.',
  'task-failed': '{profile} could not generate the result: {reason}.',
  'task-unknown': '{profile} no longer knows this task. Select Resume to query it again.',
  'no-result': '{profile} says it is done, but names no result. Select Save Again to query it again.',
  'cut-at-limit': 'The text is cut off because it reached its limit. Raise "{field}", then run Generate again.',
  'cut-short': 'The response of {profile} ended before it was complete: {reason}. Run Generate to get another one.',
  'part-missing': '{profile} returned fewer results than requested: {reason}.',
  'download-failed': 'The result is ready, but downloading it failed: {reason}. Select Save Again to fetch it.',
  'too-large':
    'The results of this task are larger than the setting "genwright.download.maxMegabytes" allows. Raise it, then select Save Again.',
  'more-results':
    '{profile} returned more results than this request asks for. Select Save Again to save the other {count}.',
  disk: 'The result is ready, but saving it failed: {reason}. Free disk space or allow writing there, then select Save Again.',
  'folder-gone':
    'The result is ready, but its folder was moved or deleted: {folder}. Select Locate Folder, or Save To for another folder.',
  'outside-workspace':
    'The output path leaves the workspace folder, so nothing was written. Change "output", then select Save Again.',
  'name-taken': 'Nothing was written because the file exists already: {reason}. Move it, then select Save Again.',
  'output-blocked': 'Nothing was sent because the result could not be saved: {reason}. Fix that, then select Retry.',
  'timed-out':
    'The task did not finish in the time allowed, so watching stopped. It may still finish and be charged. Select Resume to continue.',
  'stopped-by-user': 'You stopped watching. The task may still finish and be charged. Select Resume to continue.',
  'send-stopped':
    'You stopped the request while it was being sent. {profile} may have charged it. Select Resubmit or Dismiss.',
  'not-sent': 'The request was not sent, and nothing was charged. Select Resume to send it.',
  'run-stopped': 'You stopped the run before this request was sent, so nothing was charged. Select Retry to send it.',
  'over-budget':
    'Not sent because it would exceed the budget of this run. Raise "genwright.budget.runUsd", then run Generate again.',
  'sent-elsewhere':
    'Not sent because another task has sent the same request. To make another result, run Generate again.',
  'upstream-failed':
    'Not sent because the job "{job}", which it needs, has no result. Fix that job, then run Generate again.',
  'value-missing':
    'Nothing was sent because "{value}" has no value that fits, or one that you have not confirmed. Run Generate again, or change the value.',
  'input-unreadable': 'Nothing was sent because an input file cannot be read: {reason}. Fix that, then select Retry.',
  'input-changed': 'Nothing was sent because "{file}" changed after Generate started. Run Generate again.',
  'input-without-url':
    'Nothing was sent because "{file}" cannot be sent with the request. Use a public URL, a registered asset or a smaller file.',
  dismissed: 'You dismissed this request. Whether it was charged is unknown.',
  internal: 'Internal error in Genwright: {reason}. See the log for details.',
};

/** For errors of a query that no task has made, so that there is nothing to retry. */
export const queryTexts: Readonly<Partial<Record<TaskErrorCode, string>>> = {
  'key-missing': 'No API key or no value of a secret header is set for {profile}.',
  'key-refused': '{profile} refused the API key.',
  'quota-exhausted': 'The balance at {profile} does not cover this request.',
  'rate-limited': '{profile} asked to slow down. Try again in a few minutes.',
  'gateway-error': '{profile} returned a server error: {reason}. Try again later.',
};

/** For errors of a task that continues automatically. The other text of such an error would ask the user to act. */
export const waitingTexts: Readonly<Partial<Record<TaskErrorCode, string>>> = {
  'key-refused': '{profile} refused the API key. Set a valid one: tasks that wait for it continue automatically.',
  'no-answer': '{profile} did not respond. The request is sent again, and charged once.',
  'rate-limited': '{profile} asked to slow down. The task continues automatically.',
  'gateway-error': '{profile} returned a server error: {reason}. The task continues automatically.',
  'gateway-unreachable': '{profile} cannot be reached: {reason}. The task continues automatically when it can.',
  'no-result': '{profile} says it is done, but names no result yet. The task continues automatically.',
  'download-failed':
    'The result is ready, but its download was interrupted: {reason}. The download continues automatically.',
};

const failedAgain =
  'An earlier attempt may have been charged, and the last one failed: {reason}. Select Resubmit or Dismiss.';

/**
 * For an unconfirmed task whose last attempt had no effect: an earlier attempt may have been charged. Null if the last
 * attempt itself may have been charged, which the text of its error says.
 */
export const doubtTexts: Readonly<Partial<Record<TaskErrorCode, string | null>>> = {
  'no-answer': null,
  'answer-without-task': null,
  'send-stopped': null,
  internal: null,
  'cut-short': 'The response of {profile} broke off: {reason}. It may have been charged. Select Resubmit or Dismiss.',
  'key-refused':
    '{profile} refused the API key, and an earlier attempt may have been charged. Set a valid key, then select Resubmit or Dismiss.',
  'quota-exhausted':
    'The balance at {profile} does not cover another attempt, and an earlier one may have been charged. Select Dismiss, or add credit and select Resubmit.',
  'over-budget':
    'Not sent again because it would exceed a budget. An earlier attempt may have been charged. Select Dismiss, or raise the budget and select Resubmit.',
  // Only a request that a header identifies.
  'profile-changed':
    'Not sent again because {profile} no longer has "idempotencyHeader": "{reason}". Restore it, then select Send Again Safely, or select Dismiss.',
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

/** For an unconfirmed task whose attempts are charged once together. */
export const sendAgain =
  '{profile} did not confirm the request: {reason}. Select Send Again Safely, which cannot charge it twice, or Dismiss.';

/** For an unconfirmed task whose last attempt has failed in another way. */
export const notSentAgain = 'Not sent again, but an earlier attempt may have been charged. Select Resubmit or Dismiss.';

/** For a gateway of this machine that is not reachable. */
export const stoppedGateway = '{profile} is not running on this machine: {reason}. Start it, then select Retry.';

/** For a query to such a gateway. */
export const stoppedQuery = '{profile} is not running on this machine: {reason}. Start it, then try again.';

/** By what came instead of a result, if the response was to be the result. */
const emptyTexts: Readonly<Record<string, string>> = {
  empty: '{profile} returned nothing. The request may have been charged. Run Generate to send it again.',
  filtered: '{profile} returned nothing because a filter stopped it. Change the request, then run Generate again.',
  tools: '{profile} returned only tool calls, which Genwright does not run. Remove the tools, then run Generate again.',
  reasoning: '{profile} returned only reasoning. Raise the limit of tokens, then run Generate again.',
};

/** By the budget that was exceeded, if it is not that of the run, or `unknown`. It decides what the user can do. */
const budgetTexts: Readonly<Record<string, string>> = {
  unknown:
    'Not sent because the price of an earlier request to "{model}" in the same budget is unknown. State the price in "genwright.prices" and select Resume. Without a price, Resume sends only this request.',
  day: 'Not sent because it would exceed your budget for today. Raise it or wait, then select Resume.',
  job: 'Not sent because it would exceed the budget of its job. Raise "budget_usd", then run Generate again.',
  file: 'Not sent because it would exceed the budget of the job file for one run. Raise "budget_usd" in the job file, then run Generate again.',
};

/** The texts of errors whose message decides. */
export const textsByMessage: Readonly<Partial<Record<TaskErrorCode, Readonly<Record<string, string>>>>> = {
  'over-budget': budgetTexts,
  'no-result': emptyTexts,
};

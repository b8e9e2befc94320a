import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/task.ts';
import type { CallApi } from './http.ts';
import { parseBalance, type Balance } from './wire/balance.ts';
import { describeText, parseErrorBody, parseJsonOrUndefined } from './wire/readError.ts';

export type BalanceAnswer =
  { readonly ok: true; readonly balance: Balance } | { readonly ok: false; readonly error: TaskError };

const path = '/api/usage/token/user-balance';
const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, maxAnswerBytes: 1024 * 1024 };

/** The balance of the user that owns the key; also the way to find out whether a key and a base URL are good. */
export async function readBalance(
  callApi: CallApi,
  target: GatewayTarget,
  signal: AbortSignal,
): Promise<BalanceAnswer> {
  const answer = await callApi(target, { method: 'GET', path, ...limits }, signal);
  if (answer.kind !== 'answer') {
    return { ok: false, error: { code: 'gateway-unreachable', message: answer.message } };
  }
  const { status: httpStatus } = answer;
  const text = answer.body.toString('utf8');
  const balance = httpStatus === 200 ? parseBalance(parseJsonOrUndefined(text)) : null;
  if (balance) return { ok: true, balance };
  const { message, isJson } = parseErrorBody(text, httpStatus);
  return { ok: false, error: { code: codeOf(httpStatus, isJson), message: describeText(message) ?? '', httpStatus } };
}

function codeOf(httpStatus: number, isJson: boolean): TaskError['code'] {
  if (httpStatus === 401) return 'key-refused';
  if (httpStatus === 402) return 'quota-exhausted';
  if (httpStatus === 429) return 'rate-limited';
  if (httpStatus >= 500) return 'gateway-error';
  // A page, a redirect, or JSON of something else: the base URL leads to another service.
  return isJson && httpStatus === 403 ? 'request-rejected' : 'not-a-gateway';
}

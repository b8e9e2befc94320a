import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/task.ts';
import { errorCodeOf } from './errorCode.ts';
import type { CallApi } from './http.ts';
import { parseBalance, type Balance } from './wire/balance.ts';
import { describeText, parseErrorBody, parseJsonOrUndefined } from './wire/readError.ts';
import { readObject } from './wire/readWire.ts';

export type BalanceAnswer =
  { readonly ok: true; readonly balance: Balance } | { readonly ok: false; readonly error: TaskError };

const path = '/api/usage/token/user-balance';
const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, maxAnswerBytes: 64 * 1024 };

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
  const body = parseJsonOrUndefined(text);
  const balance = httpStatus === 200 ? parseBalance(body) : null;
  if (balance) return { ok: true, balance };
  const said = parseErrorBody(text, httpStatus);
  const code = errorCodeOf({ httpStatus, ...said });
  // JSON of something else: the base URL leads to another service.
  const isOther = code === 'request-rejected' && httpStatus !== 403 && readObject(body)?.['success'] !== false;
  const error = {
    code: isOther ? 'not-a-gateway' : code,
    message: describeText(said.message) ?? '',
    httpStatus,
  } as const;
  return { ok: false, error };
}

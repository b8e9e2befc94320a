import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/model/task.ts';
import { errorCodeOf } from './errorCode.ts';
import type { CallApi } from './http.ts';
import { parseBalance, type Balance } from './wire/balance.ts';
import { describeText, parseErrorBody, parseJsonOrUndefined } from './wire/readError.ts';
import { readObject } from './wire/readWire.ts';

export type BalanceOutcome =
  { readonly ok: true; readonly balance: Balance } | { readonly ok: false; readonly error: TaskError };

const path = '/api/usage/token/user-balance';
const limits = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, maxResponseBytes: 64 * 1024 };

/** Reads the balance of the user that owns the key. Also used to check whether a key and a base URL are valid. */
export async function readBalance(
  callApi: CallApi,
  target: GatewayTarget,
  signal: AbortSignal,
): Promise<BalanceOutcome> {
  const response = await callApi(target, { method: 'GET', path, ...limits }, signal);
  if (response.kind !== 'response') {
    return { ok: false, error: { code: 'gateway-unreachable', message: response.message } };
  }
  const { status: httpStatus } = response;
  const text = response.body.toString('utf8');
  const body = parseJsonOrUndefined(text);
  const balance = httpStatus === 200 ? parseBalance(body) : null;
  if (balance) return { ok: true, balance };
  const said = parseErrorBody(text, httpStatus);
  const code = errorCodeOf({ httpStatus, ...said });
  // JSON of another kind: the base URL leads to another service.
  const isOther = code === 'request-rejected' && httpStatus !== 403 && readObject(body)?.['success'] !== false;
  const error = {
    code: isOther ? 'not-a-gateway' : code,
    message: describeText(said.message) ?? '',
    httpStatus,
  } as const;
  return { ok: false, error };
}

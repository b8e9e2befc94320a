import * as z from 'zod/mini';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/model/task.ts';
import type { CallApi } from './http.ts';
import { parseJsonOrUndefined, parseObject } from './wire/wireObject.ts';
import { errorCodeOf, describeText, parseErrorBody } from './wire/refusal.ts';

/** Amounts in USD, as in the interface specification 2.5. */
export interface Balance {
  /** USD that can still be spent. */
  readonly balanceUsd: number;
  readonly usedUsd: number | null;
  readonly username: string | null;
}

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
  const isOther = code === 'request-rejected' && httpStatus !== 403 && parseObject(body)?.['success'] !== false;
  const error = {
    code: isOther ? 'not-a-gateway' : code,
    message: describeText(said.message),
    httpStatus,
  } as const;
  return { ok: false, error };
}

const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]),
  z.transform((value) => Number(value)),
);
const balanceSchema = z.object({
  success: z.optional(z.literal(true)),
  data: z.object({
    balance_usd: numeric,
    used_amount_usd: z.catch(z.nullable(numeric), null),
    username: z.catch(z.nullable(z.string()), null),
  }),
});

/** Returns null if the body is not a balance. */
function parseBalance(body: unknown): Balance | null {
  const parsed = z.safeParse(balanceSchema, body);
  if (!parsed.success) return null;
  const { balance_usd, used_amount_usd, username } = parsed.data.data;
  return { balanceUsd: balance_usd, usedUsd: used_amount_usd, username };
}

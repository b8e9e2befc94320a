import { redactBriefly } from '../core/support/text/redact.ts';
import type { Refusal } from '../core/task/gatewayPort.ts';
import type { ApiAnswer } from './http.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { parseErrorBody } from './wire/readError.ts';

export type WholeAnswer = Extract<ApiAnswer, { kind: 'answer' }>;

export function isSuccess({ status }: WholeAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Builds a refusal from a response with a success status. */
export function buildJsonRefusal(
  { status }: WholeAnswer,
  { code, message }: { readonly code: string | null; readonly message: string },
): Refusal {
  return { httpStatus: status, code, message: redactBriefly(message), isJson: true, retryAfterMs: null };
}

export function buildRefusal({ status, headers, body }: WholeAnswer, now: number): Refusal {
  const retryAfterMs = parseRetryAfter(headers, now);
  return { httpStatus: status, retryAfterMs, ...parseErrorBody(body.toString('utf8'), status) };
}

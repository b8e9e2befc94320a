import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../core/support/text/redact.ts';
import type { Refusal } from '../core/task/gatewayPort.ts';
import type { ApiResponse } from './http.ts';
import { parseErrorBody } from './wire/readError.ts';

export type WholeResponse = Extract<ApiResponse, { kind: 'response' }>;

export function isSuccess({ status }: WholeResponse): boolean {
  return status >= 200 && status < 300;
}

/** Builds a refusal from a response with a success status. */
export function buildJsonRefusal(
  { status }: WholeResponse,
  { code, message }: { readonly code: string | null; readonly message: string },
): Refusal {
  return { httpStatus: status, code, message: redactBriefly(message), isJson: true, retryAfterMs: null };
}

export function buildRefusal({ status, headers, body }: WholeResponse, now: number): Refusal {
  const retryAfterMs = parseRetryAfter(headers, now);
  return { httpStatus: status, retryAfterMs, ...parseErrorBody(body.toString('utf8'), status) };
}

/**
 * Returns the milliseconds from `Retry-After`, in seconds or as a date (RFC 9110 10.2.3). Null if it is neither. A date
 * is compared with the `Date` of the same response, because the clock of this machine may be wrong. `now` is the time
 * of this machine, used if the response has no date.
 */
export function parseRetryAfter(
  headers: Pick<IncomingHttpHeaders, 'retry-after' | 'date'>,
  now: number,
): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  const at = parseDate(text);
  return at === null ? null : Math.max(0, at - (parseDate(headers.date ?? '') ?? now));
}

/** Returns Unix ms. `Date.parse` accepts almost any number as a date, so the name of a day must come first. */
function parseDate(text: string): number | null {
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

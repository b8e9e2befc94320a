// Parses what a gateway says when it refuses: codes and messages in any of its formats, and when to try again.

import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../../core/support/text/redact.ts';
import type { Refusal } from '../../core/task/gatewayPort.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import { codeOfRefusal, meantStatus, type ToldRefusal } from '../../core/task/model/codeOfRefusal.ts';
import type { WholeResponse } from '../http.ts';
import {
  memberAt,
  parseAmount,
  parseCode,
  parseJsonOrUndefined,
  parseObject,
  textAt,
  type WireObject,
} from './wireObject.ts';

export function buildRefusal({ status, headers, body }: WholeResponse, now: number): Refusal {
  const retryAfterMs = parseRetryAfter(headers, now);
  const { isJson, ...said } = parseErrorBody(body.toString('utf8'), status);
  return { httpStatus: isJson ? meantStatus(status, said.message) : status, ...said, retryAfterMs };
}

/**
 * Returns the milliseconds from `Retry-After`, in seconds or as a date (RFC 9110 10.2.3). Null if it is neither. A date
 * is compared with the `Date` of the same response, because the clock of this machine may be wrong. `now` is this
 * machine's time in Unix ms. It is used if the response has no date.
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

/** Returns the error code of a refused call that is not a submit. Such a call is never repeated. */
export function errorCodeOf(refusal: ErrorBody & Pick<Refusal, 'httpStatus'>): TaskError['code'] {
  const code = codeOfRefusal(refusal);
  return code === 'request-rejected' && !refusal.isJson ? 'not-a-gateway' : code;
}

export interface ErrorBody extends ToldRefusal {
  readonly isJson: boolean;
  /** The body has the form of a gateway's error. Servers before gateways send JSON too, with a message alone. */
  readonly isOwn: boolean;
}

/** Routers of services repeat the status in words and numbers, and know no more. */
const statusWords =
  /^(?:not found|method not allowed|request time-?out|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\.?$/i;

/** Parses an error in any of the formats observed, a proxy's page, or nothing at all. */
export function parseErrorBody(text: string, httpStatus: number): ErrorBody {
  const root = parseObject(parseJsonOrUndefined(text));
  const page = { code: null, amountUsd: null, isJson: false, isOwn: false };
  if (!root) return { ...page, message: describeText(text) || `HTTP ${httpStatus}` };
  const code = parseCode(root['code']) ?? parseInnerCode(root);
  const isFramework = ['timestamp', 'status', 'path'].every((name) => name in root);
  const isError = code !== null || root['success'] === false || parseErrorText({ error: root['error'] }) !== null;
  const said = parseErrorText(root);
  const isStatusAlone = statusWords.test(said ?? '') && /^\d*$/.test(code ?? '');
  const isOwn = isError && !isFramework && !isStatusAlone;
  const message = redactBriefly(said ?? `HTTP ${httpStatus}`);
  return { code, message, amountUsd: parseAmount(root), isJson: true, isOwn };
}

export function parseErrorText(root: WireObject): string | null {
  const paths = ['error', 'error.message', 'error.type', 'message', 'msg', 'description', 'base_resp.status_msg'];
  return textAt(root, ...paths, 'html-message', ...detailPaths);
}

/** Where frameworks of services put an error. */
export const detailPaths = ['detail', 'detail.0.msg'];

/** Returns the code of the object `error` or `base_resp`. */
export function parseInnerCode(root: WireObject): string | null {
  const code = parseCode(memberAt(root, 'error.code')) ?? textAt(root, 'error.type');
  return code ?? parseCode(memberAt(root, 'base_resp.status_code'));
}

/** UTF-16 units of a page that are searched. Its title is within them. */
const consideredLength = 20_000;

/** Describes a response that is not JSON, such as a page: on one line of `maxLength`, without markup and secrets. */
export function describeText(text: string, maxLength = 200): string {
  const page = text.slice(0, consideredLength);
  const title = /<title[^<>]*>([^<]+)<\/title>/i.exec(page)?.[1];
  const bare = title ?? page.replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>/gi, ' ');
  return redactBriefly(bare, maxLength);
}

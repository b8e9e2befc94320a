import { redactBriefly } from '../../support/text/redact.ts';
import type { CallOutcome, Refusal } from '../gatewayPort.ts';
import type { TaskErrorCode } from './task.ts';

type RefusalFacts = Pick<Refusal, 'httpStatus' | 'code' | 'message'>;

export type ToldRefusal = Pick<Refusal, 'code' | 'message' | 'amountUsd'>;

/** Builds a refusal from a response with a success status. The code of the body may say which status is meant. */
export function buildToldRefusal({ code, message, amountUsd }: ToldRefusal, status = 200): Refusal {
  const isStatus = /^(?:401|402|429|5\d\d)$/.test(code ?? '');
  const httpStatus = isStatus ? Number(code) : (statusWords.get(code ?? '') ?? status);
  const meant = meantStatus(httpStatus, message);
  return { httpStatus: meant, code, message: redactBriefly(message), isOwn: true, retryAfterMs: null, amountUsd };
}

/** A gateway whose connection to the server behind it broke does not know whether that has done the work. */
export function meantStatus(status: number, message: string): number {
  return status >= 500 && noAnswer.test(message) ? 408 : status;
}

const noAnswer =
  /\b(?:other side closed|socket hang up|ECONNRESET|EPIPE|EOF|(?:connection|server|stream) (?:was )?(?:reset|closed|aborted|disconnected))\b/i;

/** The statuses of errors that are named in a stream, after the status of a success. */
const statusWords: ReadonlyMap<string, number> = new Map([
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['overloaded_error', 529],
]);

/** What a refusal means, whatever was called: the first row that fits. */
const rows: readonly (readonly [fits: (refusal: RefusalFacts) => boolean, code: TaskErrorCode])[] = [
  // Some gateways report an empty account with another status, even with 401.
  [isQuotaExhausted, 'quota-exhausted'],
  [({ httpStatus }) => httpStatus === 401, 'key-refused'],
  [({ httpStatus }) => httpStatus === 429, 'rate-limited'],
  [({ httpStatus }) => httpStatus >= 500, 'gateway-error'],
  // A server that redirects is not the gateway.
  [({ httpStatus }) => httpStatus >= 300 && httpStatus < 400, 'not-a-gateway'],
];

export function codeOfRefusal(refusal: RefusalFacts): TaskErrorCode {
  return rows.find(([fits]) => fits(refusal))?.[1] ?? 'request-rejected';
}

/** Whether the account is empty: the status, the code or the words of the message say so. */
function isQuotaExhausted({ httpStatus, code, message }: RefusalFacts): boolean {
  return httpStatus === 402 || quotaCodes.includes(code ?? '') || (httpStatus < 500 && quotaWords.test(message));
}

/** Matches a message about what an account runs out of. A quota per minute is a rate limit, so `quota` alone is not enough. */
export const quotaWords =
  /\b(insufficient|not enough|exhausted|exceeded your current)[\s_]+(user[\s_]+|account[\s_]+)?(quota|balance|credits?|funds)\b|\b(quota|balance|credits?)[\s_]+(is|are|has been|have been)?\s*(exhausted|insufficient|used up|not enough|too low)\b|\b(overdue|arrears|arrearage)\b|(额度|余额|配额)不足|欠费/i;

const quotaCodes: readonly string[] = [
  'quota_exhausted',
  'insufficient_user_quota',
  'insufficient_quota',
  'insufficient_balance',
  'billing_hard_limit_reached',
  'Arrearage',
];

/** Whether the profile has to wait: there were too many calls, or the server says when it is back. */
export function asksToWait({ httpStatus, retryAfterMs }: Pick<Refusal, 'httpStatus' | 'retryAfterMs'>): boolean {
  return httpStatus === 429 || (httpStatus === 503 && retryAfterMs !== null);
}

/** Whether the gateway says that it does not know a task. A server before it may have a page with 404 for any path. */
export function isUnknownTask(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'refused') return false;
  const { httpStatus, code, isOwn } = outcome.refusal;
  return httpStatus === 404 ? isOwn : httpStatus <= 400 && /^(?:task_not_exist|not_implemented)$/.test(code ?? '');
}

import type { Refusal } from '../gatewayPort.ts';

/** Whether the account is empty. Some gateways report that as 429, so the words of the message decide. */
export function isQuotaExhausted({
  httpStatus,
  code,
  message,
}: Pick<Refusal, 'httpStatus' | 'code' | 'message'>): boolean {
  if (httpStatus === 402 || isQuotaCode(code)) return true;
  return (httpStatus === 429 || httpStatus === 403) && quotaWords.test(message);
}

/** Matches what an account runs out of. A quota per minute is a rate limit, so `quota` alone is not enough. */
const quotaWords =
  /\b(insufficient|not enough|exhausted|exceeded your current)[\s_]+(user[\s_]+|account[\s_]+)?(quota|balance|credits?|funds)\b|\b(quota|balance|credits?)[\s_]+(is|are|has been|have been)?\s*(exhausted|insufficient|used up|not enough)\b/i;

export function isQuotaCode(code: string | null): boolean {
  return code !== null && quotaCodes.includes(code);
}

const quotaCodes: readonly string[] = [
  'quota_exhausted',
  'insufficient_user_quota',
  'insufficient_quota',
  'insufficient_balance',
  'billing_hard_limit_reached',
];

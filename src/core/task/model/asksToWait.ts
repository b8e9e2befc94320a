import type { Refusal } from '../gatewayPort.ts';

/** Whether the profile has to wait: there were too many calls, or the server says when it is back. */
export function asksToWait({ httpStatus, retryAfterMs }: Pick<Refusal, 'httpStatus' | 'retryAfterMs'>): boolean {
  return httpStatus === 429 || (httpStatus === 503 && retryAfterMs !== null);
}

import { isQuotaExhausted } from '../core/task/submit/submitPolicy.ts';
import type { Refusal } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/model/task.ts';

/** Returns the error code of a refused call that is not a submit. Such a call is never repeated. */
export function errorCodeOf(refusal: Pick<Refusal, 'httpStatus' | 'code' | 'message' | 'isJson'>): TaskError['code'] {
  const { httpStatus, isJson } = refusal;
  if (httpStatus === 401) return 'key-refused';
  if (isQuotaExhausted(refusal)) return 'quota-exhausted';
  if (httpStatus === 429) return 'rate-limited';
  if (httpStatus >= 500) return 'gateway-error';
  const isRedirect = httpStatus >= 300 && httpStatus < 400;
  return isJson && !isRedirect ? 'request-rejected' : 'not-a-gateway';
}

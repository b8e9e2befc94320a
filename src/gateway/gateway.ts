import { assertNever } from '../core/support/assertNever.ts';
import type { Clock } from '../core/support/clock.ts';
import { redactBriefly } from '../core/support/redact.ts';
import type {
  GatewayPort,
  GatewayTarget,
  QueryCall,
  QueryOutcome,
  Refusal,
  SubmitCall,
  SubmitOutcome,
} from '../core/task/gatewayPort.ts';
import type { ApiAnswer, ApiCall, CallApi } from './http.ts';
import { buildQueryPaths } from './queryPaths.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { normalizeTaskAnswer } from './wire/normalizeTaskAnswer.ts';
import { describeText, parseErrorBody, parseJsonOrUndefined } from './wire/readError.ts';

export interface GatewayOptions {
  readonly callApi: CallApi;
  readonly clock: Pick<Clock, 'now'>;
}

/** Time-outs by phase, in ms. A synchronous model sends its headers when the result is there. */
const submitTimeouts = { headersTimeoutMs: 120_000, idleTimeoutMs: 120_000 };
const synchronousTimeouts = { headersTimeoutMs: 10 * 60_000, idleTimeoutMs: 120_000 };
const queryTimeouts = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000 };

/** Answers may carry several images as base64. */
const maxAnswerBytes = 256 * 1024 * 1024;

/** Submits and queries tasks, and puts every answer into the few outcomes that the task engine knows. */
export function createGateway({ callApi, clock }: GatewayOptions): GatewayPort {
  return {
    async submit(target, { endpoint, body, isSynchronous }: SubmitCall, signal) {
      const timeouts = isSynchronous ? synchronousTimeouts : submitTimeouts;
      const call: ApiCall = { method: 'POST', path: endpoint, body, maxAnswerBytes, ...timeouts };
      return mapSubmit(await callApi(target, call, signal), { isSynchronous, now: clock.now() });
    },
    async query(target: GatewayTarget, call: QueryCall, signal) {
      let outcome: QueryOutcome = { kind: 'nothing-new' };
      for (const path of buildQueryPaths(call)) {
        const answer = await callApi(target, { method: 'GET', path, maxAnswerBytes, ...queryTimeouts }, signal);
        outcome = mapQuery(answer, clock.now());
        if (outcome.kind !== 'unknown-task') return outcome;
      }
      return outcome;
    },
  };
}

type WholeAnswer = Extract<ApiAnswer, { kind: 'answer' }>;

function mapSubmit(
  answer: ApiAnswer,
  { isSynchronous, now }: { readonly isSynchronous: boolean; readonly now: number },
): SubmitOutcome {
  if (answer.kind !== 'answer') return answer;
  if (!isSuccess(answer)) return { kind: 'refused', refusal: buildRefusal(answer, now) };
  const mediaType = mediaTypeOf(answer);
  if (/^(audio|image|video)\/|^application\/octet-stream$/.test(mediaType) && answer.body.length > 0) {
    const source = { kind: 'bytes', bytes: answer.body, mediaType } as const;
    return { kind: 'delivered', amountUsd: null, deliveries: [{ source, title: null, lyrics: null }] };
  }
  const text = answer.body.toString('utf8');
  const normalized = normalizeTaskAnswer(parseJsonOrUndefined(text));
  if (normalized.kind === 'error') {
    const refusal = buildJsonRefusal(answer, normalized);
    return { kind: 'refused', refusal };
  }
  if (normalized.kind === 'no-news') return { kind: 'unusable', message: describeText(text) ?? 'an empty answer' };
  const { taskId, view } = normalized;
  // Where the answer is the result, an id beside it is that of the answer.
  const isResult = isSynchronous && view.deliveries.length > 0;
  if (taskId !== null && !isResult) return { kind: 'accepted', taskId, statusWord: view.statusWord };
  if (view.phase === 'failed') {
    const refusal = buildJsonRefusal(answer, { code: null, message: view.failure });
    return { kind: 'refused', refusal };
  }
  if (view.deliveries.length === 0) return { kind: 'unusable', message: describeText(text) ?? '' };
  return { kind: 'delivered', amountUsd: view.amountUsd, deliveries: view.deliveries };
}

function mapQuery(answer: ApiAnswer, now: number): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreachable', message: answer.message };
  if (!isSuccess(answer)) {
    const refusal = buildRefusal(answer, now);
    return isUnknownTask(refusal) ? { kind: 'unknown-task', refusal } : { kind: 'refused', refusal };
  }
  const text = answer.body.toString('utf8');
  const body = parseJsonOrUndefined(text);
  if (body === undefined) return { kind: 'no-news', message: describeText(text) ?? 'an empty answer' };
  const normalized = normalizeTaskAnswer(body);
  switch (normalized.kind) {
    case 'task':
      return { kind: 'task', view: normalized.view };
    case 'no-news':
      return { kind: 'nothing-new' };
    case 'error': {
      const refusal = buildJsonRefusal(answer, normalized);
      return isUnknownTask(refusal) ? { kind: 'unknown-task', refusal } : { kind: 'no-news', message: refusal.message };
    }
    default:
      return assertNever(normalized);
  }
}

function isUnknownTask({ httpStatus, code }: Refusal): boolean {
  if (httpStatus === 404) return true;
  return httpStatus <= 400 && (code === 'task_not_exist' || code === 'not_implemented');
}

function isSuccess({ status }: WholeAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A refusal that came with the status of a success. */
function buildJsonRefusal(
  { status }: WholeAnswer,
  { code, message }: { readonly code: string | null; readonly message: string },
): Refusal {
  return { httpStatus: status, code, message: redactBriefly(message), isJson: true, retryAfterMs: null };
}

function buildRefusal({ status, headers, body }: WholeAnswer, now: number): Refusal {
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  return { httpStatus: status, retryAfterMs, ...parseErrorBody(body.toString('utf8'), status) };
}

function mediaTypeOf({ headers }: WholeAnswer): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

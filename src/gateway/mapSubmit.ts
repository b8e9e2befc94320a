import { isUtf8 } from 'node:buffer';
import type { SubmitOutcome } from '../core/task/gatewayPort.ts';
import type { ApiAnswer } from './http.ts';
import { buildJsonRefusal, buildRefusal, isSuccess, type WholeAnswer } from './refusal.ts';
import { normalizeTaskAnswer } from './wire/normalizeTaskAnswer.ts';
import { parseAnswer } from './wire/parseAnswer.ts';
import { describeKept, describeText } from './wire/readError.ts';

/** Returns the outcome of a response to a POST, for any endpoint whose response is not a text. */
export function mapSubmit(
  answer: ApiAnswer,
  { isSynchronous, now }: { readonly isSynchronous: boolean; readonly now: number },
): SubmitOutcome {
  if (answer.kind !== 'answer') return answer;
  if (!isSuccess(answer)) return { kind: 'refused', refusal: buildRefusal(answer, now) };
  const text = answer.body.toString('utf8');
  const body = parseAnswer(text);
  if (body === undefined && isFile(answer)) {
    const source = { kind: 'bytes', bytes: answer.body, mediaType: mediaTypeOf(answer) || null } as const;
    return { kind: 'delivered', amountUsd: null, deliveries: [{ source, title: null, lyrics: null }], text: null };
  }
  const normalized = normalizeTaskAnswer(body);
  if (normalized.kind === 'error') {
    const refusal = buildJsonRefusal(answer, normalized);
    return { kind: 'refused', refusal };
  }
  if (normalized.kind === 'no-news') return buildUnusable(text);
  const { taskId, view } = normalized;
  // If the response is the result, an id beside it is the id of the response.
  const isResult = isSynchronous && view.deliveries.length > 0;
  if (taskId !== null && !isResult) return { kind: 'accepted', taskId, statusWord: view.statusWord };
  if (view.phase === 'failed') {
    const refusal = buildJsonRefusal(answer, { code: null, message: view.failure });
    return { kind: 'refused', refusal };
  }
  if (view.deliveries.length === 0) return buildUnusable(text);
  return { kind: 'delivered', amountUsd: view.amountUsd, deliveries: view.deliveries, text: null };
}

/**
 * Whether a response that is not JSON is the result itself. Its type may be missing or wrong, but bytes that no text
 * contains mean media.
 */
function isFile(answer: WholeAnswer): boolean {
  const mediaType = mediaTypeOf(answer);
  if (answer.body.length === 0) return false;
  if (/^(audio|image|video)\/|^application\/octet-stream$/.test(mediaType)) return true;
  return !mediaType.startsWith('text/') && !isUtf8(answer.body);
}

/** The response may be paid for, so its text is kept. */
function buildUnusable(body: string): SubmitOutcome {
  const message = describeText(body) ?? 'an empty answer';
  return { kind: 'unusable', message, text: describeKept(body) };
}

function mediaTypeOf({ headers }: WholeAnswer): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

import { assertNever } from '../core/support/assertNever.ts';
import type { QueryOutcome, Refusal, TaskView } from '../core/task/gatewayPort.ts';
import type { ApiAnswer } from './http.ts';
import { buildJsonRefusal, buildRefusal, isSuccess } from './refusal.ts';
import { normalizeTaskAnswer } from './wire/normalizeTaskAnswer.ts';
import { parseAnswer } from './wire/parseAnswer.ts';
import { describeKept, describeText } from './wire/readError.ts';

/** Returns the outcome of a response to a task query. */
export function mapQuery(answer: ApiAnswer, now: number): QueryOutcome {
  if (answer.kind !== 'answer') {
    return { kind: 'unreachable', message: answer.message, wasSent: answer.kind === 'no-answer' };
  }
  if (!isSuccess(answer)) {
    const refusal = buildRefusal(answer, now);
    return isUnknownTask(refusal) ? { kind: 'unknown-task', refusal } : { kind: 'refused', refusal };
  }
  const text = answer.body.toString('utf8');
  const body = parseAnswer(text);
  if (body === undefined) return { kind: 'no-news', message: describeText(text) ?? 'an empty answer' };
  const normalized = normalizeTaskAnswer(body);
  switch (normalized.kind) {
    case 'task':
      return { kind: 'task', view: normalized.view, ...keepEmptySuccess(normalized.view, text) };
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

/** A success without results may be paid for, so its text is kept. */
function keepEmptySuccess({ phase, deliveries }: TaskView, text: string): { readonly text?: string } {
  return phase === 'succeeded' && deliveries.length === 0 ? { text: describeKept(text) } : {};
}

function isUnknownTask({ httpStatus, code }: Refusal): boolean {
  if (httpStatus === 404) return true;
  return httpStatus <= 400 && (code === 'task_not_exist' || code === 'not_implemented');
}

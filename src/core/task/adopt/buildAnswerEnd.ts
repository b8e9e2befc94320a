import type { SpooledAnswer } from '../ports.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** The end of a task whose answer was the result. */
export function buildAnswerEnd({ results, amountUsd, text }: SpooledAnswer): TaskChange {
  return { kind: 'ended', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

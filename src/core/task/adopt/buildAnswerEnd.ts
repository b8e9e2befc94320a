import type { SpooledAnswer } from '../ports.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** Returns the end of a task whose response was the result. */
export function buildAnswerEnd({ results, amountUsd, text }: SpooledAnswer): TaskChange {
  return { kind: 'ended', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

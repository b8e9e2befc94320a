import type { SpooledResponse } from '../ports.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** Returns the end of a task whose response was the result. */
export function buildResponseEnd({ results, amountUsd, text }: SpooledResponse): TaskChange {
  return { kind: 'ended', statusWord: null, amountUsd, results, ...(text ? { text } : {}) };
}

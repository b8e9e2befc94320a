import { ageEnd } from './resultsEnd.ts';
import type { Task } from '../model/task.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const minLeadMs = 10 * minuteMs;
const maxLeadMs = 24 * hourMs;

/**
 * When a result that is paid for, and that nobody is fetching, cannot be fetched any more, in Unix ms; null where there
 * is none. Of a task that nobody watches it is the earliest time: it may have finished as soon as it was sent.
 */
export function vanishesAt({ state, isSandbox, taskId, submittedAt, request, resultsUntil }: Task): number | null {
  if (isSandbox) return null;
  if (state === 'unsaved') return resultsUntil ?? null;
  if (state !== 'stopped' || taskId === null || submittedAt === null) return null;
  return ageEnd({ modality: request.modality, finishedAt: submittedAt });
}

/** Whether it is time to say so: with a quarter of its life left, between ten minutes and a day before its end. */
export function isVanishing(task: Task, now: number): boolean {
  const endsAt = vanishesAt(task);
  if (endsAt === null || endsAt <= now) return false;
  const lifeMs = endsAt - (task.submittedAt ?? task.createdAt);
  return endsAt - now <= Math.min(maxLeadMs, Math.max(minLeadMs, lifeMs / 4));
}

import { findAgeLimit } from './resultsExpiry.ts';
import type { Task } from '../model/task.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const minLeadMs = 10 * minuteMs;
const maxLeadMs = 24 * hourMs;

/**
 * Returns when a paid result that is not being fetched expires, in Unix ms. Null if there is none. For a task that is
 * not watched, this is the earliest possible time, because it may have finished as soon as it was sent.
 */
export function findExpiry({ state, isSandbox, taskId, submittedAt, request, resultsExpireAt }: Task): number | null {
  if (isSandbox) return null;
  if (state === 'unsaved') return resultsExpireAt ?? null;
  if (state !== 'stopped' || taskId === null || submittedAt === null) return null;
  return findAgeLimit({ modality: request.modality, finishedAt: submittedAt });
}

/**
 * Whether it is time to warn the user: when a quarter of the result's lifetime is left, but between ten minutes and a
 * day before it expires.
 */
export function isExpiring(task: Task, now: number): boolean {
  const expiresAt = findExpiry(task);
  if (expiresAt === null || expiresAt <= now) return false;
  const lifeMs = expiresAt - (task.submittedAt ?? task.createdAt);
  return expiresAt - now <= Math.min(maxLeadMs, Math.max(minLeadMs, lifeMs / 4));
}

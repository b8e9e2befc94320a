import type { TaskRecord } from '../store/taskRecord.ts';

export type Phase = 'waiting' | 'processing' | 'succeeded' | 'failed';

/** Where a task stands at a time (Unix ms). */
export function phaseOf(task: TaskRecord, nowMs: number): Phase {
  if (nowMs < task.startsAtMs) return 'waiting';
  if (nowMs < task.endsAtMs) return 'processing';
  return task.failure === null ? 'succeeded' : 'failed';
}

/** Whole percents of its duration that have passed: 100 when it has ended, either way. */
export function progressOf({ createdAtMs, endsAtMs }: TaskRecord, nowMs: number): number {
  if (nowMs >= endsAtMs) return 100;
  return Math.floor((100 * (nowMs - createdAtMs)) / (endsAtMs - createdAtMs));
}

export function toUnixSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

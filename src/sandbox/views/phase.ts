import type { TaskRecord } from '../store/taskRecord.ts';

export type Phase = 'waiting' | 'processing' | 'succeeded' | 'failed';

/** The phase of a task at a time (Unix ms). */
export function phaseOf(task: TaskRecord, nowMs: number): Phase {
  if (nowMs < task.startsAtMs) return 'waiting';
  if (nowMs < task.endsAtMs) return 'processing';
  return task.failure === null ? 'succeeded' : 'failed';
}

/** Percentage of its duration that has passed, as a whole number: 100 after its end, with or without success. */
export function progressOf({ createdAtMs, endsAtMs }: TaskRecord, nowMs: number): number {
  if (nowMs >= endsAtMs) return 100;
  return Math.floor((100 * (nowMs - createdAtMs)) / (endsAtMs - createdAtMs));
}

export function toUnixSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

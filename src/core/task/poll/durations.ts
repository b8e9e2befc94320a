import type { TaskEntry } from '../model/taskEntry.ts';
import { medianOf } from './pollSchedule.ts';

/** Number of samples per model. Older ones would not say how fast the gateway is today. */
const maxSamples = 50;

export type Durations = ReturnType<typeof createDurations>;

/** Learns how long tasks take from submit to end, by profile, endpoint and model. */
export function createDurations() {
  const samples = new Map<string, number[]>();
  return {
    /** Does nothing for a task that was not watched to its end, because its end time is unknown. */
    learn(entry: TaskEntry): void {
      if (entry.tookMs === null) return;
      const known = samples.get(keyOf(entry)) ?? [];
      samples.set(keyOf(entry), [...known, entry.tookMs].slice(-maxSamples));
    },
    /** Undefined as long as no such task was watched to its end. In ms. */
    usualMs: (entry: TaskEntry): number | undefined => medianOf(samples.get(keyOf(entry)) ?? []),
    of: (entry: TaskEntry): readonly number[] => samples.get(keyOf(entry)) ?? [],
  };
}

function keyOf({ task }: TaskEntry): string {
  return JSON.stringify([task.profile, task.request.endpoint, task.request.model]);
}

import type { TaskEntry } from './taskEntry.ts';

/** More would say nothing about how fast the gateway is today. */
const maxSamples = 50;

/** How long tasks took, from submit to end as it was seen, by what was asked of whom. */
export interface Durations {
  learn(entry: TaskEntry): void;
  of(entry: TaskEntry): readonly number[];
}

export function createDurations(): Durations {
  const samples = new Map<string, number[]>();
  return {
    learn(entry) {
      const { submittedAt } = entry.task;
      if (submittedAt === null || entry.finishedAt === null) return;
      const known = samples.get(keyOf(entry)) ?? [];
      samples.set(keyOf(entry), [...known, entry.finishedAt - submittedAt].slice(-maxSamples));
    },
    of: (entry) => samples.get(keyOf(entry)) ?? [],
  };
}

function keyOf({ task }: TaskEntry): string {
  return JSON.stringify([task.profile, task.request.endpoint, task.request.model]);
}

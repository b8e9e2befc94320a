import type { TaskEntry } from '../model/taskEntry.ts';

/** Number of samples per model. Older ones would not say how fast the gateway is today. */
const maxSamples = 50;

/** How long tasks took from submit to end, by profile, endpoint and model. */
export interface Durations {
  /** Reads once what other processes have learned. Never rejects. */
  recall(): Promise<void>;
  /** Does nothing for a task that was not watched to its end, because its end time is unknown. */
  learn(entry: TaskEntry): void;
  of(entry: TaskEntry): readonly number[];
}

export function createDurations(readOthers: () => Promise<readonly TaskEntry[]>): Durations {
  const samples = new Map<string, number[]>();
  const learned = new Set<string>();
  const learn = (entry: TaskEntry): void => {
    const { id } = entry.task;
    if (entry.tookMs === null || learned.has(id)) return;
    learned.add(id);
    const known = samples.get(keyOf(entry)) ?? [];
    samples.set(keyOf(entry), [...known, entry.tookMs].slice(-maxSamples));
  };
  const learnFromOthers = async (): Promise<void> => {
    const entries = await readOthers().catch(() => []);
    for (const entry of entries) learn(entry);
  };
  let recalled: Promise<void> | null = null;
  return {
    recall: () => (recalled ??= learnFromOthers()),
    learn,
    of: (entry) => samples.get(keyOf(entry)) ?? [],
  };
}

function keyOf({ task }: TaskEntry): string {
  return JSON.stringify([task.profile, task.request.endpoint, task.request.model]);
}

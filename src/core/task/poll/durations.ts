import type { TaskEntry } from '../model/taskEntry.ts';

/** More would say nothing about how fast the gateway is today. */
const maxSamples = 50;

/** How long tasks took, from submit to end, by what was asked of whom. */
export interface Durations {
  /** Reads what other processes have learned, once; never rejects. */
  recall(): Promise<void>;
  /** Does nothing for a task that nobody watched to its end: when it was found done says little. */
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

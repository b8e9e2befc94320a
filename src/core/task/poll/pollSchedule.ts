import { mulberry32 } from '../../support/random.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

/** The interface specification asks for a poll every 3 to 10 seconds. */
const shortMs = 3_000;
const longMs = 9_700;
/** At most this share is added to an interval, so that tasks submitted together are not polled together. */
const jitter = 0.03;

/** Facts that are known when the next poll is planned. */
export interface PollFacts {
  /** How long earlier tasks of this model took, from submit to end, in ms. */
  readonly pastDurationsMs: readonly number[];
  /** From 0 to 1. Null if the gateway does not say. */
  readonly progress: number | null;
  /** Number of polls so far. The plan depends on the time only: a late poll does not change when the task ends. */
  readonly polls: number;
}

export interface PollSchedule {
  /** Returns how long to wait before the next poll of a task that was submitted `elapsedMs` ago: 3,000 to 10,000 ms. */
  next(elapsedMs: number, facts: PollFacts): number;
}

/**
 * Plans the polls of one task by the expected end, else by the usual duration. Delay × polls is lowest if polls are
 * frequent only where the end is likely. Equal seeds give equal plans.
 */
export function createPollSchedule(seed: number): PollSchedule {
  const random = mulberry32(seed);
  return {
    next(elapsedMs, { pastDurationsMs, progress }) {
      const intervalMs =
        progress !== null && progress > 0.02 && progress < 1
          ? stepTowards((elapsedMs * (1 - progress)) / progress)
          : intervalAt(elapsedMs, medianOf(pastDurationsMs));
      return Math.round(Math.min(longMs, Math.max(shortMs, intervalMs)) * (1 + jitter * random()));
    },
  };
}

/** Long until half the usual duration, short until twice that, then growing. If it is unknown, short for 5 minutes. */
function intervalAt(elapsedMs: number, usualMs: number | undefined): number {
  const [fromMs, untilMs] = usualMs === undefined ? [0, 300_000] : [usualMs / 2, usualMs * 2];
  return elapsedMs < fromMs ? stepTowards(fromMs - elapsedMs) : shortMs * Math.max(1, elapsedMs / untilMs);
}

/** Divides the distance into equal steps, none of them longer than the longest interval. */
function stepTowards(distanceMs: number): number {
  return distanceMs / Math.max(1, Math.ceil(distanceMs / longMs));
}

function medianOf(durationsMs: readonly number[]): number | undefined {
  const sorted = durationsMs.filter((each) => each >= 1 && each < Infinity).toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

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

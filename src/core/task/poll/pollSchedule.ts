import { mulberry32 } from '../../support/random.ts';

/** The interface specification asks for a poll every 3 to 10 seconds. */
const shortMs = 3_000;
const longMs = 9_700;
/** At most this share is added to an interval, so that tasks submitted together are not polled together. */
const jitter = 0.03;

export interface PollFacts {
  /** How long earlier tasks of this model took, from submit to end, in ms. */
  readonly pastDurationsMs: readonly number[];
  /** From 0 to 1. Null if the gateway does not say. */
  readonly progress: number | null;
}

/**
 * Plans the polls of one task by the expected end, else by the usual duration. Delay × polls is lowest if polls are
 * frequent only where the end is likely. Equal seeds give equal plans.
 */
export function createPollSchedule(seed: number) {
  const random = mulberry32(seed);
  return {
    /** Returns the wait before the next poll of a task that was submitted `elapsedMs` ago: 3,000 to 10,000 ms. */
    next(elapsedMs: number, { pastDurationsMs, progress }: PollFacts): number {
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

export function medianOf(durationsMs: readonly number[]): number | undefined {
  const sorted = durationsMs.filter((each) => each >= 1 && each < Infinity).toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

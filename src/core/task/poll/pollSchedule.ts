import { expectEnd, type Expectation } from './expectEnd.ts';

/** The interface specification asks for a poll every 3 to 10 seconds. */
const minIntervalMs = 3_000;
const maxIntervalMs = 10_000;

/**
 * Without earlier durations of the model, a constant interval is best, whatever the duration turns out to be. After
 * this time, the interval grows.
 */
const evenUntilMs = 300_000;

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
 * Plans the polls of one task: frequent where its end is likely, rare elsewhere. `seed` varies the intervals a little,
 * so that tasks that were submitted together are not polled together. Equal seeds give equal plans.
 */
export function createPollSchedule(seed: number): PollSchedule {
  const random = createRandom(seed);
  let known: { readonly past: readonly number[]; readonly expectation: Expectation | null } | null = null;
  const expectationOf = (past: readonly number[]): Expectation | null => {
    if (known?.past !== past) known = { past, expectation: expectEnd(past) };
    return known.expectation;
  };
  return {
    next(elapsedMs, { pastDurationsMs, progress }) {
      const intervalMs = clamp(
        progress !== null && progress > 0.02 && progress < 1 && elapsedMs > 0
          ? stepTowards((elapsedMs * (1 - progress)) / progress)
          : intervalOf(elapsedMs, expectationOf(pastDurationsMs)),
      );
      return Math.round(clamp(intervalMs * (1 + 0.03 * random())));
    },
  };
}

/**
 * Returns the interval at a time. The cost of waiting is the delay multiplied by the number of polls. It is lowest if
 * the interval is proportional to the inverse square root of the hazard. The shortest interval is where the end is most
 * likely.
 */
function intervalOf(elapsedMs: number, expectation: Expectation | null): number {
  if (!expectation) return minIntervalMs + Math.max(0, elapsedMs - evenUntilMs) / 100;
  const { hazard, peak } = expectation;
  const at = (ms: number): number => clamp(minIntervalMs * Math.sqrt(peak / hazard(Math.max(1, ms))));
  const intervalMs = at(elapsedMs);
  // A long interval must not end far inside the time of short ones.
  const nextMs = at(elapsedMs + intervalMs);
  return nextMs < intervalMs ? (intervalMs + nextMs) / 2 : intervalMs;
}

/**
 * Divides the distance into equal steps of at most the longest interval, so that the last one ends where the end is
 * expected.
 */
function stepTowards(distanceMs: number): number {
  return distanceMs / Math.max(1, Math.ceil(distanceMs / maxIntervalMs));
}

function clamp(intervalMs: number): number {
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, intervalMs));
}

/** Creates a Mulberry32 generator, which is small, fast and good enough to spread polls. 0 ≤ value < 1. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

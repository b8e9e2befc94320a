import { expectEnd, type Expectation } from './expectEnd.ts';

/** The interface specification asks for a poll every 3 to 10 seconds. */
const minIntervalMs = 3_000;
const maxIntervalMs = 10_000;

/**
 * Nobody knows anything of the model: an even interval is best then, whatever the duration turns out to be. Only a task
 * that takes very long is left alone more and more.
 */
const evenUntilMs = 300_000;

/** What is known when the next poll is planned. */
export interface PollFacts {
  /** How long earlier tasks of this model took, from submit to end. */
  readonly pastDurationsMs: readonly number[];
  /** 0..1 as the gateway says; null when it does not. */
  readonly progress: number | null;
  /** Polls made so far. A plan hangs on the time alone: a poll that was late changes nothing about the end. */
  readonly polls: number;
}

export interface PollSchedule {
  /** How long to wait before the next poll of a task submitted `elapsedMs` ago: 3,000 to 10,000. */
  next(elapsedMs: number, facts: PollFacts): number;
}

/**
 * Plans the polls of one task: often where its end is likely, seldom where it is not. `seed` varies the intervals a
 * little, so that tasks submitted together do not ask together; equal seeds give equal plans.
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
 * Waiting costs the delay times the polls: that is least where the interval goes with one over the square root of the
 * hazard. The shortest one stands where the end is most likely.
 */
function intervalOf(elapsedMs: number, expectation: Expectation | null): number {
  if (!expectation) return minIntervalMs + Math.max(0, elapsedMs - evenUntilMs) / 100;
  const { hazard, peak } = expectation;
  const at = (ms: number): number => clamp(minIntervalMs * Math.sqrt(peak / hazard(Math.max(1, ms))));
  const intervalMs = at(elapsedMs);
  // A long step must not end far inside the time of short ones.
  const nextMs = at(elapsedMs + intervalMs);
  return nextMs < intervalMs ? (intervalMs + nextMs) / 2 : intervalMs;
}

/** Even steps, none too long, the last of which lands where polling pays. */
function stepTowards(distanceMs: number): number {
  return distanceMs / Math.max(1, Math.ceil(distanceMs / maxIntervalMs));
}

function clamp(intervalMs: number): number {
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, intervalMs));
}

/** Mulberry32: small, fast, good enough to spread polls. 0 ≤ value < 1. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

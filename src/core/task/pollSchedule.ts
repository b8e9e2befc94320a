/** The interface specification asks for a poll every 3 to 10 seconds. */
const minIntervalMs = 3_000;
const maxIntervalMs = 10_000;

/** Without any expectation: this many polls at the shortest interval, since many tasks are short. */
const eagerPolls = 8;

/** A fit needs some spread, or a few equal durations would pretend to certainty. */
const minSigma = 0.1;
const minSamples = 3;

/** Standard deviations from the median to the 5th and the 95th percentile. */
const percentileDeviations = 1.645;

/** What is known when the next poll is planned. */
export interface PollFacts {
  /** How long earlier tasks of this model took, from submit to end. */
  readonly pastDurationsMs: readonly number[];
  /** 0..1 as the gateway says; null when it does not. */
  readonly progress: number | null;
  /** Polls made so far. */
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
  return {
    next(elapsedMs, facts) {
      const intervalMs = clamp(intervalOf(elapsedMs, facts));
      return Math.round(clamp(intervalMs * (1 + 0.03 * random())));
    },
  };
}

function intervalOf(elapsedMs: number, { pastDurationsMs, progress, polls }: PollFacts): number {
  if (progress !== null && progress > 0.02 && progress < 1 && elapsedMs > 0) {
    return stepTowards((elapsedMs * (1 - progress)) / progress);
  }
  const expected = expectEnd(pastDurationsMs);
  if (expected === null) return polls < eagerPolls ? minIntervalMs : elapsedMs / 10;
  if (elapsedMs < expected.earliestMs) return stepTowards(expected.earliestMs - elapsedMs);
  if (elapsedMs <= expected.latestMs) return minIntervalMs;
  // Later than almost all before it: the longer it is overdue, the less a few seconds matter.
  return minIntervalMs + (elapsedMs - expected.latestMs) / 10;
}

/** Even steps, none too long, the last of which lands where polling pays. */
function stepTowards(distanceMs: number): number {
  return distanceMs / Math.max(1, Math.ceil(distanceMs / maxIntervalMs));
}

/** The 5th and the 95th percentile, from a lognormal fit: task durations are skewed, and samples are few. */
function expectEnd(durationsMs: readonly number[]): { readonly earliestMs: number; readonly latestMs: number } | null {
  const logs = durationsMs.filter((each) => each > 0).map((each) => Math.log(each));
  if (logs.length < minSamples) return null;
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1);
  const reach = percentileDeviations * Math.max(minSigma, Math.sqrt(variance));
  return { earliestMs: Math.exp(mean - reach), latestMs: Math.exp(mean + reach) };
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

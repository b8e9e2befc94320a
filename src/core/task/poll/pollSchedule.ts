import { mulberry32 } from '../../support/random.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

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
  const random = mulberry32(seed);
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

/** Returns how likely a task that is still running after `elapsedMs` is to end now, per ms, up to a constant factor. */
type Hazard = (elapsedMs: number) => number;

/**
 * Some tasks take several times as long as the others. Without this share, the fit would call every late task overdue.
 */
const late = { share: 0.03, shift: 1.3, sigma: 0.6 };

/** A few samples say little about the spread, so this many samples with the usual spread are added. */
const prior = { weight: 2, sigma: 0.45 };

/** A smaller spread would claim more certainty than a few samples allow. */
const minSigma = 0.1;

/** From this number of samples on, quantiles are used, which a few late tasks do not distort. */
const minForQuantiles = 8;

interface Expectation {
  readonly hazard: Hazard;
  /** The highest hazard among the times when most tasks end. */
  readonly peak: number;
}

/** Fits a lognormal distribution, because durations of tasks are skewed. Returns null without samples. */
function expectEnd(durationsMs: readonly number[]): Expectation | null {
  const logs = durationsMs.filter((each) => each >= 1 && each < Infinity).map((each) => Math.log(each));
  if (logs.length === 0) return null;
  const { mean, sigma } = fit(logs);
  const hazard: Hazard = (elapsedMs) => {
    const log = Math.log(elapsedMs);
    const [bulk, tail] = [(log - mean) / sigma, (log - mean - late.shift) / late.sigma];
    const ends = ((1 - late.share) * density(bulk)) / sigma + (late.share * density(tail)) / late.sigma;
    const survives = (1 - late.share) * survival(bulk) + late.share * survival(tail);
    return ends / Math.max(Number.MIN_VALUE, survives) / elapsedMs;
  };
  const deviations = Array.from({ length: 36 }, (_, at) => -1.5 + at / 10);
  return { hazard, peak: Math.max(...deviations.map((each) => hazard(Math.exp(mean + each * sigma)))) };
}

/** Returns mean and spread of the logarithms. */
function fit(logs: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const sorted = logs.toSorted((one, other) => one - other);
  const { mean, sigma } = logs.length < minForQuantiles ? fitMoments(logs) : fitQuantiles(sorted);
  const variance = (logs.length * sigma ** 2 + prior.weight * prior.sigma ** 2) / (logs.length + prior.weight);
  return { mean, sigma: Math.max(minSigma, Math.sqrt(variance)) };
}

function fitMoments(logs: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, sigma: Math.sqrt(squares / Math.max(1, logs.length - 1)) };
}

function fitQuantiles(sorted: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const quantile = (share: number): number => {
    const at = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
    return low + (high - low) * (at - Math.floor(at));
  };
  // The 20th and the 80th percentile of a normal distribution are 1.683 deviations apart.
  return { mean: quantile(0.5), sigma: (quantile(0.8) - quantile(0.2)) / 1.683 };
}

/** Density of the standard normal distribution. */
function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Share of the standard normal distribution above `z`, by Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function survival(z: number): number {
  if (z < 0) return 1 - survival(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const factors = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  return density(z) * factors.reduce((sum, factor) => (sum + factor) * t, 0);
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

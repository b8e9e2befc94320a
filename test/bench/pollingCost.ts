import { mulberry32 } from '../../src/core/support/random.ts';
import { createPollSchedule, type PollFacts } from '../../src/core/task/poll/pollSchedule.ts';
import type { Figure } from './figure.ts';

const tasks = 4_000;
/** Number of durations that the engine remembers of a model. */
const remembered = 50;
const fixedMs = 3_000;

/** How long tasks of a model take. */
interface Model {
  readonly name: string;
  readonly medianMs: number;
  readonly sigma: number;
  /** The share of tasks that take several times as long. */
  readonly tail: number;
}

const models: readonly Model[] = [15, 60, 240].flatMap((seconds) =>
  [0.3, 0.6].flatMap((sigma) =>
    [0, 0.05].map((tail) => {
      const name = `${seconds} s, sigma ${sigma}${tail > 0 ? ', heavy tail' : ''}`;
      return { name, medianMs: seconds * 1_000, sigma, tail };
    }),
  ),
);

/** Returns what the schedule knows besides the time. */
type Knowledge = (durationMs: number, past: readonly number[]) => (elapsedMs: number) => PollFacts;

const learned: Knowledge = (_durationMs, past) => () => ({ pastDurationsMs: past, progress: null });
/** Gateways report progress in steps of five percent. */
const reported: Knowledge = (durationMs, past) => (elapsedMs) => ({
  pastDurationsMs: past,
  progress: Math.min(0.99, Math.floor((elapsedMs / durationMs) * 20) / 20),
});

interface Polls {
  readonly count: number;
  readonly delayMs: number;
  readonly isWithin: boolean;
}

/**
 * Measures how long users wait for what is done already, and how often they ask for it, compared with asking every
 * three seconds. This is pure arithmetic, so it is equal on every machine.
 */
export function measurePolling(): readonly Figure[] {
  const kinds = [
    ['polling, durations learned', learned, '≤ 0.9'],
    ['polling, progress reported', reported, '≤ 0.6'],
  ] as const;
  return kinds.map(([name, knowledge, aim]) => {
    const costs = models.map((model) => ({ model, ...compare(model, knowledge) }));
    const worst = costs.reduce((one, other) => (other.ratio > one.ratio ? other : one));
    const isWithin = costs.every((each) => each.isWithin);
    const value = costs.reduce((sum, { ratio }) => sum + ratio, 0) / costs.length;
    const bounds = isWithin ? 'always 3..10 s apart' : 'NOT always 3..10 s apart';
    return {
      name,
      value,
      unit: '×',
      against: `fixed 3 s; worst ${worst.ratio.toFixed(2)} (${worst.model.name}); ${bounds}`,
      aim,
    };
  });
}

function compare(model: Model, knowledge: Knowledge): { readonly ratio: number; readonly isWithin: boolean } {
  // The same tasks in every run.
  const random = mulberry32(Math.round((model.medianMs + model.sigma * 10 + model.tail) * 1_000));
  const past = Array.from({ length: remembered }, () => draw(model, random));
  const durations = Array.from({ length: tasks }, () => draw(model, random));
  const planned = durations.map((durationMs, seed) => simulate(durationMs, knowledge(durationMs, past), seed));
  const fixed = durations.map((durationMs) => {
    const count = Math.max(1, Math.ceil(durationMs / fixedMs));
    return { count, delayMs: count * fixedMs - durationMs, isWithin: true };
  });
  return { ratio: costOf(planned) / costOf(fixed), isWithin: planned.every((each) => each.isWithin) };
}

function costOf(polls: readonly Polls[]): number {
  const mean = (pick: (each: Polls) => number): number =>
    polls.reduce((sum, each) => sum + pick(each), 0) / polls.length;
  return mean(({ delayMs }) => delayMs) * mean(({ count }) => count);
}

function simulate(durationMs: number, know: ReturnType<Knowledge>, seed: number): Polls {
  const schedule = createPollSchedule(seed);
  let [elapsedMs, count, isWithin] = [0, 0, true];
  while (elapsedMs < durationMs) {
    const intervalMs = schedule.next(elapsedMs, know(elapsedMs));
    isWithin &&= intervalMs >= 3_000 && intervalMs <= 10_000;
    elapsedMs += intervalMs;
    count += 1;
  }
  return { count, delayMs: elapsedMs - durationMs, isWithin };
}

function draw({ medianMs, sigma, tail }: Model, random: () => number): number {
  const isLate = random() < tail;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianMs * Math.exp(sigma * normal) * (isLate ? 3 + 5 * random() : 1);
}

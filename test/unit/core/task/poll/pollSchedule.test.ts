import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPollSchedule, type PollFacts } from '../../../../../src/core/task/poll/pollSchedule.ts';
import * as fc from '../../../../support/fastCheck.ts';

const nothing: PollFacts = { pastDurationsMs: [], progress: null };
const aroundMinute = [50_000, 55_000, 58_000, 60_000, 62_000, 65_000, 72_000];

/** Returns the moments of the polls of a task that takes `durationMs`. */
function simulate(durationMs: number, facts: (elapsedMs: number) => Partial<PollFacts>, seed = 1): number[] {
  const schedule = createPollSchedule(seed);
  const polls: number[] = [];
  for (let elapsedMs = 0; elapsedMs < durationMs;) {
    elapsedMs += schedule.next(elapsedMs, { ...nothing, ...facts(elapsedMs) });
    polls.push(elapsedMs);
  }
  return polls;
}

test('an interval is never shorter than 3 s nor longer than 10 s', () => {
  const facts = fc.record({
    pastDurationsMs: fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })),
    progress: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  });
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 1e9, noNaN: true }), facts, (seed, elapsedMs, facts) => {
      const intervalMs = createPollSchedule(seed).next(elapsedMs, facts);
      return intervalMs >= 3_000 && intervalMs <= 10_000;
    }),
  );
});

test('without any history the interval is constant for five minutes, and then grows', () => {
  const intervals = [0, 10_000, 299_000, 600_000, 1_200_000].map((elapsedMs) =>
    createPollSchedule(1).next(elapsedMs, nothing),
  );

  assert.deepEqual(
    intervals.map((ms) => Math.round(ms / 1_000)),
    [3, 3, 3, 6, 10],
  );
});

test('one earlier duration is enough for an expectation', () => {
  const [early, likely] = [5_000, 60_000].map((elapsedMs) =>
    createPollSchedule(1).next(elapsedMs, { ...nothing, pastDurationsMs: [60_000] }),
  );

  assert.ok((early ?? 0) > 7_000 && (likely ?? 0) < 3_500, `${early} ${likely}`);
});

test('with a history, polls are rare until half the usual duration, frequent until twice that, and then rare again', () => {
  const intervals = [0, 30_000, 60_000, 120_000, 240_000, 600_000].map((elapsedMs) =>
    createPollSchedule(1).next(elapsedMs, { ...nothing, pastDurationsMs: aroundMinute }),
  );

  assert.deepEqual(
    intervals.map((ms) => Math.round(ms / 1_000)),
    [8, 3, 3, 3, 6, 10],
  );
});

test('reported progress schedules a poll at the expected end', () => {
  const durationMs = 100_000;
  const polls = simulate(durationMs, (elapsedMs) => ({ progress: elapsedMs / durationMs }));
  const delayMs = (polls.at(-1) ?? Infinity) - durationMs;

  assert.ok(polls.length <= 19 && delayMs < 3_500, `${polls.length} polls, ${delayMs} ms late`);
});

test('progress that has hardly begun or has ended says nothing about the end', () => {
  const next = (elapsedMs: number, progress: number | null): number =>
    createPollSchedule(1).next(elapsedMs, { ...nothing, progress });

  assert.deepEqual([next(60_000, 0.02), next(600_000, 1)], [next(60_000, null), next(600_000, null)]);
  assert.notEqual(next(60_000, 0.03), next(60_000, null));
});

test('one very late task among eight does not change when the others are expected to end', () => {
  const next = (pastDurationsMs: readonly number[]): number =>
    createPollSchedule(1).next(62_000, { ...nothing, pastDurationsMs });

  assert.ok(next([...aroundMinute, 36_000_000]) < 4_000);
});

test('learned durations are better than a fixed interval of 3 s in delay times polls', () => {
  const durations = Array.from({ length: 99 }, (_, at) => 60_000 * Math.exp(0.3 * probit((at + 1) / 100)));
  const cost = (simulated: readonly number[][]): number => {
    const delays = simulated.map((polls, at) => (polls.at(-1) ?? 0) - (durations[at] ?? 0));
    return mean(delays) * mean(simulated.map(({ length }) => length));
  };
  const fixed = durations.map((durationMs) =>
    Array.from({ length: Math.ceil(durationMs / 3_000) }, (_, at) => (at + 1) * 3_000),
  );
  const learned = durations.map((durationMs, seed) =>
    simulate(durationMs, () => ({ pastDurationsMs: durations }), seed),
  );

  const ratio = cost(learned) / cost(fixed);
  assert.ok(ratio <= 0.85, `ratio ${ratio.toFixed(3)}`);
});

test('equal seeds give equal plans, and other seeds give other plans, also while polls are rare', () => {
  const plan = (seed: number): number[] => simulate(120_000, () => ({ pastDurationsMs: [600_000] }), seed);

  assert.deepEqual(plan(7), plan(7));
  assert.notDeepEqual(plan(7), plan(8));
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the standard normal quantile, to three digits. */
function probit(p: number): number {
  return 5.0633 * (p ** 0.135 - (1 - p) ** 0.135);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { createProfileGate } from '../../../src/core/task/pace/profileGate.ts';
import { createPollSchedule } from '../../../src/core/task/poll/pollSchedule.ts';
import { decideSubmit, type SubmitDecision } from '../../../src/core/task/submit/decideSubmit.ts';
import { createLeapingClock } from '../../fakes/clocks/leapingClock.ts';

/** Limits of section 8 of the interface specification, except those of fields, which are in `fieldRows`. */

const minute = 60_000;

test('8: a task is polled every 3 to 10 seconds', () => {
  const facts = [
    { pastDurationsMs: [], progress: null },
    { pastDurationsMs: [20_000, 30_000, 45_000], progress: null },
    { pastDurationsMs: [], progress: 0.01 },
    { pastDurationsMs: [], progress: 0.99 },
  ];
  const schedule = createPollSchedule(1);
  const intervals = facts.flatMap((each) =>
    [0, 1_000, 30_000, 10 * minute].map((elapsedMs) => schedule.next(elapsedMs, each)),
  );
  assert.deepEqual(
    intervals.filter((interval) => interval < 3_000 || interval > 10_000),
    [],
  );
});

/** Returns the decision about a submit after `count` responses with 503. */
function afterServerErrors(count: number, random: number): SubmitDecision {
  const refusal = { httpStatus: 503, message: 'busy', code: null, isOwn: true, retryAfterMs: null, amountUsd: null };
  return decideSubmit(
    { kind: 'refused', refusal },
    {
      history: { notSent: 0, serverErrors: count, unanswered: 0, limitedForMs: 0 },
      isRepeatable: false,
      isRepeated: false,
      isSynchronous: false,
      wasReached: false,
      retryOn5xx: true,
      limitDelayMs: 0,
      random: () => random,
    },
  );
}

test('8: after 5xx at most 3 retries are made', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((count) => afterServerErrors(count, 0).kind),
    ['retry', 'retry', 'retry', 'fail'],
  );
});

test('8: retries after 5xx have jitter', () => {
  const delays = [0, 0.5, 0.99].map((random) => {
    const decision = afterServerErrors(1, random);
    return decision.kind === 'retry' ? decision.delayMs : null;
  });
  assert.equal(new Set(delays).size, 3);
});

test('8: without Retry-After a 429 waits 1 s, then twice as long each time, up to 60 s', async () => {
  const clock = createLeapingClock();
  const gate = createProfileGate(clock);
  const { signal } = new AbortController();
  const delays: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    delays.push(gate.limit('studio', null));
    (await gate.enter('studio', { lane: 'run', isLong: false }, signal)).dispose();
  }
  assert.deepEqual(delays, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('8: Seedream pro makes one image per task, so no field requests more', () => {
  const family = bundledCatalog.findModel('doubao-seedream-5-0-pro-260628')?.families[0];
  assert.ok(family);
  assert.deepEqual(
    family.fields.map(({ name }) => name),
    ['prompt', 'size', 'output_format', 'images', 'optimize_prompt_options'],
  );
});

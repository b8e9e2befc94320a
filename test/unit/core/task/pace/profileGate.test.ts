import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProfileGate } from '../../../../../src/core/task/pace/profileGate.ts';

const clock = { now: () => 0, sleep: () => Promise.resolve() };

const cases: readonly (readonly [title: string, retryAfterMs: number | null, delayMs: number])[] = [
  ['the time that the gateway names', 4_000, 4_000],
  ['a second where it names none', null, 1_000],
  ['a second where it names nothing at all', 0, 1_000],
  ['an hour where it names a year', 365 * 24 * 60 * 60_000, 60 * 60_000],
];

for (const [title, retryAfterMs, delayMs] of cases) {
  test(`a limit holds the profile for ${title}, and no other profile`, () => {
    const gate = createProfileGate(clock);

    assert.deepEqual(
      [gate.limit('studio', retryAfterMs), gate.waitMs('studio'), gate.waitMs('home')],
      [delayMs, delayMs, 0],
    );
  });
}

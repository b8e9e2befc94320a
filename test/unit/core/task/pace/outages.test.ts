import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutages } from '../../../../../src/core/task/pace/outages.ts';
import { createLeapingClock } from '../../../../fakes/clocks/leapingClock.ts';
import { createTaskBench } from '../../../../fakes/tasks/taskBench.ts';

/** Arranges tasks of one profile, with a clock that does not run. */
function arrange() {
  const clock = { now: () => 0, sleep: () => new Promise<never>(() => undefined) };
  const outages = createOutages({ clock, random: () => 0 });
  const shown: unknown[] = [];
  /** Whether a task of this gateway may call it now. */
  const mayCall = async (origin: string | null): Promise<boolean> => {
    const seed = origin === null ? {} : { origin };
    const { store, watch } = createTaskBench({ seed, over: { outages: { submits: outages } } });
    store.onDidChange(({ error }) => shown.push(error));
    const wait = new Promise<false>((resolve) => void setImmediate(() => resolve(false)));
    return Promise.race([watch.awaitNetwork('submits').then(() => true as const), wait]);
  };
  return { outages, mayCall, shown };
}

test('an outage belongs to a gateway: a profile that is edited leads to another one', async () => {
  const { outages, mayCall, shown } = arrange();
  outages.failed('https://one.example', 'ECONNREFUSED');

  const answers = [await mayCall('https://one.example'), await mayCall('https://two.example'), await mayCall(null)];

  const error = { code: 'gateway-unreachable', message: 'ECONNREFUSED' };
  assert.deepEqual([answers, shown], [[false, true, true], [error]]);
});

test('a task whose gateway is not known yet waits with its profile', async () => {
  const { outages, mayCall } = arrange();
  outages.failed('studio', 'ECONNREFUSED');

  assert.deepEqual([await mayCall(null), await mayCall('https://one.example')], [false, true]);
});

test('the end of an outage releases all waiting calls, even while the one that tried awaits its response', async () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const outages = createOutages({ clock, random: () => 0 });
  const { signal } = new AbortController();
  outages.failed('https://one.example', 'ECONNREFUSED');
  const trial = await outages.enter('https://one.example', signal);
  const others = [1, 2].map(() => outages.enter('https://one.example', signal));

  outages.reached('https://one.example');

  // None of these tasks needs the turn of the first task, which is disposed of much later.
  assert.equal((await Promise.all(others)).length, 2);
  trial.dispose();
});

/** Returns the waits before the next tries, if each try fails. */
async function waitsOf(
  tries: number,
  { failuresAtOnce = 1, lateFailures = 0, random = 0 } = {},
): Promise<readonly number[]> {
  const clock = createLeapingClock();
  const outages = createOutages({ clock, random: () => random });
  const { signal } = new AbortController();
  for (let failure = 0; failure < failuresAtOnce; failure += 1) outages.failed('studio', 'ECONNREFUSED');
  for (let made = 0; made < tries; made += 1) {
    const turn = await outages.enter('studio', signal);
    outages.failed('studio', 'ECONNREFUSED');
    turn.dispose();
    for (let late = 0; late < lateFailures; late += 1) outages.failed('studio', 'ECONNREFUSED');
  }
  return clock.slept;
}

test('the waits between tries grow, from 3 s to about a minute', async () => {
  const waits = await waitsOf(8, { random: 1 });

  assert.deepEqual(waits, [3_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('calls that were sent together and fail together are one failure', async () => {
  assert.deepEqual(await waitsOf(4, { failuresAtOnce: 50 }), await waitsOf(4));
});

test('a task that waits for its try when the outage ends enters at once, and is not the try of the next outage', async () => {
  const slept: number[] = [];
  const sleep = (ms: number, aborted: AbortSignal) => {
    slept.push(ms);
    return new Promise<void>((_resolve, reject) => aborted.addEventListener('abort', () => reject(new Error('Over'))));
  };
  const outages = createOutages({ clock: { now: () => 0, sleep }, random: () => 1 });
  const { signal } = new AbortController();
  outages.failed('studio', 'ECONNREFUSED');
  const first = outages.enter('studio', signal);
  await new Promise(setImmediate);
  outages.reached('studio');
  await first;

  for (let failure = 0; failure < 5; failure += 1) outages.failed('studio', 'ENETDOWN');
  const second = outages.enter('studio', signal);
  await new Promise(setImmediate);
  outages.reached('studio');
  await second;

  assert.deepEqual(slept, [3_000, 3_000]);
});

test('a task that is no longer watched does not enter', async () => {
  const outages = createOutages({ clock: createLeapingClock(), random: () => 0 });

  await assert.rejects(outages.enter('studio', AbortSignal.abort(new Error('No longer watched'))), /No longer watched/);
});

test('after an outage, the next one begins with a short wait', async () => {
  const clock = createLeapingClock();
  const outages = createOutages({ clock, random: () => 1 });
  const { signal } = new AbortController();
  for (let failure = 0; failure < 6; failure += 1) {
    outages.failed('studio', 'ECONNREFUSED');
    (await outages.enter('studio', signal)).dispose();
  }

  outages.reached('studio');
  assert.equal(outages.reasonOf('studio'), null);
  outages.failed('studio', 'ENETDOWN');
  (await outages.enter('studio', signal)).dispose();

  assert.deepEqual([outages.reasonOf('studio'), clock.slept.at(-1)], ['ENETDOWN', clock.slept[0]]);
});

test('a task that is given up while it waits leaves its turn to the next one', async () => {
  const clock = createLeapingClock();
  const outages = createOutages({ clock, random: () => 0 });
  const impatient = new AbortController();
  outages.failed('studio', 'ECONNREFUSED');
  const first = outages.enter('studio', impatient.signal);
  const second = outages.enter('studio', new AbortController().signal);

  impatient.abort(new Error('No longer watched'));

  await assert.rejects(first, /No longer watched/);
  (await second).dispose();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutages } from '../../../../../src/core/task/pace/outages.ts';
import { awaitNetwork, type Watch } from '../../../../../src/core/task/watch.ts';

/** Watches of tasks of one profile, on a clock that stands still. */
function arrange() {
  const clock = { now: () => 0, sleep: () => new Promise<never>(() => undefined) };
  const outages = createOutages({ clock, random: () => 0 });
  const shown: unknown[] = [];
  const watchOf = (origin: string | null): Watch => {
    const parts = {
      signal: new AbortController().signal,
      entry: () => ({ origin, task: { profile: 'studio', error: null } }),
      changeAnyway: async (change: unknown) => void shown.push(change),
    };
    return parts as unknown as Watch;
  };
  /** Whether a task of this gateway may call it now. */
  const mayCall = async (origin: string | null): Promise<boolean> => {
    const wait = new Promise<false>((resolve) => void setImmediate(() => resolve(false)));
    return Promise.race([awaitNetwork(watchOf(origin), outages).then(() => true as const), wait]);
  };
  return { outages, mayCall, shown };
}

test('an outage belongs to a gateway: a profile that is edited leads to another one', async () => {
  const { outages, mayCall, shown } = arrange();
  outages.failed('https://one.example', 'ECONNREFUSED');

  const answers = [await mayCall('https://one.example'), await mayCall('https://two.example'), await mayCall(null)];

  const error = { code: 'gateway-unreachable', message: 'ECONNREFUSED' };
  assert.deepEqual([answers, shown], [[false, true, true], [{ kind: 'waiting', error }]]);
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

  outages.answered('https://one.example');

  // None of them needs the turn of the first one, which is disposed of much later.
  assert.equal((await Promise.all(others)).length, 2);
  trial.dispose();
});

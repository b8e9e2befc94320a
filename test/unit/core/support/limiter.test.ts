import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter, type Limiter } from '../../../../src/core/support/limiter.ts';

const { signal: never } = new AbortController();
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lets callers enter the limiter under a name, and leave. */
function arrange(limiter: Limiter) {
  const inside: { readonly name: string; readonly leave: () => void }[] = [];
  const entered: string[] = [];
  return {
    entered,
    enter: async (name: string, lane?: string, signal = never) => {
      const place = await limiter.enter(signal, lane).catch(() => null);
      if (!place) return;
      entered.push(name);
      inside.push({ name, leave: () => place.dispose() });
    },
    leave: async () => {
      inside.shift()?.leave();
      await settle();
    },
  };
}

test('a run of a thousand tasks does not make a run of two wait', async () => {
  const { enter, leave, entered } = arrange(createLimiter(2));
  for (let at = 0; at < 1_000; at += 1) void enter(`big ${at}`, 'big');
  for (let at = 0; at < 2; at += 1) void enter(`small ${at}`, 'small');
  await settle();

  for (let round = 0; round < 5; round += 1) await leave();

  assert.deepEqual(entered, ['big 0', 'big 1', 'big 2', 'small 0', 'big 3', 'small 1', 'big 4']);
});

test('no more callers are admitted than there are slots', async () => {
  const { enter, leave, entered } = arrange(createLimiter(3));
  for (let at = 0; at < 9; at += 1) void enter(String(at));
  await settle();
  const first = entered.length;
  await leave();

  assert.deepEqual([first, entered.length], [3, 4]);
});

test('a caller that has given up is skipped', async () => {
  const { enter, leave, entered } = arrange(createLimiter(1));
  const quitter = new AbortController();
  void enter('first');
  void enter('quitter', 'lane', quitter.signal);
  void enter('last', 'lane');
  await settle();
  quitter.abort();
  await leave();
  await leave();
  void enter('next');
  void enter('late', 'lane', quitter.signal);
  await settle();
  await leave();

  assert.deepEqual(entered, ['first', 'last', 'next']);
});

test('a limiter has at least one slot, and a whole number of them', () => {
  for (const slots of [0, 1.5]) assert.throws(() => createLimiter(slots), RangeError);
});

test('a slot is released once, however often it is disposed', async () => {
  const limiter = createLimiter(1);
  const place = await limiter.enter(never);
  place.dispose();
  place.dispose();
  const { enter, entered } = arrange(limiter);
  void enter('one');
  void enter('other');
  await settle();

  assert.deepEqual(entered, ['one']);
});

test('a slot that is taken without waiting keeps other callers out until it is released', async () => {
  const limiter = createLimiter(1);
  const { enter, leave, entered } = arrange(limiter);
  const taken = [limiter.take(), limiter.take()];
  for (const name of ['a', 'b']) void enter(name);
  const seen: string[] = [];
  for (const place of taken) {
    place.dispose();
    await settle();
    seen.push(entered.join(' '));
  }
  await leave();

  assert.deepEqual([...seen, entered.join(' ')], ['', 'a', 'a b']);
});

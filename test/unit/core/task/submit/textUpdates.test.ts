import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextUpdates } from '../../../../../src/core/task/submit/sendBody.ts';
import { createLeapingClock } from '../../../../fakes/leapingClock.ts';

test('a text that grows continuously is shown ten times a second, including its last word', async () => {
  const clock = createLeapingClock(0);
  const shown: (readonly [at: number, text: string])[] = [];
  const updates = createTextUpdates(clock, (text) => shown.push([clock.now(), text]));
  const { signal } = new AbortController();
  let text = '';

  for (let n = 0; n < 50; n += 1) {
    text += 'x';
    updates.onText(() => text);
    await clock.sleep(10, signal);
  }
  await clock.sleep(200, signal);

  assert.deepEqual(
    shown.map(([at]) => at),
    [0, 100, 200, 300, 400, 500],
  );
  assert.equal(shown.at(-1)?.[1], text);
});

test('after the end, nothing is shown or read', async () => {
  const clock = createLeapingClock(0);
  const shown: string[] = [];
  const updates = createTextUpdates(clock, (text) => shown.push(text));
  const { signal } = new AbortController();

  updates.onText(() => 'one');
  updates.onText(() => 'two');
  updates.stop();
  updates.onText(() => assert.fail('read'));
  await clock.sleep(500, signal);

  assert.deepEqual(shown, ['one']);
});

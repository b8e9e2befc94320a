import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, createTextUpdates, showText } from '../../../../../src/core/task/submit/showText.ts';
import { createLeapingClock } from '../../../../fakes/clocks/leapingClock.ts';
import { createTaskBench, sendingChange } from '../../../../fakes/tasks/taskBench.ts';
import * as fc from '../../../../support/fastCheck.ts';

test('a text that grows continuously is shown ten times a second, including its last word', async () => {
  const clock = createLeapingClock(0);
  const shown: (readonly [at: number, text: string])[] = [];
  const updates = createTextUpdates(clock, 100, (text) => shown.push([clock.now(), text]));
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

test('after the end of a text, none of its updates reads it', async () => {
  const { watch, clock, task } = createTaskBench({ changes: [sendingChange] });
  const updates = showText(watch);

  updates.onText(() => 'one');
  updates.onText(() => 'two');
  updates.stop();
  updates.onText(() => assert.fail('read'));
  await clock.sleep(5_000, new AbortController().signal);
  updates.onText(() => assert.fail('read'));

  assert.equal(task().text, 'one');
});

test('the parts of any texts are new, combine to the last one, and do not begin inside a character', () => {
  const texts = fc.array(fc.array(fc.constantFrom('a', 'b', '😀', '😁', 'é')).map((each) => each.join('')));
  fc.assert(
    fc.property(texts, (all) => {
      const parts = all.map((text, at) => changeOf(all[at - 1] ?? '', text));
      const text = parts.reduce((before, part) => `${before.slice(0, part.offset)}${part.text}`, '');
      const isWhole = parts.every((part) => Buffer.from(part.text).toString() === part.text);
      const isNew = parts.every(
        (part, at) => !all[at]?.startsWith(all[at - 1] ?? '') || part.offset === (all[at - 1] ?? '').length,
      );
      return isWhole && isNew && text === (all.at(-1) ?? '');
    }),
  );
});

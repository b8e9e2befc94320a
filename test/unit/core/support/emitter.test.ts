import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitEvent, Emitter } from '../../../../src/core/support/emitter.ts';

test('a wait for an event asks about no event after the one that matches, nor after its end', async () => {
  const emitter = new Emitter<number>();
  const asked: number[] = [];
  const wait = (signal: AbortSignal) =>
    awaitEvent(emitter.event, (value) => asked.push(value) > 0 && value === 2, signal);
  const matching = wait(new AbortController().signal);
  for (const value of [1, 2, 3]) emitter.fire(value);
  const end = new AbortController();
  const ended = wait(end.signal);
  end.abort(new Error('Tide'));
  emitter.fire(4);

  assert.equal(await matching, 2);
  await assert.rejects(ended, /Tide/);
  await assert.rejects(wait(end.signal), /Tide/);
  assert.deepEqual(asked, [1, 2]);
});

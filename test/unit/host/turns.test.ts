import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from '../../../src/host/turns.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Work of three steps, which keeps what it has done. */
function arrange() {
  const done: number[] = [];
  async function* work(): AsyncGenerator<void, string> {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return 'result';
  }
  return { done, turns: createTurns(work(), (error) => assert.fail(String(error))) };
}

test('each step of the work has a turn, and none comes before the caller has returned', async () => {
  const { done } = arrange();
  const counts = [done.length];
  for (let step = 0; step < 3; step += 1) {
    await turn();
    counts.push(done.length);
  }
  assert.deepEqual(counts, [0, 1, 2, 3]);
});

test('work that is in a hurry ends in the next turn', async () => {
  const { done, turns } = arrange();
  await turn();
  const result = turns.hurry();
  await turn();
  const soon = [...done];
  assert.deepEqual([soon, await result, await turns.hurry()], [[1, 2, 3], 'result', 'result']);
});

test('work ends with a step that throws, and all who wait for it get the error', async () => {
  const errors: unknown[] = [];
  const done: number[] = [];
  async function* work(): AsyncGenerator<void, string> {
    yield;
    if (done.push(1) > 0) throw new Error('broken');
    return 'result';
  }
  const turns = createTurns(work(), (error) => errors.push(error));
  await assert.rejects(turns.hurry(), /broken/);
  await assert.rejects(turns.hurry(), /broken/);
  assert.deepEqual([done, errors.map(String)], [[1], ['Error: broken']]);
});

test('work that is disposed of takes no further step', async () => {
  const { done, turns } = arrange();
  await turn();
  turns.dispose();
  await turn();
  assert.deepEqual(done, [1]);
});

test('work that is disposed of during a step takes no further one', async () => {
  const done: number[] = [];
  let finishStep = (): void => undefined;
  async function* work(): AsyncGenerator<void, string> {
    await new Promise<void>((resolve) => (finishStep = resolve));
    yield;
    done.push(2);
    return 'result';
  }
  const turns = createTurns(work(), (error) => assert.fail(String(error)));
  await turn();
  turns.dispose();
  finishStep();
  for (let count = 0; count < 3; count += 1) await turn();
  assert.deepEqual(done, []);
});

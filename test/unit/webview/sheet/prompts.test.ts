import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prompts } from '../../../../src/webview/sheet/prompts.ts';

/** Arranges the requests for prompts, each with its item ids. */
function arrange() {
  const asked: (readonly string[])[] = [];
  const send = (message: object): void => void asked.push((message as { readonly ids: readonly string[] }).ids);
  return { prompts: new Prompts(send), asked };
}

const turn = (): Promise<void> => Promise.resolve();

test('prompts are asked for together, each once, and shown when they arrive', async () => {
  const { prompts, asked } = arrange();
  assert.deepEqual([prompts.of('a'), prompts.of('b'), prompts.of('a')], [null, null, null]);
  await turn();
  prompts.receive({
    type: 'prompts',
    prompts: [
      ['a', 'A cat'],
      ['b', null],
      ['c', 'not asked for'],
    ],
  });
  assert.deepEqual([prompts.of('a'), prompts.of('b')], ['A cat', null]);
  await turn();
  assert.deepEqual(asked, [['a', 'b']]);
});

test('the oldest of more than 4,000 prompts are forgotten, and asked for again', async () => {
  const { prompts, asked } = arrange();
  const ids = Array.from({ length: 4_001 }, (_, index) => String(index));
  for (const id of ids) prompts.of(id);
  await turn();
  prompts.of('1');
  prompts.of('0');
  await turn();
  assert.deepEqual(asked, [ids, ['0']]);
});

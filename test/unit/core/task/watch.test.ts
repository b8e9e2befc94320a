import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '../../../../src/core/task/gatewayPort.ts';
import { createTaskBench } from '../../../fakes/tasks/taskBench.ts';

const linked: Delivery = { source: { kind: 'url', url: 'https://cdn.example/a.png' }, title: 'A', lyrics: null };
const inline: Delivery = { source: { kind: 'text', text: 'Hello' }, title: null, lyrics: null };

test('results that the gateway keeps do not use the spool', async () => {
  const { watch, spooled } = createTaskBench();

  const kept = await watch.keepResults({ deliveries: [linked], amountUsd: 0.04, text: 'said' });

  assert.deepEqual(kept, { results: [linked], amountUsd: 0.04, text: 'said' });
  assert.deepEqual(spooled, []);
});

test('a response with one result that only it contains goes to the spool as a whole', async () => {
  const { watch, spooled } = createTaskBench();

  const { results } = await watch.keepResults({ deliveries: [linked, inline], amountUsd: 0.04, text: 'said' });

  assert.equal(results.length, 2);
  assert.deepEqual(spooled, ['spool-1']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '../../../../src/core/task/gatewayPort.ts';
import { foldTask } from '../../../../src/core/task/model/foldTask.ts';
import type { DeliveredResponse, SpooledResponse } from '../../../../src/core/task/ports.ts';
import { keepResults } from '../../../../src/core/task/keepResults.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';

const linked: Delivery = { source: { kind: 'url', url: 'https://cdn.example/a.png' }, title: 'A', lyrics: null };
const inline: Delivery = { source: { kind: 'text', text: 'Hello' }, title: null, lyrics: null };
const spooled: SpooledResponse = { results: [], amountUsd: 1, text: 'from the spool' };

async function keep(deliveries: readonly Delivery[]) {
  const entry = foldTask([{ kind: 'record', record: planned('x') }])?.entry;
  assert.ok(entry);
  const put: DeliveredResponse[] = [];
  const spool = {
    put(_task: unknown, response: DeliveredResponse) {
      put.push(response);
      return Promise.resolve(spooled);
    },
  };
  const response = { deliveries, amountUsd: 0.04, text: 'said' };
  return { kept: await keepResults({ entry: () => entry, spool }, response), put, response };
}

test('results that the gateway keeps do not use the spool', async () => {
  const { kept, put } = await keep([linked]);

  assert.deepEqual([kept, put], [{ results: [linked], amountUsd: 0.04, text: 'said' }, []]);
});

test('a response with one result that only it contains goes to the spool as a whole', async () => {
  const { kept, put, response } = await keep([linked, inline]);

  assert.deepEqual([kept, put], [spooled, [response]]);
});

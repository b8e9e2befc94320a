import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEndpoints, describeCost } from '../../../../../src/core/language/describe/describeModel.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';

test('each path says whether it returns the result or a task', () => {
  const images = { path: '/v1/images', pollPath: '/v1/images/{task_id}' };
  const chat = { path: '/v1/chat', pollPath: null };

  assert.equal(
    describeEndpoints([images, chat], fillTemplate),
    [
      '- Endpoint: `/v1/images` · Runs as a task that is watched until it ends',
      '- Endpoint: `/v1/chat` · Returns the result in the response',
    ].join('\n'),
  );
});

test('a cost is never shown without the number of results that it comes from', () => {
  assert.deepEqual(
    [1, 3].map((samples) => describeCost({ amountUsd: 0.04, samples }, fillTemplate)),
    ['Your typical cost: $0.04, from one earlier request', 'Your typical cost: $0.04, from 3 earlier requests'],
  );
});

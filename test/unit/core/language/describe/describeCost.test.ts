import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCost } from '../../../../../src/core/language/describe/describeCost.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';

test('a cost is never shown without the number of results that it comes from', () => {
  assert.deepEqual(
    [1, 3].map((samples) => describeCost({ amountUsd: 0.04, samples }, fillTemplate)),
    ['Your typical cost: $0.04, from one earlier request', 'Your typical cost: $0.04, from 3 earlier requests'],
  );
});

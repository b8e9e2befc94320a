import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, formatElapsed } from '../../../../src/host/ui/format.ts';

test('amounts keep the digits that matter, and a missing one is a dash, not 0', () => {
  const amounts = [null, 0, 0.04, 0.0375, 0.0001, 0.00004, 1, 12.5, 1234.567].map(formatAmount);
  assert.deepEqual(amounts, ['–', '$0.00', '$0.04', '$0.0375', '$0.0001', '< $0.0001', '$1.00', '$12.50', '$1234.57']);
});

test('elapsed times look like a clock from a minute on', () => {
  const times = [-5, 0, 7999, 65_000, 3_725_000].map(formatElapsed);
  assert.deepEqual(times, ['0 s', '0 s', '7 s', '1:05 min', '1:02:05 h']);
});

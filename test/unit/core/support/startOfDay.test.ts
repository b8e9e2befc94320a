import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfDay } from '../../../../src/core/support/startOfDay.ts';

test('a day begins at local midnight, however long it is', () => {
  const noon = new Date(2026, 2, 29, 12, 30).getTime();

  assert.deepEqual(
    [startOfDay(noon), startOfDay(noon, 1)],
    [new Date(2026, 2, 29).getTime(), new Date(2026, 2, 30).getTime()],
  );
});

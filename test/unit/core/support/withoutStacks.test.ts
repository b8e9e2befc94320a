import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutStacks } from '../../../../src/core/support/withoutStacks.ts';

const countFrames = (): number => (new Error('Tide').stack ?? '').split('\n').length - 1;

test('errors have no stack inside the function, and have one after it, even if it throws', () => {
  const before = countFrames();
  const inside = withoutStacks(countFrames);
  const thrown = (): never => {
    throw new Error('Tide');
  };
  assert.throws(() => withoutStacks(thrown), /Tide/);
  assert.deepEqual([before > 0, inside, countFrames()], [true, 0, before]);
});

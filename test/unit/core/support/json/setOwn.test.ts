import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOwn } from '../../../../../src/core/support/json/setOwn.ts';

test('every name becomes a property like any other', () => {
  const target: Record<string, number> = {};
  for (const name of ['a', '__proto__']) setOwn(target, name, 1);
  const { a, ['__proto__']: proto } = Object.getOwnPropertyDescriptors(target);
  assert.deepEqual([Object.keys(target), proto], [['a', '__proto__'], a]);
});

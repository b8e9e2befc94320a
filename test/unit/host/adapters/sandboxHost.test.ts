import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeveloperOptions } from '../../../../src/host/adapters/sandboxHost.ts';

test('a developer makes the sandbox slow and faulty by variables of the environment', () => {
  const env = { GENWRIGHT_SANDBOX_SPEED: '0.25', GENWRIGHT_SANDBOX_FAULT_EVERY: '4' };
  assert.deepEqual(readDeveloperOptions(env), { speed: 0.25, faultEvery: 4 });
});

test('variables that are missing or no positive numbers leave the sandbox unchanged', () => {
  const env = { GENWRIGHT_SANDBOX_SPEED: 'slow', GENWRIGHT_SANDBOX_FAULT_EVERY: '0' };
  assert.deepEqual([readDeveloperOptions({}), readDeveloperOptions(env)], [{}, {}]);
});

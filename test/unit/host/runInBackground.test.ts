import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInBackground } from '../../../src/host/runInBackground.ts';

test('a failure in the background reaches the log, an abort does not', async () => {
  const logged: string[] = [];
  const log = {
    error: (message: string) => void logged.push(message.split('\n')[0] ?? ''),
    warn: assert.fail,
    info: assert.fail,
  };
  runInBackground(Promise.reject(new Error('The disk is full')), log);
  runInBackground(Promise.reject(new DOMException('The window closes', 'AbortError')), log);
  runInBackground(Promise.resolve(), log);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(logged, ['Error: The disk is full']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createPatientFileSystem } from '../../../../src/node/files/patientFileSystem.ts';
import { createLeapingClock } from '../../../fakes/clocks/leapingClock.ts';

/**
 * Tries a step that fails this many times with this code. Returns the number of calls, the time that it takes in ms,
 * and its outcome.
 */
async function attempt(step: 'stat' | 'unlink' | 'link', code: string, times: number) {
  const clock = createLeapingClock(0);
  let calls = 0;
  const call = (): Promise<never> => {
    calls += 1;
    return calls <= times ? Promise.reject(Object.assign(new Error(code), { code })) : (Promise.resolve() as never);
  };
  const files: FileSystem = createPatientFileSystem({ ...nodeFileSystem, [step]: call }, clock);
  const outcome = await files[step]('a', 'b').then(
    () => 'done',
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  return { calls, tookMs: clock.now(), outcome };
}

for (const code of ['EBUSY', 'EPERM', 'EACCES', 'EMFILE', 'ENFILE']) {
  test(`a file that another program blocks for a moment (${code}) is waited for`, async () => {
    const { outcome, calls } = await attempt('unlink', code, 3);
    assert.deepEqual([outcome, calls], ['done', 4]);
  });
}

test('a permission that stays missing is an error after two seconds', async () => {
  const { outcome, tookMs } = await attempt('stat', 'EACCES', Infinity);
  assert.deepEqual([outcome, tookMs], ['EACCES', 1_980]);
});

test('a broken or full disk is an error immediately', async () => {
  for (const code of ['EIO', 'ENOSPC', 'ESTALE', 'ENOENT']) {
    assert.deepEqual(await attempt('unlink', code, 1), { calls: 1, tookMs: 0, outcome: code });
  }
});

test('a call on a disk that does not support links is not repeated', async () => {
  assert.deepEqual(await attempt('link', 'EPERM', 1), { calls: 1, tookMs: 0, outcome: 'EPERM' });
  assert.deepEqual((await attempt('link', 'EBUSY', 1)).outcome, 'done');
});

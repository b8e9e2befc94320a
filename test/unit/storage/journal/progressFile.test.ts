import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskProgress } from '../../../../src/core/task/journalPort.ts';
import { progressName } from '../../../../src/storage/journal/journalFile.ts';
import { createProgressFiles } from '../../../../src/storage/journal/progressFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';

const owner = 'self';
const half: TaskProgress = { task: 'x', state: 'running', progress: 0.5, statusWord: 'working', error: null };

/** Arranges progress on a disk in memory, with a clock that the test moves. */
function arrangeSharing(decide: (step: FileStep) => Fault = () => undefined) {
  const disk = createMemoryDisk();
  const sleeps: { readonly ms: number; readonly end: () => void }[] = [];
  const stopped = new AbortController();
  const files = createProgressFiles({
    folder: '/s',
    files: createFaultyFiles(decide, disk.files),
    owner,
    clock: { sleep: (ms) => new Promise((resolve) => sleeps.push({ ms, end: resolve })) },
    signal: stopped.signal,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    disk,
    files,
    stop: () => stopped.abort(),
    /** Shares this progress, and waits until nothing more happens without time. */
    share: async (progress: number): Promise<void> => {
      files.share(() => [{ ...half, progress }]);
      await settle();
    },
    endSleep: async (): Promise<number | undefined> => {
      const sleep = sleeps.shift();
      sleep?.end();
      await settle();
      return sleep?.ms;
    },
    shared: async () => (await files.read(owner)).map(({ progress }) => progress),
  };
}

test('progress is shared at once, and changes at most every two seconds, the last of them only', async () => {
  const { share, shared, endSleep } = arrangeSharing();
  await share(0.1);
  const seen = [await shared()];
  await share(0.2);
  await share(0.3);
  seen.push(await shared());
  const slept = await endSleep();
  seen.push(await shared());
  await endSleep();
  await share(0.4);
  seen.push(await shared());

  assert.deepEqual([seen, slept], [[[0.1], [0.1], [0.3], [0.4]], 2_000]);
});

test('nothing is shared after the end', async () => {
  const { share, shared, stop, endSleep } = arrangeSharing();
  await share(0.1);
  stop();
  await share(0.2);
  await endSleep();

  assert.deepEqual(await shared(), [0.1]);
});

test('progress that the disk does not accept does not end the sharing', async () => {
  let isFull = true;
  const { share, shared, endSleep } = arrangeSharing(({ name }) =>
    isFull && name === 'write' ? { code: 'ENOSPC' } : undefined,
  );
  await share(0.1);
  isFull = false;
  await share(0.2);
  await endSleep();

  assert.deepEqual(await shared(), [0.2]);
});

test('progress is removed when there is none', async () => {
  const { disk, files, share, endSleep } = arrangeSharing();
  await share(0.1);
  files.share(() => []);
  await endSleep();

  assert.deepEqual([...disk.list().keys()], []);
});

test('the progress of a process is the same object until it changes, and half a file changes nothing', async () => {
  const { disk, files } = arrangeSharing();
  const write = (text: string): void => disk.put(`/s/${progressName('one')}`, text);
  write(JSON.stringify([half]));
  const [first, second] = [await files.read('one'), await files.read('one')];
  write('[{"task":"x","sta');
  const torn = await files.read('one');
  write(JSON.stringify([{ ...half, progress: 0.7 }]));

  assert.deepEqual([first === second, torn === first, await files.read('two')], [true, true, []]);
  assert.deepEqual(await files.read('one'), [{ ...half, progress: 0.7 }]);
});

test('a file that no window can have written is not read', async () => {
  const { disk, files } = arrangeSharing();
  const limit = 8 * 1024 * 1024;
  const texts = {
    largest: JSON.stringify([half]).padEnd(limit),
    // Spaces after the JSON are valid, so only the size of the file is wrong.
    huge: JSON.stringify([half]).padEnd(limit + 1),
    deep: '['.repeat(100_000),
    other: JSON.stringify([{ ...half, state: 'saved' }]),
    empty: '',
  };
  for (const [name, text] of Object.entries(texts)) disk.put(`/s/${progressName(name)}`, text);

  assert.deepEqual(await Promise.all(Object.keys(texts).map((name) => files.read(name))), [[half], [], [], [], []]);
});

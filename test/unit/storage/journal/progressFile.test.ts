import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TaskProgress } from '../../../../src/core/task/journalPort.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';
import { progressName } from '../../../../src/storage/journal/journalFile.ts';
import { createProgressFiles } from '../../../../src/storage/journal/progressFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const owner = 'self';
const half: TaskProgress = { task: 'x', state: 'running', progress: 0.5, statusWord: 'working', error: null };

test('progress is there for other processes, and is removed when there is none', async (context) => {
  const folder = join(await makeTempFolder(context), 'journal');
  const stopped = new AbortController();
  const files = createProgressFiles({
    folder,
    files: nodeFileSystem,
    owner,
    clock: backgroundClock,
    signal: stopped.signal,
  });

  files.share(() => [half]);
  const told = await waitUntil('the file', async () => {
    const progress = await files.read(owner);
    return progress.length > 0 ? progress : undefined;
  });
  stopped.abort();
  createProgressFiles({
    folder,
    files: nodeFileSystem,
    owner,
    clock: backgroundClock,
    signal: new AbortController().signal,
  }).share(() => []);
  await waitUntil('no file', async () => ((await readdir(folder)).length === 0 ? true : undefined));

  assert.deepEqual(told, [half]);
});

test('a reader of half a file keeps the progress that it read before', async (context) => {
  const folder = await makeTempFolder(context);
  const files = createProgressFiles({
    folder,
    files: nodeFileSystem,
    owner,
    clock: backgroundClock,
    signal: new AbortController().signal,
  });
  const path = join(folder, progressName('one'));
  await writeFile(path, JSON.stringify([half]));

  const first = await files.read('one');
  const again = await files.read('one');
  await writeFile(path, '[{"task":"x","sta');

  assert.deepEqual(
    [first, again === first, await files.read('one'), await files.read('two')],
    [[half], true, [half], []],
  );
});

test('a file that no window can have written is not read', async (context) => {
  const folder = await makeTempFolder(context);
  const files = createProgressFiles({
    folder,
    files: nodeFileSystem,
    owner,
    clock: backgroundClock,
    signal: new AbortController().signal,
  });
  const pathOf = (identity: string): string => join(folder, progressName(identity));
  // Spaces after the JSON are valid, so only the size of the file is wrong.
  await writeFile(pathOf('huge'), JSON.stringify([half]).padEnd(9 * 1024 * 1024));
  await writeFile(pathOf('deep'), '['.repeat(100_000));
  await writeFile(pathOf('other'), JSON.stringify([{ ...half, state: 'saved' }]));
  await writeFile(pathOf('empty'), '');

  const read = await Promise.all(['huge', 'deep', 'other', 'empty'].map((identity) => files.read(identity)));

  assert.deepEqual(read, [[], [], [], []]);
});

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

test('the progress of a process is the same object until it changes', async () => {
  const { disk, files } = arrangeSharing();
  const write = (progress: number): void =>
    disk.put(`/s/${progressName('one')}`, JSON.stringify([{ ...half, progress }]));
  write(0.1);
  const [first, second] = [await files.read('one'), await files.read('one')];
  write(0.2);
  const third = await files.read('one');

  assert.deepEqual([first === second, third.map(({ progress }) => progress)], [true, [0.2]]);
});

test('a file of 8 MiB is read, and a larger one is not', async () => {
  const { disk, files } = arrangeSharing();
  const text = JSON.stringify([half]);
  const limit = 8 * 1024 * 1024;
  disk.put(`/s/${progressName('one')}`, text.padEnd(limit));
  disk.put(`/s/${progressName('two')}`, text.padEnd(limit + 1));

  assert.deepEqual([await files.read('one'), await files.read('two')], [[half], []]);
});

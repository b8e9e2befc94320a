import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TaskProgress } from '../../../../src/core/task/journalPort.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { progressName } from '../../../../src/storage/journal/journalFolder.ts';
import { createProgressFiles } from '../../../../src/storage/journal/progressFile.ts';
import { makeTempFolder } from '../../../fakes/tempFolder.ts';
import { waitUntil } from '../../../support/waitUntil.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';

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
  const pathOf = (mark: string): string => join(folder, progressName(mark));
  // Spaces after the JSON are valid, so only the size of the file is wrong.
  await writeFile(pathOf('huge'), JSON.stringify([half]).padEnd(9 * 1024 * 1024));
  await writeFile(pathOf('deep'), '['.repeat(100_000));
  await writeFile(pathOf('other'), JSON.stringify([{ ...half, state: 'saved' }]));
  await writeFile(pathOf('empty'), '');

  const read = await Promise.all(['huge', 'deep', 'other', 'empty'].map((mark) => files.read(mark)));

  assert.deepEqual(read, [[], [], [], []]);
});

import assert from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { TaskProgress } from '../../../src/core/task/taskProgress.ts';
import { nodeFileSystem } from '../../../src/storage/files/fileSystem.ts';
import { createForeignJournals } from '../../../src/storage/foreignJournals.ts';
import { createJournalLeases } from '../../../src/storage/journalLeases.ts';
import { nodeProcesses } from '../../../src/storage/nodeProcesses.ts';
import { progressName } from '../../../src/storage/journalNames.ts';
import { takeOver } from '../../../src/storage/takeOver.ts';
import { arrangeJournals, deadMark, every, lineOf, project } from '../../fakes/journalBench.ts';
import { createFaultyFiles, type FileStep } from '../../fakes/faultyFiles.ts';
import { planned } from '../../fakes/journalRecords.ts';

const noProgress: readonly TaskProgress[] = [];

/** A journal of two folders that is left behind; `append` stands for writing in the own one. */
async function arrange(context: TestContext, append: (folder: string) => Promise<void>) {
  const { folder, leave, warnings } = await arrangeJournals(context);
  await leave([lineOf(planned('x')), lineOf(planned('y', '/other/hero.gen.yaml'))]);
  const log = { warn: (line: string) => void warnings.push(line) };
  const leases = createJournalLeases({
    folder,
    files: nodeFileSystem,
    processes: nodeProcesses,
    monotonicMs: () => 0,
  });
  const foreign = createForeignJournals({
    folder,
    files: nodeFileSystem,
    isOwn: () => false,
    progress: { read: () => Promise.resolve(noProgress) },
    leases,
    log,
  });
  const own = { has: () => false, tryAppend: () => append(folder) };
  const isWanted = (jobFile: string): boolean => jobFile.startsWith('/w/');
  return {
    folder,
    warnings,
    take: async () =>
      project(await takeOver({ folder, processes: nodeProcesses, files: nodeFileSystem, isWanted, foreign, own, log })),
  };
}

test('a task that is taken over goes on, also when those of other folders can not be put aside', async (context) => {
  const { take, warnings } = await arrange(context, (folder) => rm(folder, { recursive: true }));

  assert.deepEqual([await take(), warnings.length], [['x planned'], 1]);
});

test('what can not be written down is not taken over, and is when that has been mended', async (context) => {
  let isFull = true;
  const { take, warnings } = await arrange(context, () =>
    isFull ? Promise.reject(new Error('no space left')) : Promise.resolve(),
  );

  const whileFull = await take();
  isFull = false;

  assert.deepEqual([whileFull, warnings.length, await take()], [[], 1, ['x planned']]);
});

test('how far the tasks of a process were goes with it', async (context) => {
  const { folder, take } = await arrange(context, () => Promise.resolve());
  const [ours, left] = [nodeProcesses.self, deadMark].map(progressName);
  for (const name of [ours, left]) await writeFile(join(folder, name ?? ''), '[]');

  await take();

  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('progress')),
    [ours],
  );
});

test('a task that changes hands is at any moment another one’s, or handed over', async (context) => {
  const { create, leave } = await arrangeJournals(context);
  await leave([lineOf(planned('x'))]);
  const journal = create();
  const handedOver = new AbortController();
  const missed: number[] = [];
  const look = async (at: number): Promise<void> => {
    const foreign = await journal.readForeign();
    if (foreign.length === 0 && !handedOver.signal.aborted) missed.push(at);
  };

  const adopting = journal.adopt(every).then(() => handedOver.abort());
  const looks: Promise<void>[] = [];
  while (!handedOver.signal.aborted) {
    looks.push(look(looks.length));
    await new Promise(setImmediate);
  }
  await Promise.all([adopting, ...looks]);

  assert.deepEqual(missed, []);
});

test('a journal that is read in small parts is adopted whole', async (context) => {
  const { create, leave } = await arrangeJournals(context);
  await leave(Array.from({ length: 300 }, (_, at) => lineOf(planned(`x${at}`))));
  const journal = create(
    undefined,
    createFaultyFiles(({ name }) => (name === 'read' ? { atMost: 4_096 } : undefined)),
  );

  assert.equal((await journal.adopt(every)).length, 300);
});

test('a journal that ends before its size is neither adopted nor removed', async (context) => {
  const { create, leave, folder, names } = await arrangeJournals(context);
  const name = await leave(Array.from({ length: 300 }, (_, at) => lineOf(planned(`x${at}`))));
  const { size } = await stat(join(folder, name));
  let reads = 0;
  const isCut = ({ name }: FileStep): boolean => name === 'read' && (reads += 1) > 1;
  const journal = create(
    undefined,
    createFaultyFiles((step) => (isCut(step) ? { atMost: reads === 2 ? 1_000 : 0 } : undefined)),
  );

  const adopted = [await journal.adopt(every), await journal.adopt(every)];

  const [left = ''] = await names();
  assert.deepEqual([adopted, (await stat(join(folder, left))).size], [[[], []], size]);
  assert.equal((await create().adopt(every)).length, 300);
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { createForeignJournals } from '../../../src/storage/foreignJournals.ts';
import { createJournalLeases } from '../../../src/storage/journalLeases.ts';
import { takeOver } from '../../../src/storage/takeOver.ts';
import { arrangeJournals, lineOf, project } from '../../fakes/journalBench.ts';
import { planned } from '../../fakes/journalRecords.ts';

/** A journal of two folders that is left behind; `append` stands for writing in the own one. */
async function arrange(context: TestContext, append: (folder: string) => Promise<void>) {
  const { folder, leave, warnings } = await arrangeJournals(context);
  await leave([lineOf(planned('x')), lineOf(planned('y', '/other/hero.gen.yaml'))]);
  const log = { warn: (line: string) => void warnings.push(line) };
  const leases = createJournalLeases(folder, () => 0);
  const foreign = createForeignJournals({ folder, isOwn: () => false, leases, log });
  const own = { has: () => false, append: () => append(folder) };
  const isWanted = (jobFile: string): boolean => jobFile.startsWith('/w/');
  return { warnings, take: async () => project(await takeOver({ folder, isWanted, foreign, own, log })) };
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

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { JournalTask } from '../../../../src/core/task/journalPort.ts';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { adoptOrphans } from '../../../../src/storage/journal/adoptOrphans.ts';
import { progressName } from '../../../../src/storage/journal/journalFile.ts';
import { createFaultyFiles, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import {
  arrangeJournals,
  deadIdentity,
  every,
  lineOf,
  openForeign,
  project,
} from '../../../fakes/tasks/journalBench.ts';
import { planned, record } from '../../../fakes/tasks/journalRecords.ts';
import { createFakeProcesses } from '../../../fakes/disk/processes.ts';

/** Arranges an orphaned journal of two folders. `append` replaces writing to the own journal. */
async function arrange(context: TestContext, append = () => Promise.resolve(), files = nodeFileSystem) {
  const { folder, leave, warnings } = await arrangeJournals(context);
  await leave([lineOf(planned('x')), lineOf(planned('y', '/other/hero.gen.yaml'))]);
  const log = { warn: (line: string) => void warnings.push(line) };
  const foreign = openForeign(folder, { warn: log.warn });
  const own = { has: () => false, append: () => Promise.resolve(), tryAppend: append };
  const late = { isAwaited: () => false };
  const clock = { now: () => 0 };
  const isWanted = (jobFile: string): boolean => jobFile.startsWith('/w/');
  return {
    folder,
    warnings,
    take: async () =>
      project(
        await adoptOrphans({ folder, processes: nodeProcesses, files, isWanted, foreign, own, late, clock, log }),
      ),
  };
}

test('an adopted task continues even if the tasks of other folders cannot be written', async (context) => {
  const files = createFaultyFiles(({ name, path }) =>
    name === 'write' && path.endsWith('.part') ? { code: 'ENOSPC' } : undefined,
  );
  const { take, warnings } = await arrange(context, undefined, files);

  assert.deepEqual([await take(), warnings.length], [['x planned'], 1]);
});

test('a task that cannot be written is not adopted, and is when that is possible', async (context) => {
  let isFull = true;
  const { take, warnings } = await arrange(context, () =>
    isFull ? Promise.reject(new Error('no space left')) : Promise.resolve(),
  );

  const whileFull = await take();
  isFull = false;

  assert.deepEqual([whileFull, warnings.length, await take()], [[], 1, ['x planned']]);
});

test('the progress of a process is removed with its journal', async (context) => {
  const { folder, take } = await arrange(context);
  const [ours, left] = [nodeProcesses.self, deadIdentity].map(progressName);
  for (const name of [ours, left]) await writeFile(join(folder, name ?? ''), '[]');

  await take();

  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('progress')),
    [ours],
  );
});

test('a task that changes hands always belongs to one process, or is handed over', async (context) => {
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

test('what a suspended window writes before its journal is claimed is adopted too', async (context) => {
  const { create, leave } = await arrangeJournals(context);
  await leave([lineOf(planned('x'))]);
  const journal = create(undefined, {
    ...nodeFileSystem,
    async rename(from, to) {
      await appendFile(from, `${lineOf(record('x', 'stopped'))}\n`);
      await nodeFileSystem.rename(from, to);
    },
  });

  assert.deepEqual(project(await journal.adopt(every)), ['x stopped']);
});

test('a journal that cannot be read to its size is neither adopted nor removed', async (context) => {
  const { create, leave, folder, names } = await arrangeJournals(context);
  const name = await leave(Array.from({ length: 300 }, (_, at) => lineOf(planned(`x${at}`))));
  const { size } = await stat(join(folder, name));
  let reads = 0;
  const isCut = ({ name }: FileStep): boolean => name === 'read' && (reads += 1) > 0;
  const journal = create(
    undefined,
    createFaultyFiles((step) => (isCut(step) ? { atMost: reads === 1 ? 1_000 : 0 } : undefined)),
  );

  const adopted = [await journal.adopt(every), await journal.adopt(every)];

  const [left = ''] = await names();
  assert.deepEqual([adopted, (await stat(join(folder, left))).size], [[[], []], size]);
  assert.equal((await create().adopt(every)).length, 300);
});

/**
 * Arranges two copies of a task, as a crash leaves them while the task changes hands, and two windows that look at the
 * same time.
 */
async function arrangeCopies(context: TestContext) {
  const journals = await arrangeJournals(context);
  const alive = new Map([
    [1, '1'],
    [2, '1'],
  ]);
  const identity = createFakeProcesses({ pid: 9 }).self;
  for (const random of ['0a', '0b']) await journals.leave([lineOf(planned('x'))], { identity, random });
  const open = (pid: number, changes: Partial<FileSystem> = {}) =>
    journals.create(createFakeProcesses({ pid, alive }), { ...nodeFileSystem, ...changes });
  return { ...journals, identity, open };
}

async function waitFor(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

test('a copy of a task that another window is adopting is left to that window', async (context) => {
  const { open } = await arrangeCopies(context);
  const other = open(2);
  const seen: (readonly string[])[] = [];
  const first = new AbortController();
  const one = open(1, {
    rename: async (from, to) => {
      if (from.endsWith('-0b.jsonl')) {
        await waitFor(first.signal);
        seen.push(project(await other.adopt(every)));
      }
      await nodeFileSystem.rename(from, to);
      if (from.endsWith('-0a.jsonl')) first.abort();
    },
  });

  const adopted = project(await one.adopt(every));

  assert.deepEqual([adopted, seen], [['x planned'], [[]]]);
});

test('a window that was too slow for one copy of a task leaves the other copies to the other window too', async (context) => {
  const { open } = await arrangeCopies(context);
  const slow = new AbortController();
  const first = new AbortController();
  const one = open(1, {
    rename: async (from, to) => {
      if (from.endsWith('-0b.jsonl')) await waitFor(slow.signal);
      await nodeFileSystem.rename(from, to);
      if (from.endsWith('-0a.jsonl')) first.abort();
    },
  });
  let adopting: Promise<readonly JournalTask[]> | undefined;
  const other = open(2, {
    rename: async (from, to) => {
      // Both copies were there when the window looked.
      if (from.endsWith('-0a.jsonl')) {
        adopting = one.adopt(every);
        await waitFor(first.signal);
      }
      await nodeFileSystem.rename(from, to);
    },
  });

  const late = project(await other.adopt(every));
  slow.abort();

  assert.deepEqual([late, project((await adopting) ?? [])], [[], ['x planned']]);
});

test('a copy of a task that a living window has is not adopted', async (context) => {
  const { open, leave, identity } = await arrangeCopies(context);
  const [one, other] = [open(1), open(2)];
  await one.adopt(every);
  await leave([lineOf(planned('x')), lineOf(planned('y'))], { identity, random: '0c' });

  const adopted = [project(await other.adopt(every))];
  await one.append([record('x', 'removed')]);
  adopted.push(project(await other.adopt(every)));

  assert.deepEqual(adopted, [['y planned'], []], 'nor when that window has removed it');
});

test('a window that sleeps while it adopts tasks leaves them to the window that has adopted them meanwhile', async (context) => {
  const journals = await arrangeJournals(context);
  const { folder, leave, create, names } = journals;
  await leave([lineOf(planned('x')), lineOf(planned('y', '/other/hero.gen.yaml'))], {
    identity: createFakeProcesses({ pid: 9 }).self,
  });
  const [machine, boot] = ['0000000b', 'b1'];
  const taker = create(createFakeProcesses({ machine, boot }));
  // This is after the claim, and before the tasks are in the window's own journal.
  const open: typeof nodeFileSystem.open = async (path, flags, mode) => {
    if (flags === 'wx' && path.includes('journal-0000000a')) {
      for (const name of await names()) {
        if (!name.startsWith('journal-0000000a') || name.endsWith('.part')) continue;
        await rename(join(folder, name), join(folder, `journal-${createFakeProcesses({ machine }).self}-0d.jsonl`));
      }
    }
    return nodeFileSystem.open(path, flags, mode);
  };
  const sleeper = create(createFakeProcesses({ pid: 1 }), { ...nodeFileSystem, open });

  const kept = await sleeper.adopt(() => true);
  const taken = project(await taker.adopt(every));

  assert.deepEqual([project(kept), taken.toSorted()], [[], ['x planned', 'y planned']]);
  assert.deepEqual(project(await sleeper.adopt(every)), []);
});

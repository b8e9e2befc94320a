import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { LedgerRecord } from '../../../src/core/task/money/charge.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { addSum } from '../../../src/node/files/checkSum.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLedger, writeLedgerLine } from '../../../src/storage/ledger.ts';
import { buildLedgerRecord } from '../../fakes/tasks/charges.ts';
import { createFaultyFiles } from '../../fakes/disk/faultyFiles.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

async function arrange(context: TestContext) {
  const folder = join(await makeTempFolder(context), 'ledger');
  const time = { now: Date.UTC(2026, 0, 15) };
  const open = () =>
    createLedger({ folder, files: nodeFileSystem, processes: nodeProcesses, clock: { now: () => time.now } });
  /** Returns task and amount of each charge, as a process finds them. */
  const read = async (ledger = open()): Promise<string> => {
    await ledger.refresh();
    const charges = ledger.charges().map(({ task, amountUsd }) => `${task} ${amountUsd}`);
    return charges.toSorted().join(', ');
  };
  const names = async (): Promise<readonly string[]> => (await readdir(folder)).toSorted();
  const paths = async (): Promise<readonly string[]> => (await names()).map((name) => join(folder, name));
  return { folder, time, open, read, names, paths };
}

const { jobFile } = buildLedgerRecord();

const paid = (task: string, changes: Partial<LedgerRecord> = {}): LedgerRecord =>
  buildLedgerRecord({ task, ...changes });
const hash = (digit: string): string => digit.repeat(64);

test('a ledger without a record has no folder and no charge', async (context) => {
  const { folder, read } = await arrange(context);

  assert.equal(await read(), '');
  await assert.rejects(readdir(folder), /ENOENT/);
});

test('a process sees its own records at once, and those of others after the next look', async (context) => {
  const { open, read } = await arrange(context);
  const [one, other] = [open(), open()];
  await other.refresh();

  await one.append([paid('x'), paid('y', { amountUsd: null })]);

  assert.deepEqual(
    [one.charges().length, other.charges().length, await read(one), await read(other)],
    [2, 0, 'x 0.04, y null', 'x 0.04, y null'],
  );
});

test('concurrent records share a write, and each append resolves when its records are on disk', async (context) => {
  const { open, read, names } = await arrange(context);
  const ledger = open();

  await Promise.all(['a', 'b', 'c', 'd'].map((task) => ledger.append([paid(task)])));

  assert.deepEqual([await read(), (await names()).length], ['a 0.04, b 0.04, c 0.04, d 0.04', 1]);
});

test('of several lines about a task the last one is used, also in a later month', async (context) => {
  const { open, read, time } = await arrange(context);
  const ledger = open();
  await ledger.append([paid('x', { amountUsd: 1 }), paid('x', { amountUsd: 2 })]);
  const first = await read();
  time.now = Date.UTC(2026, 1, 15);
  await ledger.append([paid('x', { amountUsd: 3 })]);

  assert.deepEqual([first, await read(), await read(ledger)], ['x 2', 'x 3', 'x 3']);
});

test('a line of a version that did not tell what earlier attempts had cost is a charge', async (context) => {
  const { open, paths } = await arrange(context);
  const ledger = open();
  await ledger.append([paid('x', { earlierUsd: 0.5 })]);
  const { earlierUsd: _new, ...old } = paid('y', { doubtful: 1 });
  for (const path of await paths()) await appendFile(path, `${addSum(JSON.stringify({ v: 1, ...old }))}\n`);

  await ledger.refresh();

  assert.deepEqual(
    ledger.charges().map(({ task, doubtful, earlierUsd }) => [task, doubtful, earlierUsd]),
    [
      ['x', 0, 0.5],
      ['y', 1, 0],
    ],
  );
});

test('a result of the sandbox is not a charge', async (context) => {
  const { open, read } = await arrange(context);
  const ledger = open();

  await ledger.append([paid('x', { isSandbox: true, artifacts: [hash('a')] })]);

  assert.deepEqual([ledger.charges(), await read(), await open().hasArtifact(hash('a'), jobFile)], [[], '', true]);
});

/** Lines without their line end. */
const badLines: readonly (readonly [string, string])[] = [
  ['is changed', writeLedgerLine(paid('x')).replace('0.04', '-9.99')],
  ['has no check sum', JSON.stringify({ v: 1, ...paid('x') })],
  ['has a negative amount', writeLedgerLine(paid('x', { amountUsd: -1 }))],
  ['has an infinite amount', addSum(JSON.stringify({ v: 1, ...paid('x') }).replace('0.04', '1e999'))],
  ['has an invalid hash', writeLedgerLine(paid('x', { artifacts: ['../hero.png'] }))],
  ['is torn', writeLedgerLine(paid('x')).slice(0, 80)],
  ['is not an object', '7'],
];
for (const [title, line] of badLines) {
  test(`a line that ${title} is ignored, stays, and affects no other`, async (context) => {
    const { open, read, paths } = await arrange(context);
    const ledger = open();
    await ledger.append([paid('before')]);
    const [path = ''] = await paths();
    await appendFile(path, line);

    await ledger.append([paid('after')]);

    assert.equal(await read(), 'after 0.04, before 0.04');
    assert.ok((await readFile(path, 'utf8')).includes(`${line}\n`));
  });
}

test('charges of the newest three months are read, and hashes of thirteen, and older files are removed', async (context) => {
  const { open, read, names, time } = await arrange(context);
  const ledger = open();
  for (let month = 0; month < 15; month += 1) {
    time.now = Date.UTC(2026, month, 15);
    await ledger.append([paid(`m${month}`, { artifacts: [hash((month % 16).toString(16))] })]);
  }
  const fresh = open();

  assert.deepEqual(
    [await read(fresh), (await names()).length, (await names())[0]?.slice(0, 7)],
    ['m12 0.04, m13 0.04, m14 0.04', 13, '2026-03'],
  );
  const has = (month: number, of = jobFile) => fresh.hasArtifact(hash(month.toString(16)), of);
  assert.deepEqual(await Promise.all([has(1), has(2), has(14), has(14, '/w/other.gen.yaml')]), [
    false,
    true,
    true,
    false,
  ]);
});

test('a clock that was far ahead for a while removes no more than the oldest month', async (context) => {
  const { open, read, names, time } = await arrange(context);
  const ledger = open();
  await ledger.append([paid('x')]);
  time.now = Date.UTC(2099, 0, 1);
  await ledger.append([paid('ahead')]);
  time.now = Date.UTC(2026, 0, 16);

  assert.deepEqual([await read(), (await names()).length], ['ahead 0.04, x 0.04', 2]);
});

test('a file that was removed or replaced is read again, and records of this process are still counted', async (context) => {
  const { open, read, paths } = await arrange(context);
  const [own, other] = [open(), open()];
  await own.append([paid('own')]);
  await other.append([paid('other')]);
  await read(own);
  const [path = ''] = await paths();
  await writeFile(path, `${writeLedgerLine(paid('new'))}\n`);
  const replaced = await read(own);
  await rm(path);

  assert.deepEqual([replaced, await read(own)], ['new 0.04, own 0.04', 'own 0.04']);
});

test('a ledger that cannot be written rejects, and can be written later', async (context) => {
  const { folder, open, read } = await arrange(context);
  await writeFile(folder, 'a file in its place');
  const ledger = open();

  await assert.rejects(ledger.append([paid('x')]));
  await rm(folder);
  await ledger.append([paid('y')]);

  assert.equal(await read(ledger), 'y 0.04');
});

test('a write that fails is reported to those whose records are in it, and later records are written', async (context) => {
  const { folder, read, open } = await arrange(context);
  let isFull = true;
  const files = createFaultyFiles(({ name }) => (isFull && name === 'write' ? { code: 'ENOSPC' } : undefined));
  const ledger = createLedger({ folder, files, processes: nodeProcesses, clock: { now: () => 0 } });

  await assert.rejects(ledger.append([paid('a')]), { code: 'ENOSPC' });
  const known = ledger.charges().length;
  isFull = false;
  await ledger.append([paid('b')]);

  assert.deepEqual([known, await read(open())], [0, 'b 0.04']);
});

test('months are looked through for old ones once, and again when a month begins', async (context) => {
  const { folder, time } = await arrange(context);
  let listed = 0;
  const files = createFaultyFiles(({ name, path }) => {
    if (name === 'readdir' && path === folder) listed += 1;
    return undefined;
  });
  const ledger = createLedger({ folder, files, processes: nodeProcesses, clock: { now: () => time.now } });
  const counts: number[] = [];
  for (const now of [0, 1, Date.UTC(1970, 1, 1)]) {
    time.now = now;
    await ledger.append([paid('a')]);
    counts.push(listed);
  }

  assert.deepEqual(counts, [1, 1, 2]);
});

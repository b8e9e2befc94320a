import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../../src/node/systemClock.ts';
import { createSpool } from '../../../src/storage/spool.ts';
import { createFaultyFiles } from '../../fakes/disk/faultyFiles.ts';
import { deadIdentity } from '../../fakes/tasks/journalBench.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

async function arrange(context: TestContext) {
  const journalFolder = await makeTempFolder(context);
  const folder = join(journalFolder, 'spool');
  await mkdir(folder);
  const errors: string[] = [];
  const create = (files = nodeFileSystem) =>
    createSpool({
      folder,
      journalFolder,
      files,
      processes: nodeProcesses,
      clock: backgroundClock,
      log: { error: (line) => void errors.push(line) },
    });
  const spool = create();
  const leave = (name: string): Promise<void> => writeFile(join(folder, name), 'bytes');
  return { folder, journalFolder, create, spool, errors, leave, left: async () => (await readdir(folder)).toSorted() };
}

const request = { id: 'x', submittedAt: 5 };
const answer = {
  deliveries: [
    { source: { kind: 'text', text: 'Hello' }, title: null, lyrics: null },
    { source: { kind: 'url', url: 'https://x.example/a' }, title: null, lyrics: null },
    { source: { kind: 'bytes', bytes: Buffer.from('media'), mediaType: 'audio/mpeg' }, title: 'Sea', lyrics: 'la' },
  ],
  amountUsd: 0.04,
  text: 'Hello',
} as const;

test('media of a response are kept under their own names until they are removed', async (context) => {
  const { spool, left } = await arrange(context);

  const { results } = await spool.put(request, answer);
  const sources = results.map(({ source }) => source);
  const spooled = sources.flatMap((source) => (source.kind === 'spooled' ? [source.name] : []));
  const bytes = await Promise.all(spooled.map((name) => spool.read(name)));
  const before = await left();
  await spool.remove(sources);

  assert.deepEqual(
    [bytes.map((each) => Buffer.from(each).toString()), before.length, await left()],
    [['Hello', 'media'], 2, []],
  );
});

test('a response that was not recorded is found by its request', async (context) => {
  const { spool } = await arrange(context);
  const kept = await spool.put(request, answer);

  const found = await Promise.all(
    [request, { ...request, submittedAt: 6 }, { ...request, id: 'y' }].map((each) => spool.find(each)),
  );

  assert.deepEqual(found, [kept, null, null]);
});

test('a response with a changed byte, in the media or in the facts, is ignored', async (context) => {
  const { folder, spool, left } = await arrange(context);
  await spool.put(request, answer);
  const [name = ''] = await left();
  const whole = await readFile(join(folder, name));

  const accepted: number[] = [];
  for (const at of whole.keys()) {
    await writeFile(join(folder, name), whole.with(at, (whole[at] ?? 0) ^ 1));
    if (await spool.find(request)) accepted.push(at);
  }

  assert.deepEqual(accepted, []);
});

test('files of an ended process are removed, unless a journal names them in any line', async (context) => {
  const { journalFolder, spool, leave, left } = await arrange(context);
  const nameOf = (task: string): string => `${deadIdentity}-${task}.5.0a`;
  for (const task of ['a', 'b', 'c']) await leave(nameOf(task));
  await writeFile(join(journalFolder, 'journal-nobody-0a.jsonl'), `{"v":9,"name":"${nameOf('b')}"}\n`);
  await writeFile(join(journalFolder, 'damaged-journal-x-0a.jsonl'), `#broken ${nameOf('c')}`);
  await spool.put(request, answer);

  await spool.removeOrphans(() => true);

  const names = await left();
  const isOurs = (name: string): boolean => !name.startsWith(deadIdentity);
  assert.deepEqual([names.filter((name) => !isOurs(name)), names.filter(isOurs).length], [['b', 'c'].map(nameOf), 2]);
});

test('a file that may be the response to a task that is not adopted yet stays', async (context) => {
  const { journalFolder, spool, leave, left } = await arrange(context);
  const names = ['sent-a', 'sent-b'].map((task) => `${deadIdentity}-${task}.5.0a`);
  for (const name of names) await leave(name);
  await writeFile(join(journalFolder, 'journal-nobody-0a.jsonl'), '{"task":"sent-a"}\n{"task":"sent-b"}\n');

  await spool.removeOrphans((task) => task === 'sent-b');

  assert.deepEqual(await left(), names.slice(0, 1));
});

test('files of another machine are kept for a month', async (context) => {
  const { folder, spool, leave, left } = await arrange(context);
  for (const name of ['00000000.1.1-x.5.0a', '00000000.1.1-x.5.0b']) await leave(name);
  await utimes(join(folder, '00000000.1.1-x.5.0a'), 1, 1);

  await spool.removeOrphans(() => true);

  assert.deepEqual(await left(), ['00000000.1.1-x.5.0b']);
});

test('a result in memory stays on disk when two flushes run at the same time', async (context) => {
  const { create } = await arrange(context);
  let isFull = true;
  let second: Promise<void> | undefined;
  const files = createFaultyFiles(({ name }) => {
    // The first flush has written a file, and has not synced it.
    if (!isFull && name === 'sync') second ??= spool.flush();
    return isFull && name === 'write' ? { code: 'ENOSPC' } : undefined;
  });
  const spool = create(files);
  await spool.put(request, answer);
  isFull = false;

  await spool.flush();
  await second;

  assert.equal((await create().find(request))?.amountUsd, 0.04);
});

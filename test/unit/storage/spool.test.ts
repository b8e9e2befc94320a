import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createSpool } from '../../../src/storage/spool.ts';
import { deadMark } from '../../fakes/journalBench.ts';
import { makeTempFolder } from '../../fakes/tempFolder.ts';

async function arrange(context: TestContext) {
  const journalFolder = await makeTempFolder(context);
  const folder = join(journalFolder, 'spool');
  await mkdir(folder);
  const errors: string[] = [];
  const spool = createSpool({ folder, journalFolder, log: { error: (line) => void errors.push(line) } });
  const leave = (name: string): Promise<void> => writeFile(join(folder, name), 'bytes');
  return { folder, journalFolder, spool, errors, leave, left: async () => (await readdir(folder)).toSorted() };
}

const text = { source: { kind: 'text', text: 'Hello' }, title: null, lyrics: null } as const;

test('what came with an answer is kept under a name of its own until it is removed', async (context) => {
  const { spool, left } = await arrange(context);

  const { source } = await spool.put(text);
  const bytes = source.kind === 'spooled' ? await spool.read(source.name) : null;
  const before = await left();
  await spool.remove([source]);

  assert.deepEqual([Buffer.from(bytes ?? []).toString(), before.length, await left()], ['Hello', 1, []]);
});

test('what a process that is gone has put aside goes, unless a journal names it in any line', async (context) => {
  const { journalFolder, spool, leave, left } = await arrange(context);
  for (const name of ['0a', '0b', '0c']) await leave(`${deadMark}-${name}`);
  await writeFile(join(journalFolder, 'journal-nobody-0a.jsonl'), `{"v":9,"name":"${deadMark}-0b"}\n`);
  await writeFile(join(journalFolder, 'damaged-journal-x-0a.jsonl'), `#broken ${deadMark}-0c`);
  await spool.put(text);

  await spool.removeOrphans();

  const names = await left();
  const isOurs = (name: string): boolean => !name.startsWith(deadMark);
  assert.deepEqual(
    [names.filter((name) => !isOurs(name)), names.filter(isOurs).length],
    [[`${deadMark}-0b`, `${deadMark}-0c`], 1],
  );
});

test('what another machine has put aside is left alone for a month', async (context) => {
  const { folder, spool, leave, left } = await arrange(context);
  for (const name of ['00000000.1.1-0a', '00000000.1.1-0b']) await leave(name);
  await utimes(join(folder, '00000000.1.1-0a'), 1, 1);

  await spool.removeOrphans();

  assert.deepEqual(await left(), ['00000000.1.1-0b']);
});

test('a name that leads elsewhere stays in the folder of the spool', async (context) => {
  const { journalFolder, spool } = await arrange(context);
  await writeFile(join(journalFolder, 'secret'), 'mine');

  await assert.rejects(spool.read('../secret'), { code: 'ENOENT' });
});

import assert from 'node:assert/strict';
import { appendFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { MarkChange } from '../../../src/core/artifact/marks.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createMarksFile } from '../../../src/storage/marksFile.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const hash = 'a'.repeat(64);
const start = Date.parse('2026-01-01T00:00:00Z');

async function arrange(context: TestContext) {
  const boundary = await makeTempFolder(context);
  const jobFile = join(boundary, 'hero.gen.yaml');
  const path = join(boundary, 'hero.gen.marks.jsonl');
  const clock = { now: () => start };
  const marksFile = createMarksFile({ files: nodeFileSystem, processes: nodeProcesses, clock });
  return {
    boundary,
    path,
    clock,
    change: (change: MarkChange, sha256 = hash) => marksFile.change({ jobFile, boundary, sha256 }, change),
    read: async () => (await marksFile.read(jobFile)).get(hash),
    text: () => readFile(path, 'utf8'),
  };
}

const full = (mark: string, at = '2026-01-01T00:00:00.000Z'): string =>
  JSON.stringify({ v: 1, at, sha256: hash, mark, rating: null, note: null });

test('a line has all keys and the whole mark after the change', async (context) => {
  const { change, text } = await arrange(context);
  await change({ mark: 'star' });
  await change({ rating: 4, note: 'Soft "light"\n' });
  await change({ mark: null });
  const at = '2026-01-01T00:00:00.000Z';
  const lines = [
    { v: 1, at, sha256: hash, mark: 'star', rating: null, note: null },
    { v: 1, at, sha256: hash, mark: 'star', rating: 4, note: 'Soft "light"\n' },
    { v: 1, at, sha256: hash, mark: null, rating: 4, note: 'Soft "light"\n' },
  ];
  assert.equal(await text(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

test('changes made at once build on each other', async (context) => {
  const { change, read } = await arrange(context);
  const changed = await Promise.all([change({ mark: 'reject' }), change({ rating: 2 }), change({ mark: 'star' })]);
  assert.deepEqual(
    [changed.map(({ before }) => before.mark), await read()],
    [[null, 'reject', 'reject'], { mark: 'star', rating: 2, note: null }],
  );
});

test('a change builds on what was merged in, and not on the future', async (context) => {
  const { change, path, read } = await arrange(context);
  await change({ rating: 3 });
  await appendFile(path, `${full('reject')}\n${full('star', '2027-01-01T00:00:00Z')}\n`);
  await change({ note: 'Merged' });
  assert.deepEqual(await read(), { mark: 'reject', rating: null, note: 'Merged' });
});

test('a link is neither read nor written, and a failed change does not stop the next', async (context) => {
  const { path, change, read } = await arrange(context);
  const target = join(await makeTempFolder(context), 'other.jsonl');
  await writeFile(target, `${full('star')}\n`);
  await symlink(target, path);
  await assert.rejects(change({ mark: 'reject' }));
  assert.deepEqual([await read(), await readFile(target, 'utf8')], [undefined, `${full('star')}\n`]);
  await rm(path);
  await change({ mark: 'reject' });
  assert.equal((await read())?.mark, 'reject');
});

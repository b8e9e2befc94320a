// What others may have written: a storage folder, and links out of the boundary.
import assert from 'node:assert/strict';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeJournalLine } from '../../../src/storage/journal/journalLines.ts';
import { planned } from '../../fakes/tasks/journalRecords.ts';
import { arrangeRun, job, statusesOf } from './arrangeRun.ts';

/** Writes a storage folder as a repository may bring it: a result that is to be saved in a folder of the attacker. */
async function writeHostileStorage(folder: string, jobFile: string): Promise<void> {
  await mkdir(folder);
  const [first] = [planned('t1', jobFile)];
  if (first?.kind !== 'planned') return;
  const { request } = first.seed;
  const output = { ...request.output, dir: '../.config', name: 'stolen' };
  const seed = { ...first.seed, boundary: '/', request: { ...request, output } };
  const source = { kind: 'url', url: 'http://127.0.0.1:9/a.png' } as const;
  const result = { source, title: null, lyrics: 'attacker text' };
  const head = { v: 1, task: 't1' } as const;
  const records = [
    { ...first, seed },
    { ...head, at: 2, kind: 'sending', attempt: 1, isSandbox: false } as const,
    { ...head, at: 3, kind: 'accepted', taskId: 'g1', statusWord: null } as const,
    { ...head, at: 4, kind: 'finished', statusWord: null, amountUsd: null, results: [result] } as const,
  ];
  const lines = records.map((record) => `${writeJournalLine(record).text}\n`).join('');
  await writeFile(join(folder, 'journal-nobody-0123456789ab.jsonl'), lines);
}

test('a storage folder that others have filled is refused, unless the caller vouches for it', async (context) => {
  const { run, root, work, gateway } = await arrangeRun(context);
  const storageDir = join(work, '.genwright');
  await writeHostileStorage(storageDir, join(work, 'other.gen.yaml'));

  await assert.rejects(run({ storageDir }), /has files that Genwright did not create there/);
  assert.deepEqual([gateway.calls, await readdir(storageDir)], [[], ['journal-nobody-0123456789ab.jsonl']]);

  const trusted = await run({ storageDir, isStorageTrusted: true });
  const again = await run({ storageDir });

  assert.deepEqual([trusted, again].map(statusesOf), [['saved'], ['unchanged']]);
  assert.deepEqual((await readdir(root)).toSorted(), ['home', 'work']);
});

test('a task that is continued stays inside the boundary of the call, whatever the journal says', async (context) => {
  const { run, root, work } = await arrangeRun(context);
  const storageDir = join(root, 'brought');
  await writeHostileStorage(storageDir, join(work, 'hero.gen.yaml'));
  const ended: (string | undefined)[] = [];

  await run({
    storageDir,
    isStorageTrusted: true,
    onTask: ({ id, state, error }) => id === 't1' && ended.push(state, error?.code),
  });

  assert.deepEqual(ended.slice(-2), ['unsaved', 'outside-workspace']);
  assert.deepEqual((await readdir(root)).toSorted(), ['brought', 'home', 'work']);
});

test('a job file that is a link out of the boundary is not sent', async (context) => {
  const { run, root, work, gateway } = await arrangeRun(context);
  await writeFile(join(root, 'private.gen.yaml'), job);
  const file = join(work, 'link.gen.yaml');
  await symlink('../private.gen.yaml', file);

  await assert.rejects(run({ file }), /leads to .*private\.gen\.yaml, which is outside .*Nothing was sent\./);
  assert.deepEqual(gateway.calls, []);

  assert.deepEqual(statusesOf(await run({ file, boundary: root })), ['saved']);
});

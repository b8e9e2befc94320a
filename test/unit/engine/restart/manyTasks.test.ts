// The number of calls of the file system that a window makes at its start if the journal has many tasks.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { createFaultyFiles, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { deadIdentity, lineOf } from '../../../fakes/tasks/journalBench.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';

test('thousands of adopted tasks share the syncs of the journal, and each folder is read once', async (context) => {
  const steps: FileStep[] = [];
  const files = createFaultyFiles((step) => void steps.push(step));
  const { engine, folder, jobFile, storageDir } = await createEngineBench(context, { files });
  await mkdir(storageDir);
  const lines = Array.from({ length: 1_000 }, (_, at) => {
    const record = planned(`t${at}`, jobFile);
    return record.kind === 'planned' ? lineOf({ ...record, seed: { ...record.seed, boundary: folder } }) : '';
  });
  await writeFile(join(storageDir, `journal-${deadIdentity}-0a.jsonl`), `${lines.join('\n')}\n`);

  await engine.resume([folder]);

  const syncs = steps.filter(({ name }) => name === 'sync' || name === 'datasync').length;
  const looks = steps.filter(({ name, path }) => name === 'readdir' && path === folder).length;
  assert.deepEqual(
    [engine.tasks().filter(({ state }) => state === 'stopped').length, syncs < 20, looks],
    [1_000, true, 1],
    `${syncs} syncs`,
  );
});

import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createResultReader } from '../../../../../src/host/language/lens/resultReader.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { buildRecord } from '../../fakes/builders.ts';
import { createFakeEngine } from '../../fakes/fakeEngine.ts';

test('a runs file that cannot be read has no results', async (context) => {
  const jobFile = join(await makeTempFolder(context), 'hero.gen.yaml');
  await appendFile(join(dirname(jobFile), 'hero.gen.runs.jsonl'), 'a line\n');
  const readRuns = () => Promise.reject(new Error('EACCES'));
  const read = createResultReader({ engine: () => Promise.resolve({ ...createFakeEngine().engine, readRuns }) });

  assert.equal((await read(jobFile)).size, 0);
});

test('a runs file is read if it exists, and again when it has changed', async (context) => {
  const folder = await makeTempFolder(context);
  const jobFile = join(folder, 'hero.gen.yaml');
  const reads: string[] = [];
  let loads = 0;
  const read = createResultReader({
    engine() {
      loads += 1;
      const readRuns = (path: string) => Promise.resolve([buildRecord({ task_id: `${reads.push(path)}` })]);
      return Promise.resolve({ ...createFakeEngine().engine, readRuns });
    },
  });

  assert.deepEqual([(await read(jobFile)).size, loads], [0, 0]);

  const write = (): Promise<void> => appendFile(join(folder, 'hero.gen.runs.jsonl'), 'one more line\n');
  await write();
  await read(jobFile);
  assert.equal((await read(jobFile)).get(null)?.task_id, '1');

  await write();
  assert.equal((await read(jobFile)).get(null)?.task_id, '2');
  assert.deepEqual(reads, [jobFile, jobFile]);
});

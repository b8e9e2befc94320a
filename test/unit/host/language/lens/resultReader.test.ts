import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createResultReader } from '../../../../../src/host/language/lens/resultReader.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { buildRecord } from '../../fakes/builders.ts';
import { createFakeEngine } from '../../fakes/fakeEngine.ts';

test('the last result of a job is its newest saved one, if there is a runs file that can be read', async (context) => {
  const folder = await makeTempFolder(context);
  const jobFile = join(folder, 'hero.gen.yaml');
  let readRuns = () => Promise.reject<ReturnType<typeof buildRecord>[]>(new Error('EACCES'));
  let loads = 0;
  const read = createResultReader({
    engine() {
      loads += 1;
      return Promise.resolve({ ...createFakeEngine().engine, readRuns });
    },
  });
  const list = async () => [...(await read(jobFile))].map(([job, { task_id: id }]) => [job, id]);
  assert.deepEqual(await list(), []);
  assert.equal(loads, 0);

  await appendFile(join(folder, 'hero.gen.runs.jsonl'), 'a line\n');
  assert.deepEqual(await list(), []);
  const records = [
    buildRecord({ task_id: '1' }),
    buildRecord({ task_id: '2', job: 'door' }),
    buildRecord({ task_id: '3' }),
    buildRecord({ task_id: '4', status: 'failed' }),
  ];
  readRuns = () => Promise.resolve(records);
  assert.deepEqual(await list(), [
    [null, '3'],
    ['door', '2'],
  ]);
});

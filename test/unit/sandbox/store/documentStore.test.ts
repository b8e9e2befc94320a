import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDocumentStore } from '../../../../src/sandbox/store/documentStore.ts';
import { taskRecordSchema, type TaskRecord } from '../../../../src/sandbox/store/taskRecord.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

function record(number: number, change: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: `task_${number.toString(16).padStart(32, '0')}`,
    kind: 'image',
    path: '/v1/images/generations',
    model: 'm',
    body: { seed: 9_007_199_254_740_993n },
    createdAtMs: 1,
    startsAtMs: 2,
    endsAtMs: 3,
    amountUsd: 1,
    failure: null,
    ...change,
  };
}

test('lists the documents of a folder, whichever server has written them, and nothing else', async (t) => {
  const folder = join(await makeTempFolder(t), 'tasks');
  const writer = createDocumentStore(folder, taskRecordSchema);
  const tasks = Array.from({ length: 40 }, (_, number) => record(number));
  for (const task of tasks) await writer.add(task);
  const others = ['', 'null', '{"id":', '{"id":"task_0"}'];
  for (const [at, text] of others.entries()) await writeFile(join(folder, `${record(50 + at).id}.json`), text);
  await writeFile(join(folder, 'note.txt'), '');
  await mkdir(join(folder, 'more'));

  const listed = await createDocumentStore(folder, taskRecordSchema).list();

  assert.deepEqual(
    listed.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    tasks,
  );
});

test('a document is found as soon as another server has written it', async (t) => {
  const folder = join(await makeTempFolder(t), 'tasks');
  const [writer, reader] = [
    createDocumentStore(folder, taskRecordSchema),
    createDocumentStore(folder, taskRecordSchema),
  ];
  const task = record(1);
  const before = [await reader.find(task.id), await reader.list()];
  await writer.add(task);

  assert.deepEqual([before, await reader.find(task.id), await reader.find('../key')], [[null, []], task, null]);
});

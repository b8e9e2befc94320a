import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TaskRecord } from '../../../../src/sandbox/store/taskRecord.ts';
import { createTaskStore } from '../../../../src/sandbox/store/taskStore.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

function record(number: number, change: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: `task_${number.toString(16).padStart(32, '0')}`,
    kind: 'image',
    path: '/v1/images/generations',
    model: 'm',
    body: {},
    createdAtMs: 1,
    startsAtMs: 2,
    endsAtMs: 3,
    amountUsd: 1,
    failure: null,
    ...change,
  };
}

test('the tasks that have succeeded by a time are charged, whichever server has written them', async (t) => {
  const folder = await makeTempFolder(t);
  const writer = await createTaskStore(folder);
  for (let number = 0; number < 40; number += 1) await writer.add(record(number));
  await writer.add(record(40, { failure: 'It fails.' }));
  await writer.add(record(41, { endsAtMs: 5, amountUsd: 100 }));
  await writeFile(join(folder, 'tasks', `${record(42).id}.json`), 'no record');
  await writeFile(join(folder, 'tasks', 'note.txt'), '');
  const reader = await createTaskStore(folder);

  const spent = await Promise.all([2, 3, 4, 5].map((atMs) => reader.readSpentUsd(atMs)));

  assert.deepEqual(spent, [0, 40, 40, 140]);
});

test('a task is found as soon as another server has written it', async (t) => {
  const folder = await makeTempFolder(t);
  const [writer, reader] = [await createTaskStore(folder), await createTaskStore(folder)];
  const task = record(1);
  const before = await reader.find(task.id);
  await writer.add(task);

  assert.deepEqual([before, await reader.find(task.id), await reader.find('../key')], [null, task, null]);
});

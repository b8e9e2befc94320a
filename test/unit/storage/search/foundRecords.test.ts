import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { readFoundRecords } from '../../../../src/storage/search/foundRecords.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { buildRecord } from './records.ts';

test('each task is found once, a request without a task each time, and no line of more than 4 MiB', async (context) => {
  const path = join(await makeTempFolder(context), 'a.gen.runs.jsonl');
  const most = 4 * 1024 * 1024;
  const lines = [
    JSON.stringify(buildRecord(1)),
    JSON.stringify(buildRecord(2, { task_id: 'task-1' })),
    JSON.stringify(buildRecord(3, { task_id: null })),
    JSON.stringify(buildRecord(4, { task_id: null })),
    JSON.stringify(buildRecord(5)).padEnd(most),
    JSON.stringify(buildRecord(6)).padEnd(most + 1),
  ];
  await writeFile(path, lines.join('\n'));
  let end = -1;
  const hits = lines.map((line) => ({ path, time: 0, start: end + 1, end: (end += 1 + line.length) }));

  const found = await readFoundRecords(hits, nodeFileSystem);

  assert.deepEqual(
    found.map(({ record }) => record.index),
    [1, 3, 4, 5],
  );
});

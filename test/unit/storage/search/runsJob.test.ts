import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runRunsJob } from '../../../../src/storage/search/runsJob.ts';
import { maxRows } from '../../../../src/storage/search/runsSegment.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

test('a job reads whole lines, up to a number, and the next one continues after them', async (context) => {
  const path = join(await makeTempFolder(context), 'a.gen.runs.jsonl');
  const text = `\n${'{}\n'.repeat(maxRows + 1)}`;
  await writeFile(path, `${text}{`);
  const end = text.length + 1;
  const read = async (start: number) => {
    const reply = await runRunsJob({ kind: 'index', path, start, end });
    return reply?.kind === 'index' ? [reply.end, Buffer.from(reply.tail).toString().slice(-4)] : null;
  };

  assert.deepEqual(
    [await read(0), await read(3 * maxRows - 2), await read(end)],
    [
      [3 * maxRows - 2, '\n{}\n'],
      [end, '{}\n{'],
      [end, ''],
    ],
  );
});

test('a line that is longer than a job reads is passed over in parts', async (context) => {
  const path = join(await makeTempFolder(context), 'a.gen.runs.jsonl');
  const chunkBytes = 16 * 1024 * 1024;
  await writeFile(path, `{}\n${' '.repeat(chunkBytes)}\n{}\n`);
  const end = chunkBytes + 7;
  const ends: (number | undefined)[] = [];
  for (let start: number | undefined = 0; start !== undefined && start < end; start = ends.at(-1)) {
    ends.push((await runRunsJob({ kind: 'index', path, start, end }))?.end);
  }

  assert.deepEqual(ends, [3, 3 + chunkBytes, end]);
});

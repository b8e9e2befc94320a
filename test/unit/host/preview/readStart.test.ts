import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readStart } from '../../../../src/host/preview/readStart.ts';

test('the start of a file is read up to a limit, a shorter one whole', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'read-start-'));
  t.after(() => rm(dir, { recursive: true }));
  const path = join(dir, 'a.txt');
  await writeFile(path, 'abcdef');
  const parts = await Promise.all([readStart(path, 4), readStart(path, 6), readStart(path, 9)]);
  assert.deepEqual(
    parts.map((bytes) => new TextDecoder().decode(bytes)),
    ['abcd', 'abcdef', 'abcdef'],
  );
});

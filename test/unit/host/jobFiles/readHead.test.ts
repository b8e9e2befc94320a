import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { maxScannedLength } from '../../../../src/core/jobFile/recognize/scanRoot.ts';
import { readHead } from '../../../../src/host/jobFiles/readHead.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

const isPosix = process.platform !== 'win32';

test('the start of a file is read, and nothing of anything but a file', async (context) => {
  const root = await makeTempFolder(context);
  const path = (name: string): string => join(root, name);
  await writeFile(path('short.gen.yaml'), '\ufeffmodel: sonic # ü\n');
  await writeFile(path('long.gen.yaml'), 'x'.repeat(maxScannedLength + 1));
  await writeFile(path('empty.gen.yaml'), '');
  await mkdir(path('folder.gen.yaml'));
  const heads = await Promise.all(
    ['short', 'empty', 'folder', 'none'].map((name) => readHead(path(`${name}.gen.yaml`))),
  );
  assert.deepEqual(heads, ['\ufeffmodel: sonic # ü\n', '', null, null]);
  assert.equal((await readHead(path('long.gen.yaml')))?.length, maxScannedLength);
});

test('a file that cannot be read is empty', { skip: process.platform !== 'linux' }, async () => {
  // The first address in the memory of a process cannot be read.
  assert.equal(await readHead('/proc/self/mem'), '');
});

test('a pipe is not read, because it may never contain anything', { skip: !isPosix }, async (context) => {
  const pipe = join(await makeTempFolder(context), 'pipe.gen.yaml');
  execFileSync('mkfifo', [pipe]);
  assert.equal(await readHead(pipe), null);
});

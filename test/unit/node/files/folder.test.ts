import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFolderGone, makeFolder, syncFolder } from '../../../../src/node/files/folder.ts';
import { addSum, checkSum } from '../../../../src/node/files/checkSum.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';

function arrange(decide: (step: FileStep) => Fault = () => undefined) {
  const disk = createMemoryDisk();
  disk.put('/w/a.txt', 'a');
  const synced: string[] = [];
  const files = createFaultyFiles((step) => {
    if (step.name === 'sync') synced.push(step.path);
    return decide(step);
  }, disk.files);
  return { disk, files, synced };
}

test('each new folder survives a power cut', async () => {
  const { disk, files, synced } = arrange();

  await makeFolder('/w/x/y/z', files);
  disk.cutPower();

  assert.deepEqual(synced, ['/w/x/y', '/w/x', '/w']);
  assert.equal((await disk.files.stat('/w/x/y/z')).isFile(), false);
});

test('a folder whose name could not be synced survives a power cut after the next attempt', async () => {
  let refusals = 0;
  const { disk, files } = arrange(({ name }) =>
    name === 'sync' && (refusals += 1) === 1 ? { code: 'ESTALE' } : undefined,
  );

  await assert.rejects(makeFolder('/w/x', files));
  await makeFolder('/w/x', files);
  disk.cutPower();

  assert.equal((await disk.files.stat('/w/x')).isFile(), false);
});

test('a system that cannot sync folders is not an error, and a broken disk is', async () => {
  const syncWith = (code: string) =>
    syncFolder('/w', arrange(({ name }) => (name === 'sync' ? { code } : undefined)).files).then(
      () => 'synced',
      (error: { readonly code: string }) => error.code,
    );
  const codes = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'EIO', 'ENOSPC'];

  const outcomes = await Promise.all(codes.map(syncWith));

  assert.deepEqual(outcomes, [...Array.from({ length: 6 }, () => 'synced'), 'EIO', 'ENOSPC']);
});

test('a folder is gone only if the system says that it does not exist', async () => {
  const { files } = arrange(({ name, path }) =>
    name === 'stat' && path === '/locked' ? { code: 'EACCES' } : undefined,
  );

  assert.deepEqual(await Promise.all(['/w', '/none', '/locked'].map((folder) => isFolderGone(folder, files))), [
    false,
    true,
    false,
  ]);
});

test('a check sum shows each change of a line', () => {
  const line = addSum('{"v":1,"text":"a"}');

  assert.match(line, /^\{"v":1,"text":"a","sum":"[0-9a-f]{8}"\}$/);
  assert.deepEqual(JSON.parse(line), { v: 1, text: 'a', sum: line.slice(-10, -2) });
  assert.deepEqual(
    [
      line,
      line.replace('"a"', '"b"'),
      line.replace(/.(?="\}$)/, (digit) => (digit === '0' ? '1' : '0')),
      '{"v":1}',
    ].map(checkSum),
    ['right', 'wrong', 'wrong', 'none'],
  );
});

test('a sum inside a text is not the sum of the line', () => {
  assert.equal(checkSum('{"text":",\\"sum\\":\\"00000000\\"}"}'), 'none');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFolderGone, makeFolder, syncFolder } from '../../../../src/node/files/folder.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
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

  assert.deepEqual(synced, ['/w', '/w/x', '/w/x/y']);
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

test('a disk that says that a folder is missing below one that exists is asked once', async () => {
  const made: string[] = [];
  const { files } = arrange(({ name, path }) => {
    if (name !== 'mkdir') return undefined;
    made.push(path);
    return path === '/w/x' ? { code: 'ENOENT' } : undefined;
  });

  await assert.rejects(makeFolder('/w/x/y', files), { code: 'ENOENT' });

  assert.deepEqual(made, ['/w/x']);
  // The disk of Node makes one folder too, because it would not end otherwise.
  await assert.rejects(nodeFileSystem.mkdir('/none/x'), { code: 'ENOENT' });
});

test('a file where a folder should be is an error, and a folder that another process makes is not', async () => {
  const { files, disk } = arrange();
  const late = { ...files, mkdir: async (path: string) => (disk.put(`${path}/a`, ''), files.mkdir(path)) };

  await makeFolder('/w/x', late);

  await assert.rejects(makeFolder('/w/a.txt', files), { code: 'EEXIST' });
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

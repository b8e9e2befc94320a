import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  hashFile,
  readChunks,
  readFile,
  readRange,
  withFile,
  writeByDraft,
  writeChunks,
  writeWhole,
} from '../../../../src/node/files/wholeFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';

const path = '/w/a.bin';
const mebibyte = 1024 * 1024;

function arrange(text: string, decide: (step: FileStep) => Fault = () => undefined) {
  const disk = createMemoryDisk();
  disk.put(path, text);
  const steps: string[] = [];
  const files = createFaultyFiles((step) => {
    steps.push(step.name);
    return decide(step);
  }, disk.files);
  return { disk, files, steps, content: () => disk.list().get(path)?.toString() };
}

const inPieces = ({ name }: FileStep): Fault => (name === 'read' || name === 'write' ? { atMost: 3 } : undefined);

test('a range is read from its start to its end, also in pieces and beyond the end of the file', async () => {
  const { files } = arrange('abcdefgh', inPieces);
  const read = (start: number, end: number) =>
    files.open(path, 'r').then((file) => withFile(file, async () => (await readRange(file, start, end)).toString()));

  assert.deepEqual(await Promise.all([read(0, 8), read(1, 7), read(6, 20), read(8, 9), read(3, 3)]), [
    'abcdefgh',
    'bcdefg',
    'gh',
    '',
    '',
  ]);
});

test('a file is read as a whole, and closed', async () => {
  const { files, steps } = arrange('abcdefgh', inPieces);

  assert.equal((await readFile(path, files)).toString(), 'abcdefgh');
  assert.equal(steps.at(-1), 'close');
});

for (const size of [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte]) {
  test(`a file of ${size} bytes is read in chunks without an empty one`, async () => {
    const { files } = arrange('x'.repeat(size));
    const sizes: number[] = [];
    await withFile(await files.open(path, 'r'), async (file) => {
      for await (const chunk of readChunks(file)) sizes.push(chunk.length);
    });

    assert.deepEqual(
      [sizes.reduce((sum, each) => sum + each, 0), sizes.includes(0), sizes.length],
      [size, false, Math.ceil(size / mebibyte)],
    );
  });
}

test('the hash of a file is that of all its chunks', async () => {
  const text = 'ab'.repeat(mebibyte);

  assert.equal(await hashFile(path, arrange(text).files), createHash('sha256').update(text).digest('hex'));
});

test('all bytes are written, at a position or at the offset of the file', async () => {
  const { files, content } = arrange('0123456789', inPieces);
  await withFile(await files.open(path, 'r+'), (file) => writeWhole(file, Buffer.from('abcd'), 2));
  const after = content();
  await withFile(await files.open(path, 'a'), (file) => writeWhole(file, Buffer.from('wxyz')));

  assert.deepEqual([after, content()], ['01abcd6789', '01abcd6789wxyz']);
});

test('chunks are written one after the other, in whatever pieces the disk accepts them', async () => {
  for (const atMost of [1, 2, 3, 4, 100]) {
    const { files, content } = arrange('0123456789', ({ name }) => (name === 'write' ? { atMost } : undefined));
    const chunks = ['ab', '', 'c', 'def', ''].map((text) => Buffer.from(text));

    await withFile(await files.open(path, 'r+'), (file) => writeChunks(file, chunks, 2));

    assert.equal(content(), '01abcdef89');
  }
});

test('a disk that accepts no byte is an error, not an endless loop', async () => {
  const { files } = arrange('', ({ name }) => (name === 'write' ? { atMost: 0 } : undefined));
  const file = await files.open(path, 'r+');

  await assert.rejects(writeWhole(file, Buffer.from('abc'), 0), /Only 0 of 3 bytes/);
  await assert.rejects(writeChunks(file, [Buffer.from('abc')], 0), /No more than 0 bytes/);
});

test('a file is closed if its use fails', async () => {
  const { files, steps } = arrange('');

  await assert.rejects(
    withFile(await files.open(path, 'r'), () => Promise.reject(new Error('used badly'))),
    /used badly/,
  );

  assert.equal(steps.at(-1), 'close');
});

for (const failing of ['write', 'sync', 'rename'] as const) {
  test(`a file is replaced as a whole or not at all, also if the ${failing} fails`, async () => {
    let isBroken = true;
    const { files, disk, content } = arrange('old', ({ name }) =>
      isBroken && name === failing ? { code: 'ENOSPC' } : undefined,
    );
    const write = () => writeByDraft(path, Buffer.from('new'), { draft: `${path}.part`, files });

    await assert.rejects(write, { code: 'ENOSPC' });
    assert.deepEqual([content(), [...disk.list().keys()]], ['old', [path]]);
    isBroken = false;
    await write();
    assert.deepEqual([content(), [...disk.list().keys()]], ['new', [path]]);
  });
}

test('a file that has its name is on disk, unless it need not survive a power cut', async () => {
  for (const isDurable of [true, false]) {
    const { files, steps } = arrange('old');
    await writeByDraft(path, Buffer.from('new'), { draft: `${path}.part`, files, isDurable });
    assert.deepEqual(steps.includes('sync'), isDurable);
    assert.ok(!isDurable || steps.indexOf('sync') < steps.indexOf('rename'));
  }
});

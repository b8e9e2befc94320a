import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { systemCode } from '../../../../src/node/files/systemCode.ts';
import { startWriterThread } from '../../../../src/node/partFiles/writerThread.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

const mebibyte = 1024 * 1024;

async function arrange(context: TestContext) {
  const path = join(await makeTempFolder(context), 'part');
  await writeFile(path, '');
  const writer = startWriterThread(path);
  context.after(() => writer.stop());
  return { path, writer };
}

/** Returns the next thread of the process when it has been created. */
async function nextThread(): Promise<Worker> {
  const [thread] = (await once(process, 'worker')) as [Worker];
  return thread;
}

/** Returns random chunks of odd sizes. */
function buildChunks(bytes: number): readonly Buffer[] {
  const whole = randomBytes(bytes);
  const chunks: Buffer[] = [];
  for (let start = 0; start < whole.length; start += 100_003) chunks.push(whole.subarray(start, start + 100_003));
  return chunks;
}

test('the thread writes all bytes in their order, and returns their hash', async (context) => {
  const { path, writer } = await arrange(context);
  const chunks = buildChunks(40 * mebibyte);

  for (const chunk of chunks) await writer.write(chunk);
  const sha256 = await writer.finish();

  const whole = Buffer.concat(chunks);
  assert.equal(whole.equals(await readFile(path)), true);
  assert.equal(sha256, hash('sha256', whole));
});

test('a chunk that is larger than the memory of the thread is written whole', async (context) => {
  const { path, writer } = await arrange(context);
  const chunk = Buffer.concat(buildChunks(9 * mebibyte));

  await writer.write(Buffer.from('before'));
  await writer.write(chunk);
  await writer.finish();

  assert.equal(Buffer.concat([Buffer.from('before'), chunk]).equals(await readFile(path)), true);
});

test('a writer that is quicker than the thread has to wait', async (context) => {
  const { writer } = await arrange(context);
  const block = Buffer.alloc(mebibyte);

  const [first, second] = [writer.write(block), writer.write(block)];

  // The thread cannot reply before this one waits, and its memory has two mebibytes.
  assert.deepEqual([first === undefined, second === undefined], [true, false]);
  await second;
});

test('bytes that come while others wait keep their order', async (context) => {
  const { path, writer } = await arrange(context);
  const chunks = buildChunks(5 * mebibyte);

  const writes = chunks.map(async (chunk) => writer.write(chunk));
  const sha256 = await writer.finish();

  await Promise.all(writes);
  const whole = Buffer.concat(chunks);
  assert.equal(whole.equals(await readFile(path)), true);
  assert.equal(sha256, hash('sha256', whole));
});

test('bytes that wait when the file restarts are not written', async (context) => {
  const { path, writer } = await arrange(context);
  const waiting = writer.write(Buffer.alloc(3 * mebibyte, 1));

  writer.restart();
  await Promise.all([waiting, writer.write(Buffer.from('whole'))]);

  assert.equal(await writer.finish(), hash('sha256', 'whole'));
  assert.equal(await readFile(path, 'utf8'), 'whole');
});

test('after a restart, the next bytes are the first ones', async (context) => {
  const { path, writer } = await arrange(context);
  await writer.write(Buffer.alloc(3 * mebibyte, 1));
  await writer.write(Buffer.from('gathered'));

  writer.restart();
  await writer.write(Buffer.from('whole'));

  assert.equal(await writer.finish(), hash('sha256', 'whole'));
  assert.equal(await readFile(path, 'utf8'), 'whole');
});

test('a file that cannot be opened fails with the code of the system, at the write that waits and at the end', async (context) => {
  const writer = startWriterThread(join(await makeTempFolder(context), 'missing'));
  context.after(() => writer.stop());

  await assert.rejects(async () => writer.write(Buffer.alloc(5 * mebibyte)), { code: 'ENOENT' });
  await assert.rejects(async () => writer.write(Buffer.from('more')), { code: 'ENOENT' });
  await assert.rejects(writer.finish(), { code: 'ENOENT' });
});

test('a full disk fails with the code of the system', { skip: !existsSync('/dev/full') }, async (context) => {
  const writer = startWriterThread('/dev/full');
  context.after(() => writer.stop());
  await writer.write(Buffer.from('bytes'));

  await assert.rejects(writer.finish(), { code: 'ENOSPC' });
});

const isLinux = process.platform === 'linux';

test('a sync that fails while the file is written is reported at its end', { skip: !isLinux }, async (context) => {
  // This device accepts all bytes, and refuses to sync them.
  const writer = startWriterThread('/dev/null');
  context.after(() => writer.stop());
  await writer.write(Buffer.alloc(40 * mebibyte));

  await assert.rejects(writer.finish(), { code: 'EINVAL' });
});

test('a link in the place of the file is not followed', { skip: !isLinux }, async (context) => {
  const folder = await makeTempFolder(context);
  const [target, link] = [join(folder, 'target'), join(folder, 'link')];
  await writeFile(target, 'mine');
  await symlink(target, link);
  const writer = startWriterThread(link);
  context.after(() => writer.stop());
  await writer.write(Buffer.from('bytes'));

  await assert.rejects(writer.finish(), { code: 'ELOOP' });
  assert.equal(await readFile(target, 'utf8'), 'mine');
});

test('a write that waits fails when the thread is stopped', async (context) => {
  const { writer } = await arrange(context);
  const written = writer.write(Buffer.alloc(64 * mebibyte));

  const [outcome] = await Promise.allSettled([written, writer.stop()]);

  assert.equal(outcome.status, 'rejected');
});

test('nothing uses the file after it is finished', async (context) => {
  const created = nextThread();
  const { writer } = await arrange(context);
  await writer.write(Buffer.from('bytes'));

  await writer.finish();

  const { threadId } = await created;
  assert.equal(threadId, -1);
});

test('a failure is reported by the next write, even if there is memory for its bytes', async (context) => {
  const created = nextThread();
  const writer = startWriterThread(join(await makeTempFolder(context), 'missing'));
  context.after(() => writer.stop());
  await once(await created, 'exit');

  await assert.rejects(async () => writer.write(Buffer.from('bytes')), { code: 'ENOENT' });
});

test('an error of the thread is not one of the disk', async (context) => {
  const created = nextThread();
  const { writer } = await arrange(context);
  const memory = Object.assign(new Error('Out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });

  (await created).emit('error', memory);

  await assert.rejects(writer.finish(), (error) => {
    assert.deepEqual([error instanceof Error && error.message, systemCode(error)], ['Out of memory', null]);
    return true;
  });
});

test('no more than six threads write at once in a process', async (context) => {
  const path = join(await makeTempFolder(context), 'part');
  await writeFile(path, '');
  const writers = Array.from({ length: 6 }, () => startWriterThread(path));

  assert.throws(() => startWriterThread(path), /6 threads/);
  await Promise.all(writers.map((writer) => writer.stop()));
  await startWriterThread(path).stop();
});

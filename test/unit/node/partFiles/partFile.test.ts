import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createPartFile, removeStaleParts } from '../../../../src/node/partFiles/partFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';
import { createFakeProcesses, unknownIdentity } from '../../../fakes/disk/processes.ts';

const sha256Of = (content: Buffer | string): string => hash('sha256', content);

const kibibyte = 1024;
const batchBytes = 1024 * kibibyte;
const syncBytes = 32 * batchBytes;

function arrange(decide: (step: FileStep) => Fault = () => undefined) {
  let time = 1;
  const disk = createMemoryDisk({ now: () => time });
  disk.put('/w/hero.gen.yaml', '');
  const steps: string[] = [];
  const files = createFaultyFiles((step) => {
    steps.push(step.name);
    return decide(step);
  }, disk.files);
  const processes = createFakeProcesses({ alive: new Map([[2, 'a']]) });
  const names = () => [...disk.list().keys()].map((path) => path.slice('/w/'.length));
  return { disk, steps, names, ports: { files, processes }, setTime: (ms: number) => (time = ms) };
}

test('a part is not visible as an artifact, and gone after it was discarded', async () => {
  const { names, ports } = arrange();

  const part = await createPartFile('/w', 'hero', ports);
  const during = names();
  await part.discard();

  assert.match(during[1] ?? '', /^\.hero\.part-0000000a\.b1\.t1\.1\.1\.[0-9a-f]{8}$/);
  assert.deepEqual(names(), ['hero.gen.yaml']);
});

test('chunks are in the file in their order, durably, when the part is finished', async () => {
  const { disk, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  const chunks = Array.from({ length: 20 }, (_, at) => Buffer.alloc(100 * kibibyte, at));

  for (const chunk of chunks) await part.write(chunk);
  const sha256 = await part.finish();
  const whole = Buffer.concat(chunks);

  assert.equal(sha256, sha256Of(whole));
  assert.equal(disk.list().get(part.path)?.equals(whole), true);
  assert.equal((await disk.files.lstat(part.path)).size, whole.length);
});

test('small chunks are gathered, and written together', async () => {
  const { steps, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  const counts: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    assert.equal(part.write(Buffer.alloc(batchBytes / 4)), undefined);
    await Promise.resolve();
    counts.push(steps.filter((name) => name === 'write').length);
  }

  assert.deepEqual(counts, [0, 0, 0, 1]);
  await part.discard();
});

test('a writer that is quicker than the disk has to wait until the disk has caught up', async () => {
  const { ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  const write = async (): Promise<boolean> => {
    const written = part.write(Buffer.alloc(batchBytes));
    await written;
    return written !== undefined;
  };

  const atOnce = await Promise.all([write(), write(), write(), write()]);
  const later = await write();

  // Up to two mebibytes may wait to be written.
  assert.deepEqual([atOnce, later], [[false, false, true, true], false]);
  await part.discard();
});

test('after a restart, the next bytes are the first ones', async () => {
  const { disk, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  await part.write(Buffer.alloc(2 * batchBytes, 1));
  await part.write(Buffer.from('gathered'));

  part.restart();
  await part.write(Buffer.from('whole'));

  assert.equal(await part.finish(), sha256Of('whole'));
  assert.equal(disk.list().get(part.path)?.toString(), 'whole');
});

test('a write that fails is reported by the next call that waits for it', async () => {
  const { names, ports } = arrange(({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined));
  const part = await createPartFile('/w', 'hero', ports);

  assert.equal(part.write(Buffer.alloc(batchBytes)), undefined);
  await assert.rejects(part.finish(), { code: 'ENOSPC' });
  await part.discard();

  assert.deepEqual(names(), ['hero.gen.yaml']);
});

test('a large file becomes durable while it is written', async () => {
  const { steps, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);

  for (const bytes of [syncBytes, syncBytes, batchBytes]) await part.write(Buffer.alloc(bytes));
  await part.finish();

  assert.deepEqual(steps.slice(1), ['write', 'datasync', 'write', 'datasync', 'write', 'sync', 'close']);
});

test('a sync that fails while the file is written is reported at its end, whatever follows', async () => {
  const failures = [{ code: 'EIO' }];
  const { names, ports } = arrange(({ name }) => (name === 'datasync' ? failures.pop() : undefined));
  const part = await createPartFile('/w', 'hero', ports);

  for (let batch = 0; batch < 2; batch += 1) await part.write(Buffer.alloc(syncBytes));
  await assert.rejects(part.finish(), { code: 'EIO' });
  await part.discard();

  assert.deepEqual(names(), ['hero.gen.yaml']);
});

test('a restart that fails is reported at the end', async () => {
  const { ports } = arrange(({ name }) => (name === 'truncate' ? { code: 'EIO' } : undefined));
  const part = await createPartFile('/w', 'hero', ports);
  await part.write(Buffer.alloc(batchBytes));

  part.restart();
  // Until then, the failure must not end the process.
  await new Promise(setImmediate);

  await assert.rejects(part.finish(), { code: 'EIO' });
  await part.discard();
});

test('a part whose file cannot be closed is removed', async () => {
  const { names, ports } = arrange(({ name }) => (name === 'close' ? { code: 'EIO' } : undefined));
  const part = await createPartFile('/w', 'hero', ports);

  await part.discard();

  assert.deepEqual(names(), ['hero.gen.yaml']);
});

test('nothing uses the file after the part is discarded, even if its last write has begun a sync', async () => {
  const { ports } = arrange();
  const steps: string[] = [];
  const files: FileSystem = {
    ...ports.files,
    async open(...args) {
      const datasync = async (): Promise<void> => {
        await new Promise(setImmediate);
        steps.push('synced');
      };
      return { ...(await ports.files.open(...args)), datasync, close: async () => void steps.push('closed') };
    },
  };
  const part = await createPartFile('/w', 'hero', { ...ports, files });
  void part.write(Buffer.alloc(syncBytes));

  await part.discard();

  assert.deepEqual(steps, ['synced', 'closed']);
});

test('a part that got its final name is not removed with the part', async () => {
  const { disk, names, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  await part.write(Buffer.from('x'));
  await part.finish();
  await disk.files.rename(part.path, '/w/hero.png');

  await part.discard();

  assert.deepEqual(names(), ['hero.gen.yaml', 'hero.png']);
});

test('parts are removed if their process has ended, and after a day if nothing is known of it', async () => {
  const { disk, names, ports } = arrange();
  const part = (identity: string): string => `.hero.part-${identity}.0a0b0c0d`;
  const [own, alive, gone] = ['1.1', '2.a', '3.1'].map((process) => part(`0000000a.b1.t1.${process}`));
  const foreign = part(unknownIdentity);
  const others = ['.hero.part-notes.txt', 'hero.part-0000000a.b1.t1.3.1.0a0b0c0d', '.part-0000000a.b1.t1.3.1.0a0b0c0d'];
  for (const name of [own, alive, gone, foreign, ...others]) disk.put(`/w/${name}`, 'x');
  const day = 24 * 60 * 60_000;

  await removeStaleParts('/w', names(), { ...ports, now: day + 1 });
  const dayLater = names();
  await removeStaleParts('/w', names(), { ...ports, now: day + 2 });

  assert.deepEqual(dayLater, ['hero.gen.yaml', own, alive, foreign, ...others]);
  assert.deepEqual(names(), ['hero.gen.yaml', own, alive, ...others]);
});

test('a part that cannot be removed stops nothing', async () => {
  const gone = '/w/.hero.part-0000000a.b1.t1.3.1.0a0b0c0d';
  const { disk, names, ports } = arrange(({ name }) => (name === 'unlink' ? { code: 'EACCES' } : undefined));
  disk.put(gone, 'x');

  await removeStaleParts('/w', names(), { ...ports, now: 0 });

  assert.deepEqual(names(), ['hero.gen.yaml', gone.slice('/w/'.length)]);
});

test('a finished part survives a power cut, and is closed once', async () => {
  const { disk, steps, ports } = arrange();
  const part = await createPartFile('/w', 'hero', ports);
  await part.write(Buffer.from('abc'));
  await part.finish();
  const closed = steps.filter((name) => name === 'close').length;
  await disk.files.rename(part.path, '/w/hero.png');
  await (await disk.files.open('/w', 'r')).sync();
  disk.cutPower();

  assert.equal(disk.list().get('/w/hero.png')?.toString(), 'abc');
  await part.discard();
  assert.deepEqual([closed, steps.filter((name) => name === 'close').length], [1, 1]);
});

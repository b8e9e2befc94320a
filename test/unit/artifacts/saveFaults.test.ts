import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { sendWhole, type FileAnswer } from '../../fakes/gateway/fileServer.ts';
import { createMemoryDisk } from '../../fakes/disk/memoryDisk.ts';
import { createSaverBench, png } from '../../fakes/tasks/saverBench.ts';

const fault = (code: string): Error => Object.assign(new Error(`${code}: said the disk`), { code });
const fail = (code: string) => (): Promise<never> => Promise.reject(fault(code));

/** Returns an `open` whose files reject one method. */
function openOnto(method: 'writev' | 'sync', code: string): FileSystem['open'] {
  return async (...args) => {
    const handle = await nodeFileSystem.open(...args);
    return Object.assign(handle, { [method]: fail(code) });
  };
}

const diskFaults: readonly (readonly [string, Partial<FileSystem>, string])[] = [
  ['the disk is full', { open: openOnto('writev', 'ENOSPC') }, 'ENOSPC'],
  ['the disk is found full when the file is made durable', { open: openOnto('sync', 'ENOSPC') }, 'ENOSPC'],
  ['the quota of the disk is used up', { open: openOnto('writev', 'EDQUOT') }, 'EDQUOT'],
  ['the folder can only be read', { open: fail('EACCES') }, 'EACCES'],
  ['the drive can only be read', { open: fail('EROFS') }, 'EROFS'],
  ['the drive breaks when the name is given', { link: fail('EIO') }, 'EIO'],
  ['the disk has no room for one more name', { link: fail('ENOSPC') }, 'ENOSPC'],
];

for (const [title, files, code] of diskFaults) {
  test(`if ${title}, nothing is saved and nothing is left`, async (context) => {
    const { save, list } = await createSaverBench(context, files);

    assert.deepEqual([await save(), await list()], [{ refused: { code: 'disk', message: code } }, []]);
  });
}

test('a folder that is moved while a result is saved into it is named as gone, whatever the disk says', async (context) => {
  let folder = '';
  const link: FileSystem['link'] = async (_from, to) => {
    folder = dirname(to);
    await rename(folder, `${folder}-moved`);
    throw fault('EIO');
  };
  const { save } = await createSaverBench(context, { link });

  assert.deepEqual(await save(), { refused: { code: 'folder-gone', message: folder } });
});

for (const code of ['EBUSY', 'EPERM', 'EMFILE']) {
  test(`a name that another program blocks for a while (${code}) is given later, and nothing is fetched again`, async (context) => {
    let left = 20;
    const rename: FileSystem['rename'] = (from, to) => {
      left -= 1;
      return left >= 0 ? Promise.reject(fault(code)) : nodeFileSystem.rename(from, to);
    };
    const { save, list, server } = await createSaverBench(context, { link: fail('ENOTSUP'), rename });
    let fetches = 0;
    server.respond((request, response) => {
      fetches += 1;
      sendWhole(200, {}, png)(request, response);
    });

    const path = await save({ onInterrupted: () => Promise.resolve(true) });

    assert.deepEqual([path, await list(), fetches], ['hero.png', ['hero.png'], 1]);
  });
}

test('on a disk without links a file gets its name as a whole, and never that of another file', async (context) => {
  const { save, folder, list } = await createSaverBench(context, { link: fail('EPERM') });
  await writeFile(join(folder, 'hero.png'), 'mine');

  const paths = [await save(), await save()];

  assert.deepEqual(
    [paths, await list()],
    [
      ['hero-2.png', 'hero-3.png'],
      ['hero-2.png', 'hero-3.png', 'hero.png'],
    ],
  );
  assert.deepEqual(await readFile(join(folder, 'hero-2.png')), png);
});

test('the empty file that a crash between claim and bytes has left gets its bytes', async (context) => {
  const { save, folder, list } = await createSaverBench(context, { link: fail('EPERM') });
  await writeFile(join(folder, 'hero.png'), '');

  const paths = [await save({ claimed: 'hero.png' }), await save({ claimed: 'hero.png' })];

  assert.deepEqual(
    [paths, await list()],
    [
      ['hero.png', 'hero-2.png'],
      ['hero-2.png', 'hero.png'],
    ],
  );
});

test('names of the maximum length have room for number and marks, and differ in more than case', async (context) => {
  const name = 'ü'.repeat(100);
  const { save, folder } = await createSaverBench(context);
  await writeFile(join(folder, `${name.toUpperCase()}.png`), 'mine');

  const path = await save({ output: { dir: '', name, collision: 'number', metadata: 'none' } });

  assert.equal(path, `${name}-2.png`);
});

test('a folder on another drive first gets the bytes under the name of a part', async (context) => {
  let links = 0;
  const link: FileSystem['link'] = (from, to) => {
    links += 1;
    return links === 1 ? Promise.reject(fault('EXDEV')) : nodeFileSystem.link(from, to);
  };
  const { save, folder, list } = await createSaverBench(context, { link });

  assert.deepEqual([await save(), await list()], ['hero.png', ['hero.png']]);
  assert.deepEqual(await readFile(join(folder, 'hero.png')), png);
});

test('a folder that is renamed or deleted meanwhile is an error, and saving again creates it', async (context) => {
  const { save, server, folder, root, list } = await createSaverBench(context);
  const whole = sendWhole(200, {}, png);
  const answerAfter =
    (change: () => Promise<void>): FileAnswer =>
    (request, response) =>
      void change().then(() => whole(request, response));
  const output = { dir: 'pictures', name: 'hero', collision: 'number', metadata: 'none' } as const;

  server.respond(answerAfter(() => rename(join(folder, 'pictures'), join(root, 'elsewhere'))));
  const renamed = await save({ output });
  server.respond(answerAfter(() => rm(join(folder, 'pictures'), { recursive: true })));
  const deleted = await save({ output });
  server.respond(whole);

  const gone = { refused: { code: 'disk', message: 'ENOENT' } };
  assert.deepEqual([renamed, deleted, await save({ output })], [gone, gone, 'pictures/hero.png']);
  assert.deepEqual(await list(), ['pictures', 'pictures/hero.png']);
});

test('a file that an ended process has placed survives a power cut once it is found', async (context) => {
  const disk = createMemoryDisk();
  const { saver, folder } = await createSaverBench(context, disk.files);
  const jobFile = join(folder, 'hero.gen.yaml');
  disk.put(jobFile, '');
  const handle = await disk.files.open(join(folder, 'hero.png'), 'wx');
  await handle.write(png, 0, png.length, null);
  await handle.sync();
  const sha256 = createHash('sha256').update(png).digest('hex');
  const facts = { mediaType: 'image/png', width: null, height: null, seconds: null, title: null, lyrics: null };

  const isThere = await saver.has({ path: 'hero.png', bytes: png.length, sha256, ...facts }, jobFile);
  disk.cutPower();

  assert.deepEqual([isThere, disk.list().has(join(folder, 'hero.png'))], [true, true]);
});

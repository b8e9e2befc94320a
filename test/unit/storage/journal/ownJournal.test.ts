import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createOwnJournal } from '../../../../src/storage/journal/ownJournal.ts';
import { createFaultyFiles, fault } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

/** Opens the journal of a process in a folder. Other processes have no task unless `foreign` names them. */
function openJournal(
  folder: string,
  { files = nodeFileSystem, foreign = (_ids: Iterable<string>): Iterable<string> => [] } = {},
) {
  const lost: (readonly string[])[] = [];
  const own = createOwnJournal({
    folder,
    owner: 'self',
    files,
    findLost: async (tasks) => new Set(foreign(tasks.map(({ id }) => id))),
    onLost: async (tasks) => void lost.push(tasks.map(({ id }) => id)),
  });
  return { ...own, lost };
}

const all = (ids: Iterable<string>): Iterable<string> => ids;
const line = (text: string, task = 'x') => ({ task, text, ends: false });

/** A disk that is full as long as `isFull` is set. */
function createFillableDisk() {
  const state = { isFull: false };
  const files = createFaultyFiles(({ name }) => (state.isFull && name === 'write' ? { code: 'ENOSPC' } : undefined));
  return { state, files };
}

test('a claimed journal contains everything that was reported to its owner as written', async (context) => {
  const root = await makeTempFolder(context);
  const outcomes = new Set<string>();
  for (let round = 0; round < 100; round += 1) {
    const folder = join(root, String(round));
    const own = openJournal(folder, { foreign: all });
    await own.append([line('first')]);
    const [name = ''] = await readdir(folder);
    const append = own.append([line('second')]);
    const settled = Promise.allSettled([append]);
    const claim = async (): Promise<string> => {
      for (let turn = 0; turn < round % 20; turn += 1) await new Promise(setImmediate);
      if (round % 20 === 19) await settled;
      await rename(join(folder, name), join(folder, 'claimed'));
      return readFile(join(folder, 'claimed'), 'utf8');
    };

    const [text, [{ status }]] = await Promise.all([claim(), settled]);

    outcomes.add(status);
    if (status === 'fulfilled') assert.equal(text, 'first\nsecond\n');
  }
  assert.deepEqual([...outcomes].toSorted(), ['fulfilled', 'rejected']);
});

test('a file is known as its own before it is visible, also when it is rewritten', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const own = openJournal(folder);
  const text = 'x'.repeat(100_000);
  const strangers = new Set<string>();
  const done = new AbortController();
  const look = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const names = await readdir(folder).catch(() => []);
      const unknown = names.filter((name) => name.endsWith('.jsonl') && !own.names().has(name));
      // A file that was released after the look is not foreign.
      for (const name of unknown) if (existsSync(join(folder, name))) strangers.add(name);
    }
  };

  const looking = look();
  for (let at = 0; at < 40; at += 1) {
    await own.append([
      { task: `t${at}`, text, ends: false },
      { task: `t${at}`, text: 'gone', ends: true },
    ]);
  }
  done.abort();
  await looking;

  assert.deepEqual([...strangers], []);
});

test('confirming reports the tasks that another process has adopted, and keeps the others', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const own = openJournal(folder, { foreign: () => ['x'] });
  await own.confirm();
  await own.append(['x', 'y'].map((task) => line(`first of ${task}`, task)));
  await own.confirm();
  const [name = ''] = await readdir(folder);
  const before = await readFile(join(folder, name), 'utf8');
  await rename(join(folder, name), join(folder, 'claimed'));

  await own.confirm();

  const [after = ''] = (await readdir(folder)).filter((each) => each !== 'claimed');
  assert.deepEqual(
    [before, own.lost, own.has('x'), await readFile(join(folder, after), 'utf8')],
    ['first of x\nfirst of y\n', [['x']], false, 'first of y\n'],
  );
});

test('an owner whose journal was taken learns that at the next beat, and creates no new file without need', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const own = openJournal(folder, { foreign: all });
  await own.append([line('first')]);
  await own.beat();
  const before = own.lost.length;
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(folder, 'claimed'));

  await own.beat();

  assert.deepEqual([before, own.lost, await readdir(folder)], [0, [['x']], ['claimed']]);
});

test('lines that could not be written are written at the next beat, in order, without a click', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const { state, files } = createFillableDisk();
  const own = openJournal(folder, { files });
  await own.append([line('first')]);
  state.isFull = true;
  const outcomes = await Promise.allSettled([own.append([line('second')]), own.tryAppend([line('forgotten')])]);
  outcomes.push(...(await Promise.allSettled([own.append([line('third')])])));
  const isWritten = await own.confirm();
  state.isFull = false;

  await own.beat();

  const names = await readdir(folder);
  assert.deepEqual(
    [outcomes.map(({ status }) => status), isWritten, await own.confirm(), names.length],
    [['rejected', 'rejected', 'rejected'], false, true, 1],
  );
  assert.equal(await readFile(join(folder, names[0] ?? ''), 'utf8'), 'first\nsecond\nthird\n');
});

test('owed lines are written before anything newer', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const { state, files } = createFillableDisk();
  const own = openJournal(folder, { files, foreign: () => ['lost'] });
  const appendToFullDisk = async (text: string): Promise<void> => {
    state.isFull = true;
    await assert.rejects(own.append([line(text)]));
    state.isFull = false;
  };
  const readLast = async (): Promise<string> => {
    const [name = ''] = (await readdir(folder)).filter((each) => each !== 'claimed');
    return readFile(join(folder, name), 'utf8');
  };
  await own.append([line('first'), line('first', 'lost')]);

  await appendToFullDisk('second');
  await own.append([line('third')]);
  const before = await readLast();
  await appendToFullDisk('fourth');
  // Another process takes the file, so the lines go to a new one.
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(folder, 'claimed'));
  await own.append([line('fifth')]);

  assert.deepEqual(
    [before, await readLast()],
    ['first\nfirst\nsecond\nthird\n', 'first\nsecond\nthird\nfourth\nfifth\n'],
  );
});

test('the name of a file that could not be removed is kept until it can be', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  let isLocked = true;
  const files = createFaultyFiles(({ name, path }) => {
    const isHit = name === 'datasync' || name === 'unlink' || (name === 'write' && !path.endsWith('.part'));
    return isLocked && isHit ? { code: 'EIO' } : undefined;
  });
  const own = openJournal(folder, { files });
  await own.append([line('first')]);
  await own.append([line('second')]).catch(() => undefined);
  const strangers = (await readdir(folder)).filter((name) => !own.names().has(name));
  isLocked = false;

  await own.append([{ task: 'x', text: 'third', ends: true }]);

  assert.deepEqual([strangers, (await readdir(folder)).length], [[], 1]);
});

test('lines of a removed file are not confirmed until a beat has written them again', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const { state, files } = createFillableDisk();
  const own = openJournal(folder, { files });
  await own.append([line('first')]);
  await rm(folder, { recursive: true });
  state.isFull = true;
  const whileFull = [await own.confirm(), await own.confirm()];
  state.isFull = false;

  await own.beat();

  const [name = ''] = await readdir(folder);
  assert.deepEqual([whileFull, await readFile(join(folder, name), 'utf8')], [[false, false], 'first\n']);
  assert.equal(await own.confirm(), true);
});

test('a process whose lines the disk refuses shows at each beat that it is alive', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const { state, files } = createFillableDisk();
  const touched: string[] = [];
  const own = openJournal(folder, { files: { ...files, touch: async (path) => void touched.push(path) } });
  await own.append([line('first')]);
  const [name = ''] = await readdir(folder);
  state.isFull = true;

  await assert.rejects(own.append([line('second')]), { code: 'ENOSPC' });
  await own.beat();

  assert.deepEqual(touched, [join(folder, name)]);
});

test('a journal that was replaced does not come back after a power cut', async () => {
  const disk = createMemoryDisk();
  let isFull = false;
  const open: FileSystem['open'] = (path, flags, mode) =>
    isFull && typeof flags === 'number' ? Promise.reject(fault('ENOSPC')) : disk.files.open(path, flags, mode);
  const own = openJournal('/storage', { files: { ...disk.files, open } });
  await own.append([line('first')]);
  isFull = true;
  await own.append([{ task: 'x', text: 'last', ends: true }]);

  disk.cutPower();

  assert.deepEqual([...disk.list().values()].map(String), ['first\nlast\n']);
});

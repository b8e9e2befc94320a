import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { SaveOrder } from '../../../../src/core/task/ports.ts';
import { createArtifactSaver } from '../../../../src/engine/artifacts/artifactSaver.ts';
import { createDispatchers } from '../../../../src/gateway/network/dispatchers.ts';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { breakOff, sendWhole, startFileServer, type FileAnswer } from '../../../fakes/fileServer.ts';
import { createLeapingClock } from '../../../fakes/leapingClock.ts';
import { makePng } from '../../../fakes/media.ts';
import { mediaHere } from '../../../fakes/parseHere.ts';
import type { MediaReader } from '../../../../src/storage/media/mediaReader.ts';
import { makeTempFolder } from '../../../fakes/tempFolder.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';
import { nodeProcesses } from '../../../../src/storage/process/nodeProcesses.ts';

const png = makePng();
const { signal } = new AbortController();

async function arrange(context: TestContext, files: Partial<FileSystem> = {}, media: MediaReader = mediaHere) {
  const root = await makeTempFolder(context);
  const folder = join(root, 'work');
  await mkdir(folder);
  const server = await startFileServer(context);
  server.respond(sendWhole(200, { 'content-type': 'image/png' }, png));
  const dispatchers = createDispatchers({ connectTimeoutMs: 5_000 });
  context.after(() => dispatchers.dispose());
  const saver = createArtifactSaver({
    dispatchers,
    spool: { read: () => Promise.reject(new Error('Nothing is spooled')) },
    media,
    clock: createLeapingClock(),
    realClock: backgroundClock,
    processes: nodeProcesses,
    userAgent: 'test',
    idleTimeoutMs: 5_000,
    files: { ...nodeFileSystem, ...files },
  });
  const interruptions: [string, number][] = [];
  const order = (changes: Partial<SaveOrder> = {}): SaveOrder => ({
    content: { kind: 'url', url: server.url },
    jobFile: join(folder, 'hero.gen.yaml'),
    boundary: folder,
    output: { dir: '', name: 'hero', collision: 'number', metadata: 'none' },
    fromEnv: undefined,
    ordinal: { index: 1, count: 1 },
    images: [],
    modality: 'image',
    baseUrl: server.url,
    maxBytes: 1_000_000,
    number: 1,
    siblingPaths: () => new Set(),
    title: null,
    lyrics: null,
    provenance: null,
    claimed: null,
    lane: 'run',
    onInterrupted: (error, gainedBytes) => {
      interruptions.push([error.message, gainedBytes]);
      return Promise.resolve(interruptions.length < 4);
    },
    isOurs: () => Promise.resolve(false),
    onMeasuring: () => Promise.resolve(),
    onPlacing: () => Promise.resolve(),
    ...changes,
  });
  return {
    root,
    folder,
    server,
    saver,
    order,
    interruptions,
    list: async () => (await readdir(folder, { recursive: true })).toSorted(),
    save: async (changes?: Partial<SaveOrder>) => {
      const outcome = await saver.save(order(changes), signal);
      return outcome.kind === 'saved' ? outcome.artifact.path : { [outcome.kind]: outcome.error };
    },
  };
}

test('measuring a file is recorded before it starts, and a file whose measuring ended a process is not measured again', async (context) => {
  const steps: string[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const measure: MediaReader['measure'] = async (...args) => {
    steps.push('measure');
    return mediaHere.measure(...args);
  };
  const { save } = await arrange(context, {}, { ...mediaHere, measure });

  await save({ onMeasuring: note('noted'), onPlacing: note('placed') });
  await save({ onMeasuring: null, onPlacing: note('placed') });

  assert.deepEqual(steps, ['noted', 'measure', 'placed', 'placed']);
});

const fault = (code: string): Error => Object.assign(new Error(`${code}: said the disk`), { code });
const fail = (code: string) => (): Promise<never> => Promise.reject(fault(code));

/** A file that opens, and then takes nothing. */
function openOnto(method: 'write' | 'sync', code: string): FileSystem['open'] {
  return async (...args) => {
    const handle = await nodeFileSystem.open(...args);
    return Object.assign(handle, { [method]: fail(code) });
  };
}

const diskFaults: readonly (readonly [string, Partial<FileSystem>, string])[] = [
  ['the disk is full', { open: openOnto('write', 'ENOSPC') }, 'ENOSPC'],
  ['the disk is found full when the file is made durable', { open: openOnto('sync', 'ENOSPC') }, 'ENOSPC'],
  ['the share of the disk is used up', { open: openOnto('write', 'EDQUOT') }, 'EDQUOT'],
  ['the folder can only be read', { open: fail('EACCES') }, 'EACCES'],
  ['the drive can only be read', { open: fail('EROFS') }, 'EROFS'],
  ['the drive breaks when the name is given', { link: fail('EIO') }, 'EIO'],
  ['the disk has no room for one more name', { link: fail('ENOSPC') }, 'ENOSPC'],
];

for (const [title, files, code] of diskFaults) {
  test(`if ${title}, nothing is saved and nothing is left`, async (context) => {
    const { save, list } = await arrange(context, files);

    assert.deepEqual([await save(), await list()], [{ refused: { code: 'disk', message: code } }, []]);
  });
}

for (const code of ['EBUSY', 'EPERM', 'EMFILE']) {
  test(`a name that another program blocks for a while (${code}) is given later, and nothing is fetched again`, async (context) => {
    let left = 20;
    const rename: FileSystem['rename'] = (from, to) => {
      left -= 1;
      return left >= 0 ? Promise.reject(fault(code)) : nodeFileSystem.rename(from, to);
    };
    const { save, list, server } = await arrange(context, { link: fail('ENOTSUP'), rename });
    let fetches = 0;
    server.respond((request, response) => {
      fetches += 1;
      sendWhole(200, {}, png)(request, response);
    });

    const path = await save({ onInterrupted: () => Promise.resolve(true) });

    assert.deepEqual([path, await list(), fetches], ['hero.png', ['hero.png'], 1]);
  });
}

test('a file that has its name is saved, even if its part cannot be removed', async (context) => {
  const unlinks: string[] = [];
  const unlink: FileSystem['unlink'] = (path) => {
    unlinks.push(path);
    return unlinks.length === 1 ? Promise.reject(fault('EBUSY')) : nodeFileSystem.unlink(path);
  };
  const { save, list } = await arrange(context, { unlink });

  assert.deepEqual([await save(), await list()], ['hero.png', ['hero.png']]);
});

test('on a disk without links a file gets its name as a whole, and never that of another file', async (context) => {
  const { save, folder, list } = await arrange(context, { link: fail('EPERM') });
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

test('a name that is taken at the last moment is not overwritten, also on a disk without links', async (context) => {
  const { save, folder } = await arrange(context, { link: fail('ENOTSUP') });
  const onPlacing: SaveOrder['onPlacing'] = async ({ path }) => {
    if (path === 'hero.png') await writeFile(join(folder, path), 'of somebody else');
  };

  const path = await save({ onPlacing });

  assert.deepEqual([path, await readFile(join(folder, 'hero.png'), 'utf8')], ['hero-2.png', 'of somebody else']);
});

test('a disk that supports no links and is full keeps no claim on the name', async (context) => {
  const { save, list } = await arrange(context, { link: fail('EPERM'), rename: fail('ENOSPC') });

  assert.deepEqual([await save(), await list()], [{ refused: { code: 'disk', message: 'ENOSPC' } }, []]);
});

test('the empty file that a crash between claim and bytes has left gets its bytes', async (context) => {
  const { save, folder, list } = await arrange(context, { link: fail('EPERM') });
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

test('a folder on another drive first gets the bytes under the name of a part', async (context) => {
  let links = 0;
  const link: FileSystem['link'] = (from, to) => {
    links += 1;
    return links === 1 ? Promise.reject(fault('EXDEV')) : nodeFileSystem.link(from, to);
  };
  const { save, folder, list } = await arrange(context, { link });

  assert.deepEqual([await save(), await list()], ['hero.png', ['hero.png']]);
  assert.deepEqual(await readFile(join(folder, 'hero.png')), png);
});

test('a folder that is renamed or deleted meanwhile is an error, and saving again creates it', async (context) => {
  const { save, server, folder, root, list } = await arrange(context);
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

test('a folder that becomes a link out of the workspace meanwhile gets no file', async (context) => {
  const { save, server, folder, root } = await arrange(context);
  const outside = join(root, 'outside');
  await mkdir(outside);
  server.respond((request, response) => {
    const swap = async (): Promise<void> => {
      await rename(join(folder, 'pictures'), join(folder, 'old'));
      await symlink(outside, join(folder, 'pictures'));
    };
    void swap().then(() => sendWhole(200, {}, png)(request, response));
  });

  const outcome = await save({ output: { dir: 'pictures', name: 'hero', collision: 'number', metadata: 'none' } });

  assert.deepEqual([outcome, await readdir(outside)], [{ refused: { code: 'disk', message: 'ENOENT' } }, []]);
});

test('names of the maximum length have room for number and marks, and differ in more than case', async (context) => {
  const name = 'ü'.repeat(100);
  const { save, folder } = await arrange(context);
  await writeFile(join(folder, `${name.toUpperCase()}.png`), 'mine');

  const path = await save({ output: { dir: '', name, collision: 'number', metadata: 'none' } });

  assert.equal(path, `${name}-2.png`);
});

test('interruptions are reported with the gained bytes of each attempt, and the part continues', async (context) => {
  const { save, server, interruptions, list } = await arrange(context);
  const headers = { etag: '"one"', 'content-length': png.length };
  const rest = { etag: '"one"', 'content-range': `bytes 20-${png.length - 1}/${png.length}` };
  server.respond(
    breakOff(200, headers, png.subarray(0, 20)),
    sendWhole(503, {}, Buffer.from('later')),
    sendWhole(206, rest, png.subarray(20)),
  );

  const path = await save();

  assert.deepEqual(
    [path, interruptions.map(([, gainedBytes]) => gainedBytes), await list()],
    ['hero.png', [20, 0], ['hero.png']],
  );
  assert.deepEqual(server.asked.at(-1), ['bytes=20-', '"one"']);
});

test('hundreds of waiting results open few connections at once, and a short run is not delayed by a long one', async (context) => {
  const { saver, order, server } = await arrange(context);
  let open = 0;
  let mostOpen = 0;
  server.respond((request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    setImmediate(() => {
      open -= 1;
      sendWhole(200, {}, png)(request, response);
    });
  });
  const ended: string[] = [];
  const save = async (lane: string): Promise<void> => {
    await saver.save(order({ lane }), signal);
    ended.push(lane);
  };

  await Promise.all([...Array.from({ length: 60 }, () => save('long')), save('short')]);

  assert.deepEqual(
    [mostOpen <= 6, ended.indexOf('short') < 20],
    [true, true],
    `${mostOpen}, ${ended.indexOf('short')}`,
  );
});

test('a media type with parameters is cut to the type', async (context) => {
  const { save, server, interruptions } = await arrange(context);
  const mediaTypes = ['text/html [x](command:y)', '[x](command:y)', `text/${'x'.repeat(100)}`];
  const messages: unknown[] = [];
  for (const mediaType of mediaTypes) {
    server.respond(sendWhole(200, { 'content-type': mediaType }, Buffer.from('<p>This is a page</p>')));
    await save();
    messages.push(interruptions[0]?.[0]);
    interruptions.length = 0;
  }
  assert.deepEqual(messages, [
    'The link gave text/html and no media',
    'The link gave something else and no media',
    `The link gave text/${'x'.repeat(35)} and no media`,
  ]);
});

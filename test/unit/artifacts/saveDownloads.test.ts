import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { MediaReader } from '../../../src/artifacts/media/mediaReader.ts';
import { createFaultyFiles } from '../../fakes/disk/faultyFiles.ts';
import { breakOff, sendWhole } from '../../fakes/gateway/fileServer.ts';
import { mediaHere } from '../../fakes/media/parseHere.ts';
import { createSaverBench, png, signal } from '../../fakes/tasks/saverBench.ts';

test('measuring a file is recorded before it starts, and a file whose measuring ended a process is not measured again', async (context) => {
  const steps: string[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const measure: MediaReader['measure'] = async (...args) => {
    steps.push('measure');
    return mediaHere.measure(...args);
  };
  const { save } = await createSaverBench(context, {}, { ...mediaHere, measure });

  await save({ onMeasuring: note('noted'), onPlacing: note('placed') });
  await save({ onMeasuring: null, onPlacing: note('placed') });

  assert.deepEqual(steps, ['noted', 'measure', 'placed', 'placed']);
});

test('interruptions are reported with the gained bytes of each attempt, and the part continues', async (context) => {
  const { save, server, interruptions, list } = await createSaverBench(context);
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

for (const [kind, statuses] of [
  ['expired', [403, 404, 410]],
  ['interrupted', [408, 429, 500, 503]],
  ['refused', [400, 401, 499]],
] as const) {
  test(`a download is ${kind} by the status ${statuses.join(', ')}`, async (context) => {
    const { save, server } = await createSaverBench(context);
    const kinds: string[] = [];
    for (const status of statuses) {
      server.respond(sendWhole(status, {}, Buffer.from('no')));
      kinds.push(...Object.keys(await save({ onInterrupted: () => Promise.resolve(false) })));
    }

    assert.deepEqual(
      kinds,
      statuses.map(() => kind),
    );
  });
}

test('only a save that has received bytes keeps its file open while it waits', async (context) => {
  const { save, server, list } = await createSaverBench(context);
  const headers = { etag: '"one"', 'content-length': png.length };
  server.respond(
    sendWhole(503, {}, Buffer.from('later')),
    breakOff(200, headers, png.subarray(0, 20)),
    sendWhole(200, headers, png),
  );
  const files: number[] = [];

  await save({ onInterrupted: async () => files.push((await list()).length) < 4 });

  assert.deepEqual(files, [0, 1]);
});

for (const [failure, step] of [
  ['written', 'write'],
  ['made durable', 'sync'],
] as const) {
  test(`a result that could not be ${failure} for a moment is fetched again from its start`, async (context) => {
    const failures = [{ code: 'EBUSY' }];
    const files = createFaultyFiles(({ name, path }) =>
      name === step && path.includes('.part-') ? failures.pop() : undefined,
    );
    const { save, server, interruptions, list } = await createSaverBench(context, files);
    server.respond(sendWhole(200, { etag: '"one"', 'content-type': 'image/png' }, png));

    const path = await save();

    assert.deepEqual(
      [path, interruptions.map(([message]) => message), await list()],
      ['hero.png', ['EBUSY'], ['hero.png']],
    );
    assert.deepEqual(server.asked, [
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
}

test('hundreds of waiting results open few connections at once, and a short run is not delayed by a long one', async (context) => {
  const { saver, order, server } = await createSaverBench(context);
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
  const { save, server, interruptions } = await createSaverBench(context);
  const mediaTypes = ['text/html [x](command:y)', '[x](command:y)', `text/${'x'.repeat(100)}`];
  const messages: unknown[] = [];
  for (const mediaType of mediaTypes) {
    server.respond(sendWhole(200, { 'content-type': mediaType }, Buffer.from('<p>This is a page</p>')));
    await save();
    messages.push(interruptions[0]?.[0]);
    interruptions.length = 0;
  }
  assert.deepEqual(messages, [
    'The link gave text/html and no result',
    'The link gave something else and no result',
    `The link gave text/${'x'.repeat(35)} and no result`,
  ]);
});

for (const [name, coding, bytes] of [
  ['hero.png', 'br', png],
  ['hero.gz', 'gzip', Buffer.concat([gzipSync(png), png])],
  ['hero.bin', 'zstd', Buffer.concat([Buffer.from([0x28, 0xb5]), Buffer.alloc(50)])],
] as const) {
  test(`a result whose ${coding} cannot be undone is saved as it arrives, as ${name}`, async (context) => {
    const { save, server, folder } = await createSaverBench(context);
    server.respond(sendWhole(200, { 'content-encoding': coding }, bytes));

    assert.equal(await save(), name);
    assert.deepEqual(await readFile(join(folder, name)), bytes);
  });
}

test('a result may have as many bytes as are allowed, whether it is fetched or came in the response', async (context) => {
  const { save, server, list } = await createSaverBench(context);
  const [content, maxBytes] = [{ kind: 'spooled', name: 'a', mediaType: 'image/png' } as const, png.length - 1];

  const refused = [await save({ maxBytes }), await save({ content, maxBytes })];

  const error = { refused: { code: 'too-large', message: `${png.length} bytes` } };
  assert.deepEqual([refused, await list()], [[error, error], []]);
  assert.equal(await save({ content, maxBytes: png.length }), 'hero.png');
  assert.equal(server.asked.length, 1);
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createParsers, createParserThread } from '../../../src/engine/parser.ts';
import { createHandClock } from '../../fakes/clocks/handClock.ts';
import { hostileFiles, hostileVideo, type HostileFile } from '../../fakes/media/hostileMedia.ts';
import { makePng } from '../../fakes/media/media.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { withPatience } from '../../support/patience.ts';

const startLimitMs = 30_000;
const jobLimitMs = 10_000;
const idleLimitMs = 60_000;
const unknown = { width: null, height: null, seconds: null };

async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const hand = createHandClock();
  const warnings: string[] = [];
  const threads: Worker[] = [];
  const count = (worker: Worker): void => void threads.push(worker);
  process.on('worker', count);
  const thread = createParserThread({
    clock: hand.clock,
    log: { warn: (line) => void warnings.push(line) },
  });
  context.after(() => {
    process.off('worker', count);
    thread.dispose();
  });
  const write = async ({ name, bytes }: Pick<HostileFile, 'name' | 'bytes'>): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    ...hand,
    thread,
    ...createParsers(thread.run),
    warnings,
    threads,
    write,
    image: await write({ name: 'a.png', bytes: makePng() }),
  };
}

/** Waits for turns of the event loop, in which timers, input and other extensions have their turn. */
async function turn(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await new Promise(setImmediate);
}

for (const file of hostileFiles) {
  test(`the size of ${file.name}, which never ends, is left out after the limit, and nothing else waits`, async (context) => {
    const { media, write, end, started, warnings } = await arrange(context);

    const measured = media.measure(await write(file), file.mediaType);
    await started(jobLimitMs);
    await turn(100);
    await end(jobLimitMs);

    assert.deepEqual(
      [await measured, warnings],
      [unknown, ['Parsing (measure) was stopped: it took longer than 10000 ms']],
    );
  });
}

test('the bytes of a job are moved to the thread, not copied', async (context) => {
  const { thread } = await arrange(context);
  const head = new Uint8Array(makePng());

  const facts = await thread.run({ kind: 'detect', head });

  assert.deepEqual([facts, head.byteLength], [{ mediaType: 'image/png', extension: 'png' }, 0]);
});

test('a document that takes too long is not parsed, and nothing else waits', async (context) => {
  const { parseDocument, end, started, warnings } = await arrange(context);

  const parsed = parseDocument('api', `openapi: 3\npaths: {}\nx:\n${'- a\n'.repeat(1_000_000)}`);
  await started(jobLimitMs);
  await turn(100);
  await end(jobLimitMs);

  assert.deepEqual([await parsed, warnings], [null, ['Parsing (document) was stopped: it took longer than 10000 ms']]);
});

test('a job that fails has no result, the log says why, and the next one is not affected', async (context) => {
  const { thread, threads, warnings } = await arrange(context);

  const failed = await thread.run({ kind: 'make', spec: { kind: 'nothing' }, file: '/nowhere/a.png' } as never);
  const next = await thread.run({ kind: 'detect', head: new Uint8Array(makePng()) });

  assert.deepEqual([failed, next, threads.length], [null, { mediaType: 'image/png', extension: 'png' }, 1]);
  assert.match(warnings.join(), /^Parsing \(make\) was stopped: /);
});

test('a document is parsed as it was published', async (context) => {
  const { parseDocument } = await arrange(context);
  const api = await parseDocument('api', 'openapi: 3.1.0\ninfo: { version: 1.5.18 }\npaths: {}\n');
  assert.deepEqual([api?.version, await parseDocument('models', 'Tide')], ['1.5.18', null]);
});

test('codecs that are never found are left out after the limit', async (context) => {
  const { media, write, end } = await arrange(context);

  const read = media.readCodecs(await write(hostileVideo));
  await end(jobLimitMs);

  assert.equal(await read, null);
});

test('a thread may use 256 MB; if it is ended for that, the fact is left out and the next file gets another thread', async (context) => {
  const { media, write, image, threads, started, warnings } = await arrange(context);

  const read = media.readCodecs(await write(hostileVideo));
  await started(jobLimitMs);
  // Node does this when the heap is full, which would take seconds.
  await threads[0]?.terminate();
  const codecs = await read;
  const size = await media.measure(image, 'image/png');

  assert.deepEqual(
    [codecs, size.width, threads.map(({ resourceLimits }) => resourceLimits?.maxOldGenerationSizeMb), warnings.length],
    [null, 4, [undefined, 256], 1],
  );
});

test('a thread that is not ready in time is ended, and the next file gets another one', async (context) => {
  const { media, image, threads, end, warnings } = await arrange(context);

  const measured = media.measure(image, 'image/png');
  await end(startLimitMs);
  const sizes = [await measured, await media.measure(image, 'image/png')];

  assert.deepEqual(
    [sizes.map(({ width }) => width), threads.length, warnings],
    [[null, 4], 2, ['Parsing (measure) was stopped: it took longer than 30000 ms']],
  );
});

test('jobs that wait when a thread is ended are done by a new thread', async (context) => {
  const { media, write, end, image, threads } = await arrange(context);
  const [file] = hostileFiles;
  assert.ok(file);

  const sizes = [media.measure(await write(file), file.mediaType), media.measure(image, 'image/png')];
  const kind = media.detect(makePng());
  await end(jobLimitMs);

  assert.deepEqual(
    [await Promise.all(sizes), await kind, threads.length],
    [[unknown, { width: 4, height: 3, seconds: null }], { mediaType: 'image/png', extension: 'png' }, 2],
  );
});

test('one thread reads one file after the other, and is ended after it has been idle', async (context) => {
  const { media, image, threads, end, warnings } = await arrange(context);

  await media.measure(image, 'image/png');
  await media.measure(image, 'image/png');
  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve));
  await end(idleLimitMs);
  await withPatience(ended, () => 'the thread goes on');
  const size = await media.measure(image, 'image/png');

  assert.deepEqual([size.width, threads.length, warnings], [4, 2, []]);
});

test('without a job there is no thread, and after the end there is none either', async (context) => {
  const { media, thread, image, threads, warnings } = await arrange(context);

  const measured = media.measure(image, 'image/png');
  thread.dispose();
  const sizes = [await measured, await media.measure(image, 'image/png')];

  assert.deepEqual([sizes, threads.length, warnings], [[unknown, unknown], 0, []]);
});

test('ending it stops a file that is being read', async (context) => {
  const { media, thread, write, started, warnings } = await arrange(context);

  const read = media.readCodecs(await write(hostileVideo));
  await started(jobLimitMs);
  thread.dispose();

  assert.deepEqual([await read, warnings], [null, []]);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng, makeWav } from '../../../fakes/media/media.ts';
import { makeMp4 } from '../../../support/previewHarness/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

const query = 'GET /v1/images/generations/t1';
const file = 'GET /files/a.png';

test('an image is saved next to the job file with its facts, and gets one line in the runs file', async (context) => {
  const { engine, jobFile, folder, run } = await createEngineBench(context);

  const task = await run();

  const bytes = makePng();
  const artifact = {
    path: 'hero.png',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    mediaType: 'image/png',
    width: 4,
    height: 3,
    seconds: null,
    title: null,
    lyrics: null,
  };
  const lines = await engine.readRuns(jobFile);
  assert.deepEqual([task.state, task.amountUsd, task.artifacts], ['saved', 0.04, [artifact]]);
  assert.deepEqual(await readFile(join(folder, 'hero.png')), bytes);
  assert.deepEqual(
    lines.map(({ status, task_id, artifacts, amount_usd, error }) => [
      status,
      task_id,
      artifacts[0]?.path,
      amount_usd,
      error,
    ]),
    [['saved', 't1', 'hero.png', 0.04, null]],
  );
});

test('nothing is ever overwritten: the next free number is used, even if the name differs only in case', async (context) => {
  const { folder, run, files } = await createEngineBench(context);
  await writeFile(join(folder, 'HERO.png'), 'mine');
  await writeFile(join(folder, 'hero-2.png'), 'mine too');

  await run();

  assert.deepEqual(await files(), ['HERO.png', 'hero-2.png', 'hero-3.png', 'hero.gen.runs.jsonl']);
  assert.equal(await readFile(join(folder, 'HERO.png'), 'utf8'), 'mine');
});

test('both clips of a song are saved with their lyrics next to them', async (context) => {
  const { gateway, run, files } = await createEngineBench(context);
  gateway.script('POST /v1/music/generations', { body: { id: 't1', task_id: 't1', status: 'submitted' } });
  const clip = (name: string) => ({
    url: `${gateway.url}/files/${name}`,
    audio_url: `${gateway.url}/x`,
    title: 'Sea',
    lyrics: 'la la',
  });
  gateway.script('GET /v1/music/generations/t1', {
    body: { code: 'success', data: { task_id: 't1', status: 'succeeded', data: [clip('1'), clip('2')] } },
  });
  gateway.script('GET /files/1', { body: makeWav(1) });
  gateway.script('GET /files/2', { body: makeWav(2) });

  const { artifacts } = await run(
    buildRequest({
      endpoint: '/v1/music/generations',
      pollPath: '/v1/music/generations/{task_id}',
      modality: 'music',
    }),
  );

  assert.deepEqual(
    artifacts.map(({ path, mediaType, seconds, title }) => [path, mediaType, seconds, title]),
    [
      ['hero.wav', 'audio/wav', 1, 'Sea'],
      ['hero.lyrics.txt', 'text/plain', null, 'Sea'],
      ['hero-2.wav', 'audio/wav', 2, 'Sea'],
      ['hero-2.lyrics.txt', 'text/plain', null, 'Sea'],
    ],
  );
  assert.deepEqual(
    (await files()).filter((name) => !name.includes('.gen.')),
    ['hero-2.lyrics.txt', 'hero-2.wav', 'hero.lyrics.txt', 'hero.wav'],
  );
});

test('a POST whose response is audio has delivered the result', async (context) => {
  const { gateway, run, journal } = await createEngineBench(context);
  gateway.script('POST /v1/audio/speech', { headers: { 'content-type': 'audio/wav' }, body: makeWav(1) });

  const { state, artifacts } = await run(buildRequest({ endpoint: '/v1/audio/speech', modality: 'speech' }));

  assert.deepEqual([state, artifacts.map(({ path, seconds }) => [path, seconds])], ['saved', [['hero.wav', 1]]]);
  assert.ok((await journal()).length < 8_000, 'the journal holds no media');
});

test('a synchronous response with an image is saved from its base64, with the amount', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const body = {
    created: 1,
    data: [{ b64_json: makePng().toString('base64') }, { url: `${gateway.url}/files/a.png` }],
    amount_usd: 0.02,
  };
  gateway.script('POST /v1/images/generations', { body });

  const { state, artifacts, amountUsd } = await run(buildRequest({ pollPath: null }));

  assert.deepEqual([state, artifacts.map(({ path }) => path), amountUsd], ['saved', ['hero.png', 'hero-2.png'], 0.02]);
});

test('an id next to the result of a synchronous model is not a task', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const body = { id: 'img-1', data: [{ url: `${gateway.url}/files/a.png` }], amount_usd: 0.02 };
  gateway.script('POST /v1/images/generations', { body });

  const { state, taskId } = await run(buildRequest({ pollPath: null }));

  assert.deepEqual([state, taskId, gateway.lines().includes(query)], ['saved', null, false]);
});

test('result downloads carry no key', async (context) => {
  const { gateway, run } = await createEngineBench(context);

  await run();

  const download = gateway.calls.find(({ path }) => path === '/files/a.png');
  assert.deepEqual([download?.headers.authorization, download?.headers['user-agent']], [undefined, 'genwright/1.2.3']);
});

test('only a result of the gateway itself that needs the key is fetched with it', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(file, { status: 401, body: { message: 'no key' } }, { body: makePng() });

  const { state } = await run();

  const downloads = gateway.calls.filter(({ path }) => path === '/files/a.png');
  assert.deepEqual(
    [state, downloads.map(({ headers }) => headers.authorization)],
    ['saved', [undefined, gateway.calls[0]?.headers.authorization]],
  );
});

test('a video that is done without a URL is fetched from its content', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script('POST /v1/videos', { body: { id: 't1', status: '' } });
  gateway.script('GET /v1/videos/t1', { body: { id: 't1', status: 'completed', amount_usd: 0.5 } });
  gateway.script('GET /v1/videos/t1/content', { status: 401, body: '' }, { body: makeMp4(0.1) });

  const { state, artifacts, amountUsd } = await run(
    buildRequest({ endpoint: '/v1/videos', pollPath: '/v1/videos/{task_id}', modality: 'video' }),
  );

  assert.deepEqual([state, artifacts.map(({ path }) => path), amountUsd], ['saved', ['hero.mp4'], 0.5]);
});

test('an acknowledgement and a result that are compressed without being asked for are read', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  gateway.script('POST /v1/images/generations', { headers, body: gzipSync('{"task_id":"t1","status":"queued"}') });
  gateway.script(file, { headers: { 'content-encoding': 'aws-chunked' }, body: makePng() });

  const { state, artifacts } = await run();

  assert.deepEqual([state, artifacts[0]?.bytes], ['saved', makePng().length]);
});

test('a result of a kind that Genwright does not know is saved as a file, and fetched once', async (context) => {
  const { gateway, run, engine, jobFile } = await createEngineBench(context);
  gateway.script(file, {
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });

  const { state } = await run();

  const lines = await engine.readRuns(jobFile);
  assert.deepEqual(
    [state, lines.map(({ artifacts }) => artifacts.map(({ path, media_type }) => [path, media_type]))],
    ['saved', [[['hero.svg', 'image/svg+xml']]]],
  );
  assert.equal(gateway.lines().filter((line) => line === file).length, 1);
});

test('an input that the response repeats is not saved as the result', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const image = `${gateway.url}/files/input.png`;
  gateway.script(query, {
    body: { task_id: 't1', status: 'succeeded', url: image, images: [`${gateway.url}/files/a.png`] },
  });

  await run(buildRequest({ body: { model: 'seedream-5-0-260128', prompt: 'A cat', image } }));

  assert.deepEqual(
    gateway.lines().filter((line) => line.includes('/files/')),
    [file],
  );
});

test('a download that is interrupted, or has the wrong length, is tried again', async (context) => {
  const { gateway, run, files } = await createEngineBench(context);
  gateway.script(file, 'drop', 'drop-inside-body', 'too-short', { body: makePng() });

  const { state } = await run();

  assert.deepEqual([state, await files()], ['saved', ['hero.gen.runs.jsonl', 'hero.png']]);
});

/** Responses besides those of the fault matrix. */
const failing = [
  ['a page instead of an image', [{ body: '<html><title>Log in</title></html>' }], 'download-failed'],
  ['a file above the limit', [{ body: Buffer.alloc(1_000_001) }], 'too-large'],
  ['a redirect to plain http', [{ status: 302, headers: { location: 'http://example.com/a.png' } }], 'download-failed'],
] as const;

for (const [title, answers, code] of failing) {
  test(`${title} leaves the task unsaved without a file, and Save Again saves it`, async (context) => {
    const bench = await createEngineBench(context);
    bench.gateway.script(file, ...answers);

    const { id, state, error } = await bench.run();
    const left = await bench.files();
    bench.gateway.script(file, { body: makePng() });
    await bench.engine.act(id, 'saveAgain');
    const saved = await bench.reached('saved');

    const posts = bench.gateway.lines().filter((line) => line.startsWith('POST')).length;
    assert.deepEqual(
      [state, error?.code, left, saved.artifacts.map(({ path }) => path), posts],
      ['unsaved', code, ['hero.gen.runs.jsonl'], ['hero.png'], 1],
    );
  });
}

test('the task of an expired result URL is queried once more', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(file, { status: 403, body: 'expired' });
  gateway.script('GET /files/fresh.png', { body: makePng() });
  gateway.script(
    query,
    { body: buildDone(`${gateway.url}/files/a.png`) },
    { body: buildDone(`${gateway.url}/files/fresh.png`) },
  );

  const { state } = await run();

  assert.deepEqual([state, gateway.lines().filter((line) => line === query).length], ['saved', 2]);
});

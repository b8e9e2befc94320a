import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode as decodePng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { arrangeSandbox, image, imagePath, music, musicPath, speech, speechPath } from './arrangeSandbox.ts';
import { readMp3 } from './media/sound/readMp3.ts';

async function readBytes(url: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
}

test('serves an image of the requested size, without a key', async (t) => {
  const { finish } = await arrangeSandbox(t, { draft: false });
  const response = await fetch((await finish(imagePath, image)).url ?? '');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height } = decodePng(bytes);
  assert.deepEqual(
    [response.headers.get('content-type'), response.headers.get('content-length'), width, height],
    ['image/png', String(bytes.length), 2048, 2048],
  );
});

test('makes the image smaller, with its aspect ratio, if it is only a draft', async (t) => {
  const { finish } = await arrangeSandbox(t, { draft: true });
  const { width, height } = decodePng(await readBytes((await finish(imagePath, { ...image, size: '2848x1600' })).url));
  assert.deepEqual([width, height], [720, 400]);
});

test('serves a JPEG if it is requested', async (t) => {
  const { finish } = await arrangeSandbox(t, { draft: false });
  const bytes = await readBytes((await finish(imagePath, { ...image, size: '2848x1600', output_format: 'jpeg' })).url);
  const { width, height } = decodeJpeg(bytes, { useTArray: true, maxMemoryUsageInMB: 1024 });
  assert.deepEqual([width, height], [2848, 1600]);
});

test('serves two different clips whose audio is as long as the response says', async (t) => {
  const { finish } = await arrangeSandbox(t);
  const { data = [] } = await finish(musicPath, music);
  const clips = await Promise.all(data.map(({ url }) => readBytes(url)));
  const errors = clips.map((bytes, index) => Math.abs(readMp3(bytes).seconds - (data[index]?.duration ?? 0)));
  assert.equal(clips[0]?.equals(clips[1] ?? Buffer.alloc(0)), false);
  // An MP3 is padded to whole frames at both ends.
  assert.deepEqual(
    errors.map((error) => error < 0.1),
    [true, true],
  );
});

test('makes the same bytes for the same request on another server, and again when the cache is gone', async (t) => {
  const { finish, dataDir } = await arrangeSandbox(t);
  const other = await arrangeSandbox(t);
  const orders = [
    [imagePath, { ...image, seed: 7 }, { seed: 8 }],
    [musicPath, { ...music, seed: 7 }, { seed: 8 }],
    [speechPath, speech, { text: 'Good bye.' }],
    ['/v1/videos', { model: 'seedance-2.0', prompt: 'Waves', duration: 4, seed: 7 }, { seed: 8 }],
  ] as const;
  const seen = [];
  for (const [path, body, change] of orders) {
    const tasks = [
      await finish(path, body),
      await other.finish(path, body),
      await finish(path, { ...body, ...change }),
    ];
    const urls = tasks.map(({ url, data, results }) => url ?? (data ?? results)?.[0]?.url);
    const files = await Promise.all(urls.map(readBytes));
    await rm(join(dataDir, 'media'), { recursive: true });
    files.push(await readBytes(urls[0]));
    seen.push(files.map((each) => files[0]?.equals(each)));
  }
  assert.deepEqual(
    seen,
    orders.map(() => [true, true, false, true]),
  );
});

test('supports HEAD and ranges', async (t) => {
  const { finish } = await arrangeSandbox(t);
  const { url = '' } = await finish(speechPath, { ...speech, response_format: 'wav' });
  const whole = await readBytes(url);
  const total = String(whole.length);
  const seen = [];
  for (const range of [
    'bytes=0-3',
    'bytes=8-11',
    `bytes=${String(whole.length - 4)}-${total}`,
    `bytes=${total}-`,
    'bytes=-4',
    'bytes=5-2',
    'lines=1-2',
    'bytes=-',
    'bytes=0-1,4-5',
    'bytes=0-',
  ]) {
    const response = await fetch(url, { headers: { range } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.length <= 4 ? bytes.toString('latin1') : bytes.length;
    seen.push([response.status, response.headers.get('content-range'), text]);
  }
  const head = await fetch(url, { method: 'HEAD' });
  const last = whole.subarray(-4).toString('latin1');
  assert.deepEqual(seen, [
    [206, `bytes 0-3/${total}`, 'RIFF'],
    [206, `bytes 8-11/${total}`, 'WAVE'],
    [206, `bytes ${String(whole.length - 4)}-${String(whole.length - 1)}/${total}`, last],
    [416, `bytes */${total}`, ''],
    ...Array.from({ length: 5 }, () => [200, null, whole.length]),
    [206, `bytes 0-${String(whole.length - 1)}/${total}`, whole.length],
  ]);
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), head.headers.get('accept-ranges'), (await head.text()).length],
    [200, total, 'bytes', 0],
  );
});

test('has no file before the task has succeeded', async (t) => {
  const { sandbox, call, pass } = await arrangeSandbox(t);
  const { task_id: id } = (await (await call(speechPath, speech)).json()) as { task_id: string };
  const url = `${sandbox.url}/files/${id}/1.mp3`;
  const early = await fetch(url);
  pass(60_000);
  const late = await fetch(url);
  await Promise.all([early.arrayBuffer(), late.arrayBuffer()]);
  assert.deepEqual([early.status, late.status], [404, 200]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode as decodePng } from 'fast-png';
import { arrangeSandbox, image, imagePath } from './arrangeSandbox.ts';

const grok = { model: 'grok-imagine-image', prompt: 'A harbor at noon', resolution: '1k', seed: 3 };

interface ImageAnswer {
  readonly created: number;
  readonly data: readonly { readonly url?: string; readonly b64_json?: string }[];
  readonly amount_usd: number;
}

async function readPng(url: string | undefined): Promise<readonly [number, number]> {
  const { width, height } = decodePng(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()));
  return [width, height];
}

test('responds to a synchronous model at once with as many images as requested, and charges each', async (t) => {
  const { call, readBalance } = await arrangeSandbox(t, { speed: 1000, draft: false });
  const answer = (await (await call(imagePath, { ...grok, n: 2, aspect_ratio: '19.5:9' })).json()) as ImageAnswer;
  const sizes = await Promise.all(answer.data.map(({ url }) => readPng(url)));
  assert.deepEqual(
    [Object.keys(answer).sort(), answer.created, answer.amount_usd, await readBalance(), sizes],
    [
      ['amount_usd', 'created', 'data'],
      1_768_435_200,
      0.07,
      24.93,
      [
        [1504, 688],
        [1504, 688],
      ],
    ],
  );
});

test('puts the image of a synchronous model into the response if requested', async (t) => {
  const { call } = await arrangeSandbox(t, { speed: 1000, draft: false });
  const { data } = (await (await call(imagePath, { ...grok, response_format: 'b64_json' })).json()) as ImageAnswer;
  const { width, height } = decodePng(Buffer.from(data[0]?.b64_json ?? '', 'base64'));
  assert.deepEqual([data.length, data[0]?.url, width, height], [1, undefined, 1024, 1024]);
});

test('refuses a synchronous call that is to fail, without a charge', async (t) => {
  const { call, readBalance } = await arrangeSandbox(t, { speed: 1000 });
  const answer = await call(imagePath, { ...grok, prompt: '[fail] A harbor' });
  const { code } = (await answer.json()) as { code: string };
  assert.deepEqual([answer.status, code, await readBalance()], [400, 'generation_failed', 25]);
});

test('lists the images of a task that makes several, each of them different', async (t) => {
  const { finish } = await arrangeSandbox(t);
  const task = await finish(imagePath, { model: 'mj_imagine', prompt: 'A harbor', seed: 1 });
  const files = await Promise.all(
    (task.data ?? []).map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64')),
  );
  assert.deepEqual([task.url, files.length, new Set(files).size], [task.data?.[0]?.url, 4, 4]);
});

test('distinguishes seeds beyond 2^53 by their last digits', async (t) => {
  const { sandbox, call, pass } = await arrangeSandbox(t);
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const seeds = [];
  for (const seed of ['9007199254740993', '9007199254740992']) {
    const body = JSON.stringify(image).replace('}', `,"seed":${seed}}`);
    const answer = await fetch(sandbox.url + imagePath, { method: 'POST', headers, body });
    const { task_id: id } = (await answer.json()) as { task_id: string };
    pass(60_000);
    const text = await (await call(`${imagePath}/${id}`)).text();
    seeds.push(/"seed":(\d+)/.exec(text)?.[1]);
  }
  assert.deepEqual(seeds, ['9007199254740993', '9007199254740992']);
});

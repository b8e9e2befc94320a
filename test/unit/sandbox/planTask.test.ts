import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint, Modality } from '../../../src/core/catalog/catalog.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';
import { planTask } from '../../../src/sandbox/planTask.ts';
import { arrangeSandbox, image, imagePath } from './arrangeSandbox.ts';

const endpoint: Endpoint = { path: '/v1/videos', pollPath: null };
const plan = (modality: Modality, body: JsonObject) =>
  planTask({ speed: 1, now: () => 0 }, { modality, endpoint, model: 'm', body });

test('uses another seed for each task that names none', async (t) => {
  const { finish } = await arrangeSandbox(t);
  const [first, second] = [await finish(imagePath, image), await finish(imagePath, image)];
  assert.notDeepEqual(first.metadata, second.metadata);
});

test('does not keep inlined media, wherever they are', () => {
  const data = `data:image/png;base64,${'A'.repeat(1000)}`;
  const body = {
    prompt: 'data:x',
    image: data,
    images: ['https://example.com/a.png', data],
    metadata: { frame: data },
  };
  const head = 'data:image/png;base64,';
  assert.deepEqual(plan('video', { ...body, seed: 5 }).body, {
    prompt: 'data:x',
    image: head,
    images: ['https://example.com/a.png', head],
    metadata: { frame: head },
    seed: 5,
  });
});

test('has the price of the request', () => {
  const amounts = (
    [
      ['image', { size: '2K' }],
      ['image', { size: '4K' }],
      ['image', { size: '3000x2000' }],
      ['image', { n: 3 }],
      ['music', {}],
      ['speech', { text: 'x'.repeat(1000) }],
      ['video', { duration: 10, metadata: { resolution: '1080p' } }],
      ['video', { duration: 10, metadata: { resolution: '720p' } }],
      ['video', { seconds: '4', size: '832*480' }],
      ['video', { prompt: '[fail]' }],
    ] as const
  ).map(([kind, body]) => plan(kind, body).amountUsd);
  assert.deepEqual(amounts, [0.035, 0.05, 0.035, 0.105, 0.08, 0.015, 0.8, 0.5, 0.12, 0]);
});

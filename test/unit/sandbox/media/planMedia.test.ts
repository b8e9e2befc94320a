import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';
import { findUnmakeable, planMedia } from '../../../../src/sandbox/media/planMedia.ts';
import type { TaskKind } from '../../../../src/sandbox/store/taskRecord.ts';

/** Returns the first file of a task, with the number of its files. */
function plan(kind: TaskKind, body: JsonObject): Readonly<Record<string, unknown>> {
  const specs = planMedia({ kind, body });
  return { ...specs[0], count: specs.length };
}

const planned: readonly (readonly [kind: TaskKind, body: JsonObject, part: Readonly<Record<string, unknown>>])[] = [
  ['image', {}, { format: 'png', seed: 0, prompt: '', model: '', index: 1 }],
  ['image', { output_format: 'jpg' }, { format: 'jpeg' }],
  ['image', { n: 0 }, { count: 1 }],
  ['image', { n: '2' }, { count: 2 }],
  ['image', { n: 'two' }, { count: 1 }],
  ['image', { n: 11 }, { count: 10 }],
  ['image', { model: 'mj_imagine' }, { count: 4 }],
  ['image', { model: 'mj_imagine', n: 1 }, { count: 1 }],
  ['image', { enable_sequential: true }, { count: 4 }],
  ['image', { enable_sequential: 'true' }, { count: 1 }],
  ['image', { width: 640 }, { width: 2048, height: 2048 }],
  ['image', { size: '1.5K', resolution: '1K' }, { width: 1536 }],
  ['image', { seed: 9007199254740993n }, { seed: 9007199254740993n }],
  ['image', { seed: 1.5 }, { seed: 0 }],
  ['image', {}, { width: 2048, height: 2048 }],
  ['image', { n: 2 }, { width: 1024, height: 1024 }],
  ['image', { size: '1K' }, { width: 1024, height: 1024 }],
  ['image', { size: '512px', aspect_ratio: '16:9' }, { width: 688, height: 384 }],
  ['image', { size: '4K', aspect_ratio: '1:1' }, { width: 4096, height: 4096 }],
  ['image', { size: '1280*720' }, { width: 1280, height: 720 }],
  ['image', { size: 'auto' }, { width: 2048, height: 2048 }],
  ['image', { resolution: '2k', aspect_ratio: '4:3' }, { width: 2368, height: 1776 }],
  ['image', { aspect_ratio: 'match_input_image' }, { width: 2048, height: 2048 }],
  ['image', { aspect_ratio: '0:9' }, { width: 2048, height: 2048 }],
  ['image', { aspect_ratio: '9:0' }, { width: 2048, height: 2048 }],
  ['image', { width: 640, height: 256 }, { width: 640, height: 256 }],
  ['image', { extra_fields: { input: { aspect_ratio: '9:16' } } }, { width: 1536, height: 2736 }],
  ['video', { resolution: '480p' }, { width: 768, height: 432 }],
  ['video', { resolution: '479p' }, { width: 512, height: 288 }],
  ['video', { size: '640x480' }, { width: 656, height: 496 }],
  ['video', { duration: 0, seed: 4 }, { seconds: 1, seed: 4, format: 'mp4', index: 1 }],
  ['video', { duration: '2.5' }, { seconds: 2.5 }],
  ['video', { ratio: '40:1' }, { width: 1152, height: 288 }],
  ['video', { duration: 12, size: '1280x720' }, { width: 768, height: 432, seconds: 5 }],
  ['video', { seconds: '4', size: '720*1280' }, { width: 432, height: 768, seconds: 4 }],
  [
    'video',
    { duration: 4, metadata: { aspect_ratio: '1:1', resolution: '480p' } },
    { width: 576, height: 576, seconds: 4 },
  ],
  ['video', { duration: 6, size: '21:9', quality: '360p' }, { width: 592, height: 256, seconds: 5 }],
  ['video', { aspect_ratio: 'adaptive' }, { width: 768, height: 432, seconds: 5 }],
  ['music', {}, { title: 'Untitled', modelVersion: 'sonic-v4', isInstrumental: false, style: '', count: 2 }],
  ['music', { make_instrumental: 'true', model_version: 'v5' }, { isInstrumental: true, modelVersion: 'v5' }],
  ['music', { make_instrumental: 'false', tags: 'Folk' }, { isInstrumental: false, style: 'folk' }],
  ['music', { prompt: 'A, b c d. e', title: '' }, { title: 'A, b c d', style: 'a, b c d. e' }],
  ['music', { prompt: '[Verse]\nRain', title: 'Own' }, { title: 'Own', style: '', lyrics: '[Verse]\nRain' }],
  [
    'music',
    { prompt: '[Verse]\nHello, old friend\n', make_instrumental: true },
    { title: 'Hello, old friend', lyrics: '' },
  ],
  ['music', { prompt: 'A song about rain' }, { title: 'A song about rain', lyrics: '' }],
  ['speech', { text: '<b>Hi</b>' }, { text: ' Hi ', voice: '', speed: 1, format: 'mp3' }],
  ['speech', { response_format: 'pcm', speed: 2, speaker: 'b' }, { format: 'pcm', speed: 2, voice: 'b' }],
  ['speech', { voice: 'a', speaker: 'b' }, { voice: 'a' }],
  ['chat', {}, { count: 0 }],
];

for (const [kind, body, part] of planned) {
  test(`${kind} with ${JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`, () => {
    const spec = plan(kind, body);
    assert.deepEqual(Object.fromEntries(Object.keys(part).map((key) => [key, spec[key]])), part);
  });
}

test('what can be made has limits, which themselves can be made', () => {
  const orders: readonly (readonly [kind: TaskKind, body: JsonObject])[] = [
    ['image', { size: '16x16', output_format: 'png' }],
    ['image', { size: '15x16' }],
    ['image', { size: '5000x4000' }],
    ['image', { size: '5001x4000' }],
    ['image', { output_format: 'gif' }],
    ['speech', { speed: 0.25, response_format: 'wav' }],
    ['speech', { speed: 0.24 }],
    ['speech', { speed: 4 }],
    ['speech', { speed: 4.1 }],
    ['speech', { response_format: 'opus' }],
    ['video', { speed: 5, output_format: 'gif' }],
  ];
  assert.deepEqual(
    orders.map(([kind, body]) => findUnmakeable(kind, body)?.split(':')[0] ?? null),
    [null, 'size', null, 'size', 'output_format', null, 'speed', null, 'speed', 'response_format', null],
  );
});

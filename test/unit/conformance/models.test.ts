import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../src/core/jobFile/requests/planText.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';

interface ModelRow {
  /** Name of the group in section 1.8 of the interface specification. */
  readonly group: string;
  /** Models as in that section, with a star for any end. */
  readonly models: readonly string[];
  /** The path of the request unless the job says otherwise (sections 4.2 to 4.5). */
  readonly path: string;
  readonly isTask: boolean;
  readonly modality: string;
}

/** Section 1.8. Veo is in 1.9 only, and the three models of the responses style are in 4.5. */
const rows: readonly ModelRow[] = [
  {
    group: 'chat',
    models: ['gpt-4.1*', 'gpt-4o*', 'gpt-5*', 'gemini-*', 'MiniMax-Text-*', 'MiniMax-M*'],
    path: '/v1/chat/completions',
    isTask: false,
    modality: 'chat',
  },
  { group: 'chat', models: ['claude-*'], path: '/v1/messages', isTask: false, modality: 'chat' },
  {
    group: 'responses',
    models: ['gpt-5.2', 'gpt-5.3-codex', 'gpt-5.5'],
    path: '/v1/responses',
    isTask: false,
    modality: 'chat',
  },
  {
    group: 'images, asynchronous',
    models: ['seedream-*', 'doubao-seedream-*', 'wan2.7-image*', 'gpt-image-2', 'mj_*'],
    path: '/v1/images/generations',
    isTask: true,
    modality: 'image',
  },
  {
    group: 'video',
    models: [
      'seedance-*',
      'MiniMax-Hailuo-*',
      'kling-*',
      'viduq*',
      'pixverse-*',
      'veo*',
      'wan2.6-*',
      'happyhorse-1.0-*',
    ],
    path: '/v1/videos',
    isTask: true,
    modality: 'video',
  },
  { group: 'music', models: ['sonic'], path: '/v1/music/generations', isTask: true, modality: 'music' },
  { group: 'speech', models: ['seed-tts-2.0'], path: '/v1/audio/speech', isTask: true, modality: 'speech' },
];

/** Returns the request of a job, or the codes of its errors. */
function plan(job: JsonObject): readonly string[] {
  const { requests, problems } = planText(JSON.stringify(job), {
    catalog: bundledCatalog,
    fileName: 'a.gen.yaml',
    isStrict: false,
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [
    ...requests.map(({ endpoint, pollPath, modality }) => `${endpoint} ${pollPath ? 'task' : 'at once'} ${modality}`),
    ...errors.map(({ code, args }) => `${code} ${String(args['variant'] ?? '')}`),
  ];
}

/** Texts that music, speech and every other model need. */
const words = { prompt: 'A door', text: 'A door', voice: 'narrator' };

for (const { group, models, path, isTask, modality } of rows) {
  for (const model of models) {
    test(`1.8, ${group}: ${model} is called at ${path}`, () => {
      const expected = [`${path} ${isTask ? 'task' : 'at once'} ${modality}`];
      assert.deepEqual(plan({ model: model.replace('*', 'any-other'), ...words }), expected);
    });
  }
}

test('no video or chat model is known that the interface specification does not name', () => {
  const starts = rows.flatMap(({ models, modality }) => models.map((each) => [each, modality] as const));
  const isNamed = (id: string, modality: string): boolean =>
    starts.some(
      ([each, of]) => of === modality && (each.endsWith('*') ? id.startsWith(each.slice(0, -1)) : id === each),
    );
  const families = bundledCatalog.families.filter((family) => ['video', 'chat'].includes(family.modality));
  const known = families.flatMap(({ modality, models, prefixes = [] }) =>
    [...models, ...prefixes].filter((id) => !isNamed(id, modality)),
  );
  assert.deepEqual(known, []);
});

/** "One modelId may appear on several endpoints" (1.5): `model` at `path`, chosen by `gen.endpoint`. */
const choices: readonly (readonly [section: string, model: string, path: string, outcome: string])[] = [
  ['1.8', 'gemini-3-pro-image-preview', '/v1/chat/completions', 'at once image'],
  ['1.8', 'gemini-2.5-flash-image', '/v1/chat/completions', 'at once image'],
  ['1.5', 'claude-any-other', '/v1/chat/completions', 'at once chat'],
  ['1.5', 'gpt-5.5', '/v1/chat/completions', 'at once chat'],
  ['4.5', 'kling-v2-6', '/kling/v1/videos/text2video', 'task video'],
  ['4.5', 'kling-v2-6', '/kling/v1/videos/image2video', 'task video'],
  ['4.5', 'seedance-2.0', '/v1/video/generations', 'task video'],
  ['4.5', 'kling-v2-6', '/v1/video/generations', 'task video'],
];

for (const [section, model, endpoint, outcome] of choices) {
  test(`${section}: ${model} can be called at ${endpoint}`, () => {
    assert.deepEqual(plan({ model, gen: { endpoint }, prompt: 'A door' }), [`${endpoint} ${outcome}`]);
  });
}

const erase = { gen: { endpoint: '/v1/videos/subtitle-erase' }, video_url: 'https://example.com/talk.mp4' };

test('4.5: subtitles are erased without a model', () => {
  assert.deepEqual(plan(erase), ['/v1/videos/subtitle-erase task video']);
});

test('4.5: a model may be given for erasing subtitles anyway', () => {
  assert.deepEqual(plan({ model: 'eraser-1', ...erase }), ['/v1/videos/subtitle-erase task video']);
});

test('a job without a model needs an endpoint that accepts none', () => {
  assert.deepEqual(plan({ gen: { endpoint: '/v1/videos' }, prompt: 'A door' }), ['missing-model ']);
});

/** "Image-to-video only (text-only payloads are rejected)", with the field that usually carries the image. */
const imageOnly: readonly (readonly [model: string, image: JsonObject])[] = [
  ['viduq2-pro', { images: ['https://example.com/a.png'] }],
  ['viduq2-turbo', { images: ['https://example.com/a.png'] }],
  ['MiniMax-Hailuo-2.3-Fast', { metadata: { first_frame_image: 'https://example.com/a.png' } }],
];

for (const [model, image] of imageOnly) {
  test(`1.8: ${model} rejects text alone`, () => {
    assert.deepEqual(plan({ model, prompt: 'A door' }), ['rule-broken image-to-video-only']);
  });

  test(`1.8: ${model} accepts text with an image, in its own field or in another`, () => {
    const accepted = ['/v1/videos task video'];
    const jobs: readonly JsonObject[] = [
      { ...image },
      { input_reference: 'https://example.com/a.png' },
      { request: { image: 'https://example.com/a.png' } },
    ];
    assert.deepEqual(
      jobs.map((job) => plan({ model, prompt: 'A door', ...job })),
      [accepted, accepted, accepted],
    );
  });
}

test('1.8: an image that another job makes is as good as one that exists', () => {
  const model = 'MiniMax-Hailuo-2.3-Fast';
  const still = { model: 'seedream-5-0-260128', prompt: 'A door' };
  const clip = { model, prompt: 'It opens', metadata: { first_frame_image: '${{ jobs.still.url }}' } };
  assert.deepEqual(plan({ jobs: { still, clip } }), ['/v1/images/generations task image', '/v1/videos task video']);
});

test('1.8: every other video model accepts text alone', () => {
  const families = bundledCatalog.families.filter(({ modality }) => modality === 'video');
  const models = new Set(families.flatMap((family) => family.models));
  const refused = [...models].filter((model) => plan({ model, prompt: 'A door' })[0] !== '/v1/videos task video');
  assert.deepEqual(refused.sort(), imageOnly.map(([model]) => model).sort());
});

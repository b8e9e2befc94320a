import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSandbox, image, imagePath, music, musicPath, speech, speechPath } from './arrangeSandbox.ts';

const rows: readonly (readonly [path: string, body: unknown, answer: string])[] = [
  [imagePath, image, '200'],
  [imagePath, { ...image, prompt: '🐈'.repeat(600) }, '200'],
  [imagePath, { ...image, unheard_of: 1 }, '200'],
  [imagePath, { ...image, size: null }, '200'],
  [imagePath, { model: image.model }, '400 invalid_request: Seedream 5.0 lite needs "prompt".'],
  [imagePath, { ...image, prompt: '' }, '400 invalid_request: Seedream 5.0 lite needs "prompt".'],
  [
    imagePath,
    { ...image, images: ['a', 2] },
    '400 invalid_request: images.1: "images" must be a string, not a whole number.',
  ],
  [
    imagePath,
    { ...image, optimize_prompt_options: { mode: 'fast' } },
    '400 invalid_request: optimize_prompt_options.mode: "mode" cannot be "fast". Allowed: standard.',
  ],
  [imagePath, { prompt: 'x' }, '400 missing_model: model is missing.'],
  [imagePath, { ...image, model: 7 }, '400 invalid_request: model must be of type string.'],
  [imagePath, { ...image, model: 'nobody-1' }, '400 invalid_model: model: the sandbox does not know "nobody-1".'],
  [imagePath, { ...image, model: 'seedream-9', size: '3K', unheard_of: 1 }, '200'],
  [imagePath, { ...image, model: 'seedream-9', size: '5000x4000' }, '200'],
  [imagePath, { ...image, model: 'seedream-9', size: '16x16' }, '200'],
  [
    imagePath,
    { ...image, model: 'seedream-9', size: '15x16' },
    '400 invalid_request: size: the sandbox paints up to 20 million pixels; 15 × 16 is outside.',
  ],
  [
    imagePath,
    { ...image, model: 'seedream-9', size: '30000x4000' },
    '400 invalid_request: size: the sandbox paints up to 20 million pixels; 30000 × 4000 is outside.',
  ],
  [
    imagePath,
    { ...image, model: 'seedream-9', output_format: 'webp' },
    '400 invalid_request: output_format: the sandbox makes png and jpeg; "webp" is neither of them.',
  ],
  [
    imagePath,
    { ...image, model: 'gemini-3-pro-preview' },
    '400 invalid_model_endpoint: model: "gemini-3-pro-preview" is called at /v1/chat/completions, not at /v1/images/generations.',
  ],
  [
    imagePath,
    music,
    '400 invalid_model_endpoint: model: "sonic" is called at /v1/music/generations, not at /v1/images/generations.',
  ],
  [imagePath, [image], '400 invalid_request: The body must be a JSON object of at most 64 MB.'],
  [imagePath, null, '400 invalid_request: The body must be a JSON object of at most 64 MB.'],
  [musicPath, music, '200'],
  [speechPath, speech, '200'],
  [speechPath, { model: speech.model, speaker: 'a', ssml: '<speak>Hi</speak>' }, '200'],
  [
    speechPath,
    { model: speech.model, text: 'Hi' },
    '400 invalid_request: Seed TTS 2.0 needs one of these: voice, speaker.',
  ],
  [speechPath, { ...speech, speed: 0.25 }, '200'],
  [speechPath, { ...speech, speed: 4 }, '200'],
  [
    speechPath,
    { ...speech, speed: 0 },
    '400 invalid_request: speed: the sandbox speaks at 0.25 to 4 times the normal pace; 0 is outside.',
  ],
  [
    speechPath,
    { ...speech, response_format: 'ogg' },
    '400 invalid_request: response_format: the sandbox makes mp3, wav, pcm; "ogg" is none of them.',
  ],
];

test('checks bodies by the catalog, as far as the interface specification says, and names the field', async (t) => {
  const { call } = await arrangeSandbox(t);
  const answers = [];
  for (const [path, body] of rows) {
    const response = await call(path, body);
    const { code, message } = (await response.json()) as { code?: string; message?: string };
    answers.push(response.status === 200 ? '200' : `${String(response.status)} ${code ?? ''}: ${message ?? ''}`);
  }
  assert.deepEqual(
    answers,
    rows.map(([, , answer]) => answer),
  );
});

test('rejects text alone if a model makes video from images, and names the missing field', async (t) => {
  const { call } = await arrangeSandbox(t);
  const prompt = 'The waves begin to move';
  const image = 'https://example.com/harbor.jpg';
  const bodies = [
    { model: 'viduq2-pro', prompt },
    { model: 'viduq2-turbo', prompt, duration: 5 },
    { model: 'MiniMax-Hailuo-2.3-Fast', prompt, metadata: {} },
    { model: 'viduq2-pro', prompt, images: [image] },
    { model: 'viduq2-turbo', prompt, images: ['data:image/png;base64,iVBORw0KGgo='] },
    { model: 'MiniMax-Hailuo-2.3-Fast', prompt, metadata: { first_frame_image: image } },
  ];
  const answers = [];
  for (const body of bodies) {
    const answer = await call('/v1/videos', body);
    const { code, message = '' } = (await answer.json()) as { code?: string; message?: string };
    answers.push([answer.status, code, /^(?:metadata, )?prompt: .*"(.+)"/.exec(message)?.[1]]);
  }
  const accepted = [200, undefined, undefined];
  assert.deepEqual(answers, [
    [400, 'invalid_request', 'images'],
    [400, 'invalid_request', 'images'],
    [400, 'invalid_request', 'metadata.first_frame_image'],
    accepted,
    accepted,
    accepted,
  ]);
});

test('refuses a body that is not JSON, and charges nothing for a refused one', async (t) => {
  const { sandbox, pass, readBalance } = await arrangeSandbox(t);
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const broken = await fetch(sandbox.url + imagePath, { method: 'POST', headers, body: '{"model": ' });
  const empty = await fetch(sandbox.url + imagePath, { method: 'POST', headers });
  pass(60_000);
  assert.deepEqual(
    [broken.status, await broken.json(), empty.status, await readBalance()],
    [
      400,
      { code: 'invalid_request', message: 'The body must be a JSON object of at most 64 MB.', data: null },
      400,
      25,
    ],
  );
});

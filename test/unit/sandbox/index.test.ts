import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSandbox, image, imagePath, music, musicPath, speech, speechPath } from './arrangeSandbox.ts';

test('starts with 25 USD and charges a task when it has succeeded, not before and not when it failed', async (t) => {
  const { call, pass, finish } = await arrangeSandbox(t);
  const readBalance = async () => {
    const body = (await (await call('/api/usage/token/user-balance')).json()) as {
      data: { balance_usd: number; used_amount_usd: number };
    };
    return body.data;
  };
  const fresh = await readBalance();
  await call(imagePath, image);
  const submitted = await readBalance();
  pass(60_000);
  const ended = await readBalance();
  await finish(imagePath, { ...image, prompt: '[fail] please' });
  await finish(musicPath, music);
  const last = await readBalance();
  assert.deepEqual(
    [fresh, submitted, ended, last].map(({ balance_usd, used_amount_usd }) => [balance_usd, used_amount_usd]),
    [
      [25, 0],
      [25, 0],
      [24.965, 0.035],
      [24.885, 0.115],
    ],
  );
  assert.deepEqual(fresh, {
    object: 'user_balance',
    user_id: 1,
    username: 'sandbox',
    quota: 12_500_000,
    used_quota: 0,
    balance_usd: 25,
    used_amount_usd: 0,
    quota_per_unit: 500_000,
    currency: 'USD',
  });
});

test('acknowledges each kind of task as the interface specification shows it', async (t) => {
  const { call } = await arrangeSandbox(t);
  const seen = [];
  for (const [path, body] of [
    [imagePath, image],
    [musicPath, music],
    [speechPath, speech],
  ] as const) {
    const response = await call(path, body);
    const { id, task_id, ...rest } = (await response.json()) as { id: string; task_id: string };
    seen.push({ httpStatus: response.status, isSameId: id === task_id, isLong: id.length > 30, ...rest });
  }
  const common = { httpStatus: 200, isSameId: true, isLong: true, progress: 0, created_at: 1_768_435_200 };
  assert.deepEqual(seen, [
    { ...common, object: 'image', model: 'seedream-5-0-260128', status: 'queued' },
    { ...common, object: 'music', model: 'sonic', status: 'submitted' },
    { ...common, object: 'audio.speech', model: 'seed-tts-2.0', status: 'submitted' },
  ]);
});

test('takes a task from waiting through processing to its end as time passes', async (t) => {
  const walks = [];
  for (const [path, body, stepMs] of [
    [imagePath, image, 1400],
    [musicPath, music, 2000],
    [speechPath, speech, 1000],
  ] as const) {
    const { call, pass } = await arrangeSandbox(t);
    const { task_id: id } = (await (await call(path, body)).json()) as { task_id: string };
    const words = [];
    for (let step = 0; step < 4; step += 1) {
      const answer = (await (await call(`${path}/${id}`)).json()) as {
        code: string;
        data: { status: string; amount_usd?: number };
      };
      words.push(`${answer.code} ${answer.data.status} ${String(answer.data.amount_usd)}`);
      pass(stepMs);
    }
    walks.push(words);
  }
  const running = 'success processing undefined';
  assert.deepEqual(walks, [
    ['success queued undefined', running, running, 'success succeeded 0.035'],
    ['success submitted undefined', running, running, 'success succeeded 0.08'],
    ['success queued undefined', running, running, 'success succeeded 0.0002'],
  ]);
});

test('divides durations by the speed', async (t) => {
  const { call, pass } = await arrangeSandbox(t, { speed: 1000 });
  const { task_id: id } = (await (await call(imagePath, image)).json()) as { task_id: string };
  pass(5);
  const { data } = (await (await call(`${imagePath}/${id}`)).json()) as { data: { status: string } };
  assert.equal(data.status, 'succeeded');
});

test('returns results in the formats of the interface specification, with its own URLs', async (t) => {
  const { sandbox, finish } = await arrangeSandbox(t);
  const pictures = await finish(imagePath, { ...image, seed: 1034681616 });
  const songs = await finish(musicPath, { ...music, title: 'Harbor', model_version: 'sonic-v5' });
  const words = await finish(speechPath, speech);
  const own = (path: string, id: string) => `${sandbox.url}/files/${id}/${path}`;
  const clip = { title: 'Harbor', lyrics: music.prompt, metadata: { model_version: 'sonic-v5' } };
  assert.deepEqual(
    [
      pictures,
      {
        ...songs,
        data: songs.data?.map(({ duration, ...each }) => ({ ...each, isTwelveSeconds: Math.abs(duration - 12) < 2.5 })),
      },
      words,
    ],
    [
      {
        task_id: pictures.task_id,
        status: 'succeeded',
        format: 'png',
        url: own('1.png', pictures.task_id),
        metadata: { width: 2048, height: 2048, seed: 1034681616 },
        usage: { input_tokens: 0, output_tokens: 16_384, total_tokens: 16_384 },
        error: null,
        amount_usd: 0.035,
      },
      {
        task_id: songs.task_id,
        status: 'succeeded',
        data: ['1.mp3', '2.mp3'].map((name) => ({
          ...clip,
          url: own(name, songs.task_id),
          audio_url: own(name, songs.task_id),
          isTwelveSeconds: true,
        })),
        error: null,
        amount_usd: 0.08,
      },
      {
        task_id: words.task_id,
        status: 'succeeded',
        format: 'mp3',
        url: own('1.mp3', words.task_id),
        usage: { count: 12 },
        error: null,
        amount_usd: 0.0002,
      },
    ],
  );
});

test('makes a task fail if its prompt demands it, and reports that in the body, not in the HTTP status', async (t) => {
  const { finish, call } = await arrangeSandbox(t);
  const failed = await finish(speechPath, { ...speech, text: '[fail] Hello' });
  const file = await call(`/files/${failed.task_id}/1.mp3`);
  assert.deepEqual(
    [failed, file.status],
    [
      {
        task_id: failed.task_id,
        status: 'failed',
        format: 'mp3',
        url: '',
        usage: { count: 0 },
        error: { message: 'The prompt starts with [fail], so the sandbox let this task fail. Nothing was charged.' },
      },
      404,
    ],
  );
});

test('refuses unknown task ids, endpoints, methods and paths', async (t) => {
  const { sandbox, call, finish } = await arrangeSandbox(t);
  const { task_id: id } = await finish(speechPath, speech);
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const answers = [
    await call(`${imagePath}/task_00000000000000000000000000000000`),
    await call(`${imagePath}/..%2f..%2fkey`),
    await call(`${imagePath}/${id}`),
    await call(imagePath),
    await call(`${imagePath}/`),
    await call('/v1/embeddings', { model: 'gpt-4.1' }),
    await call('/v1/chat/completions'),
    await call('/v1/videos'),
    await call('/v1/videos/subtitle-erase'),
    await call('/kling/v1/videos/text2video'),
    await fetch(`${sandbox.url}${imagePath}`, { method: 'DELETE', headers }),
    await call('/nowhere'),
    await call(`/files/${id}/2.mp3`),
    await call('/files/../key'),
  ];
  const seen = [];
  for (const answer of answers) {
    const body = (await answer.json()) as { code?: string; error?: { code: string } };
    seen.push(`${String(answer.status)} ${body.code ?? body.error?.code ?? ''}`);
  }
  assert.deepEqual(seen, [
    '400 task_not_exist',
    '400 task_not_exist',
    '400 task_not_exist',
    '400 invalid_request',
    '400 invalid_request',
    '400 not_implemented',
    '405 method_not_allowed',
    '400 invalid_request',
    '400 invalid_request',
    '400 task_not_exist',
    '405 method_not_allowed',
    '404 not_found',
    '404 not_found',
    '404 not_found',
  ]);
});

test('can be closed twice, and while a call is still open', async (t) => {
  let onCall = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (onCall = resolve));
  const { sandbox, call } = await arrangeSandbox(t, { speed: 0.01, onCall });
  const stalled = call('/v1/responses', { model: 'gpt-5.2', input: 'Hello' }).then(
    () => 'answered',
    () => 'cut',
  );
  await arrived;
  await Promise.all([sandbox.close(), sandbox.close()]);
  assert.equal(await stalled, 'cut');
  await assert.rejects(fetch(sandbox.url));
});

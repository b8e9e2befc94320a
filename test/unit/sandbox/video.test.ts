import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planVideo } from '../../../src/sandbox/media/planVideo.ts';
import { arrangeSandbox, type Arranged } from './arrangeSandbox.ts';

const prompt = 'Waves roll in at dusk';
const makers = {
  preferred: { path: '/v1/videos', query: '/v1/videos', body: { model: 'seedance-2.0', prompt, duration: 4 } },
  legacy: {
    path: '/v1/video/generations',
    query: '/v1/video/generations',
    body: { model: 'seedance-2.0', prompt, duration: 4 },
  },
  native: {
    path: '/kling/v1/videos/text2video',
    query: '/kling/v1/videos',
    body: { model: 'kling-v2-6', prompt, duration: 5 },
  },
  subtitles: {
    path: '/v1/videos/subtitle-erase',
    query: '/v1/videos/subtitle-erase',
    body: { video_url: 'https://example.com/talk.mp4' },
  },
} as const;

interface VideoTask {
  readonly task_id: string;
  readonly status: string;
  readonly progress: number;
  readonly results?: readonly { readonly url: string }[];
  readonly error: { readonly message: string } | null;
}

async function submit({ call }: Arranged, { path, body }: { path: string; body: object }): Promise<VideoTask> {
  return (await (await call(path, body)).json()) as VideoTask;
}

test('acknowledges a video without a status word, at every endpoint', async (t) => {
  const arranged = await arrangeSandbox(t);
  const seen = [];
  for (const maker of Object.values(makers)) {
    const { task_id, ...rest } = await submit(arranged, maker);
    seen.push({ ...rest, id: null, isLong: task_id.length > 30 });
  }
  const common = { id: null, isLong: true, object: 'video', status: '', progress: 0, created_at: 1_768_435_200 };
  assert.deepEqual(
    seen,
    ['seedance-2.0', 'seedance-2.0', 'kling-v2-6', ''].map((model) => ({ ...common, model })),
  );
});

test('reports the progress of a video, and its cost when it is done', async (t) => {
  const arranged = await arrangeSandbox(t);
  const { path, body } = makers.preferred;
  const { task_id: id } = await submit(arranged, { path, body: { ...body, seed: 7 } });
  const words = [];
  for (let step = 0; step < 4; step += 1) {
    const view = (await (await arranged.call(`/v1/videos/${id}`)).json()) as VideoTask & { amount_usd?: number };
    words.push([view.status, view.progress, view.amount_usd]);
    arranged.pass(3000);
  }
  assert.deepEqual(words, [
    ['queued', 0, undefined],
    ['in_progress', 42, undefined],
    ['in_progress', 84, undefined],
    ['completed', 100, 0.2],
  ]);
});

test('finds a task by the preferred query and by that of its own path, but a legacy task only by the latter', async (t) => {
  const arranged = await arrangeSandbox(t);
  const seen: Record<string, readonly string[]> = {};
  for (const [name, maker] of Object.entries(makers)) {
    const { task_id: id } = await submit(arranged, maker);
    arranged.pass(60_000);
    const answers = await Promise.all([arranged.call(`/v1/videos/${id}`), arranged.call(`${maker.query}/${id}`)]);
    seen[name] = await Promise.all(answers.map(async (answer) => describe(await answer.json())));
  }
  assert.deepEqual(seen, {
    preferred: ['completed', 'completed'],
    legacy: ['task_not_exist', 'SUCCESS 100%'],
    native: ['completed', 'completed'],
    subtitles: ['task_not_exist', 'completed'],
  });
});

function describe(answer: unknown): string {
  const { status, code, data } = answer as { status?: string; code?: string; data?: Record<string, unknown> | null };
  return data ? `${String(data['status'])} ${String(data['progress'])}` : (status ?? code ?? '');
}

test('names in the legacy envelope the result, or the reason why there is none', async (t) => {
  const { sandbox, call, pass } = await arrangeSandbox(t);
  const { path, body } = makers.legacy;
  const read = async (prompt: string): Promise<unknown> => {
    const { task_id: id } = (await (await call(path, { ...body, prompt })).json()) as VideoTask;
    pass(60_000);
    const { data } = (await (await call(`${path}/${id}`)).json()) as { data: Record<string, unknown> };
    const { status, fail_reason, result_url, amount_usd } = data;
    const url = String(result_url).replace(`${sandbox.url}/files/${id}/`, '');
    return [status, fail_reason, url, amount_usd];
  };
  assert.deepEqual(
    [await read(prompt), await read('[fail] please')],
    [
      ['SUCCESS', '', '1.mp4', 0.2],
      [
        'FAILURE',
        'The prompt starts with [fail], so the sandbox let this task fail. Nothing was charged.',
        'undefined',
        undefined,
      ],
    ],
  );
});

test('serves the same playable file for the same seed', async (t) => {
  const arranged = await arrangeSandbox(t, { draft: false });
  const fetchVideo = async (): Promise<Buffer> => {
    const body = { ...makers.preferred.body, duration: '1', seed: 7, metadata: { resolution: '360p' } };
    const { task_id: id } = await submit(arranged, { path: '/v1/videos', body });
    arranged.pass(60_000);
    const view = (await (await arranged.call(`/v1/videos/${id}`)).json()) as VideoTask;
    return Buffer.from(await (await fetch(view.results?.[0]?.url ?? '')).arrayBuffer());
  };
  const [first, second] = [await fetchVideo(), await fetchVideo()];
  assert.deepEqual(
    [first.equals(second), first.subarray(4, 8).toString('latin1'), first.length > 10_000],
    [true, 'ftyp', true],
  );
});

test('keeps the requested aspect ratio, makes the video short and small, with edges that are multiples of 16', () => {
  const specs = [
    { duration: 12, size: '1280x720' },
    { seconds: '4', size: '720*1280' },
    { duration: 4, metadata: { aspect_ratio: '1:1', resolution: '480p' } },
    { duration: 6, size: '21:9', quality: '360p' },
    { aspect_ratio: 'adaptive' },
  ].map((body) => planVideo(body));
  assert.deepEqual(
    specs.map(({ width, height, seconds }) => [width, height, seconds]),
    [
      [768, 432, 5],
      [432, 768, 4],
      [576, 576, 4],
      [592, 256, 5],
      [768, 432, 5],
    ],
  );
});

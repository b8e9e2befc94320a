import assert from 'node:assert/strict';
import { test } from 'node:test';
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

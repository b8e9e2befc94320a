import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../../src/core/catalog/endpoints.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const unknown: ScriptedAnswer = { status: 400, body: { code: 'task_not_exist', message: 'no such task' } };
const notImplemented: ScriptedAnswer = { status: 400, body: { code: 'not_implemented', message: 'not here' } };
const missing: ScriptedAnswer = { status: 404, body: 'no route' };

const preferred = 'GET /v1/videos/t1';

/** Rows with the responses to other queries, the query that knows the task, and the expected calls. */
const rows: readonly (readonly [
  title: string,
  endpoint: { readonly path: string; readonly pollPath: string },
  answers: Readonly<Record<string, ScriptedAnswer>>,
  known: string,
  asked: readonly string[],
])[] = [
  ['a video', endpoints.videos, {}, preferred, [preferred]],
  ['a legacy video on the preferred path', endpoints.legacyVideo, {}, preferred, [preferred]],
  [
    'a legacy video that is known on its own path alone',
    endpoints.legacyVideo,
    { [preferred]: unknown },
    'GET /v1/video/generations/t1',
    [preferred, 'GET /v1/video/generations/t1'],
  ],
  ['a native video on the preferred path', endpoints.klingText, {}, preferred, [preferred]],
  [
    'a native video that is known on its own path alone',
    endpoints.klingImage,
    { [preferred]: notImplemented },
    'GET /kling/v1/videos/t1',
    [preferred, 'GET /kling/v1/videos/t1'],
  ],
  [
    'erased subtitles',
    endpoints.subtitleErase,
    {},
    'GET /v1/videos/subtitle-erase/t1',
    ['GET /v1/videos/subtitle-erase/t1'],
  ],
  [
    'erased subtitles that are known as a video',
    endpoints.subtitleErase,
    { 'GET /v1/videos/subtitle-erase/t1': missing },
    preferred,
    ['GET /v1/videos/subtitle-erase/t1', preferred],
  ],
];

function scriptVideo({ gateway }: EngineBench, path: string): void {
  // As observed: the status of a new video is empty.
  gateway.script(`POST ${path}`, { body: { id: 't1', task_id: 't1', object: 'video', status: '', progress: 0 } });
}

for (const [title, { path, pollPath }, answers, known, asked] of rows) {
  test(`${title} is found: ${asked.join(', ')}`, async (context) => {
    const bench = await createEngineBench(context);
    const { gateway, run } = bench;
    scriptVideo(bench, path);
    for (const [call, answer] of Object.entries(answers)) gateway.script(call, answer);
    const results = [{ url: `${gateway.url}/files/a.png` }];
    gateway.script(known, { body: { id: 't1', object: 'video', status: 'completed', progress: 100, results } });

    const { state, taskId } = await run(buildRequest({ endpoint: path, pollPath, modality: 'video' }));

    const queries = gateway.lines().filter((line) => line.startsWith('GET ') && !line.includes('/files/'));
    assert.deepEqual([state, taskId, queries], ['saved', 't1', asked]);
  });
}

test('a video that no query path knows is lost, but only after both have said so for a while', async (context) => {
  const bench = await createEngineBench(context);
  scriptVideo(bench, endpoints.legacyVideo.path);
  bench.gateway.script(preferred, unknown);
  bench.gateway.script('GET /v1/video/generations/t1', missing);
  const { path: endpoint, pollPath } = endpoints.legacyVideo;

  const { state, error, submittedAt, endedAt } = await bench.run(
    buildRequest({ endpoint, pollPath, modality: 'video' }),
  );

  assert.deepEqual([state, error?.code, (endedAt ?? 0) - (submittedAt ?? 0) >= 60_000], ['lost', 'task-unknown', true]);
});

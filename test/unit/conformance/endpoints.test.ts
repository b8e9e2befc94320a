import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '../../../src/core/catalog/catalog.ts';
import { endpoints } from '../../../src/core/catalog/endpoints.ts';
import { callAssets } from '../../../src/gateway/assets/assets.ts';
import type { CallApi } from '../../../src/gateway/http.ts';
import { readBalance } from '../../../src/gateway/readBalance.ts';

interface EndpointRow {
  /** Section of the interface specification. */
  readonly section: string;
  /** Path of the POST. `/{native_prefix}` is written as `/kling`, the prefix of that family. */
  readonly post: string;
  /** Path of the GET for the task. Null if the response to the POST is the result. */
  readonly query: string | null;
  readonly takesNoModel?: true;
  readonly dialect?: string;
}

/** Every POST that generates a result. */
const rows: readonly EndpointRow[] = [
  { section: '4.2', post: '/v1/music/generations', query: '/v1/music/generations/{task_id}' },
  { section: '4.3', post: '/v1/audio/speech', query: '/v1/audio/speech/{task_id}' },
  { section: '4.4', post: '/v1/images/generations', query: '/v1/images/generations/{task_id}' },
  // "for grok-family models 200 with the body in 2.4"
  { section: '4.4', post: '/v1/images/generations', query: null },
  { section: '4.5', post: '/v1/chat/completions', query: null, dialect: 'completions' },
  { section: '4.5', post: '/v1/responses', query: null, dialect: 'responses' },
  { section: '4.5', post: '/v1/messages', query: null, dialect: 'messages' },
  { section: '4.5', post: '/v1/videos', query: '/v1/videos/{task_id}' },
  { section: '4.5', post: '/v1/video/generations', query: '/v1/video/generations/{task_id}' },
  {
    section: '4.5',
    post: '/v1/videos/subtitle-erase',
    query: '/v1/videos/subtitle-erase/{task_id}',
    takesNoModel: true,
  },
  { section: '4.5', post: '/kling/v1/videos/text2video', query: '/kling/v1/videos/{task_id}' },
  { section: '4.5', post: '/kling/v1/videos/image2video', query: '/kling/v1/videos/{task_id}' },
];

function describeRow({ post, query, takesNoModel, dialect }: Omit<EndpointRow, 'section'>): string {
  return [
    `POST ${post}`,
    query === null ? 'at once' : `GET ${query}`,
    ...(takesNoModel ? ['without model'] : []),
    ...(dialect === undefined ? [] : [dialect]),
  ].join(', ');
}

function describeEndpoint({ path, pollPath, takesNoModel, dialect }: Endpoint): string {
  return describeRow({
    post: path,
    query: pollPath,
    ...(takesNoModel ? { takesNoModel } : {}),
    ...(dialect ? { dialect } : {}),
  });
}

const known = Object.values(endpoints).map(describeEndpoint);

for (const row of rows) {
  test(`${row.section}: ${describeRow(row)}`, () => assert.ok(known.includes(describeRow(row))));
}

test('no endpoint is called that the interface specification does not name', () => {
  assert.deepEqual(known.toSorted(), rows.map(describeRow).sort());
});

/** Responds with an empty success, and notes the calls. */
function arrange(): { readonly callApi: CallApi; readonly calls: string[] } {
  const calls: string[] = [];
  const callApi: CallApi = (_target, { method, path }) => {
    calls.push(`${method} ${path}`);
    return Promise.resolve({
      kind: 'response',
      status: 200,
      headers: {},
      body: Buffer.from('{"success":true,"data":{}}'),
    });
  };
  return { callApi, calls };
}

const target = { baseUrl: 'https://gateway.example', origin: 'https://gateway.example', key: 'sk-1' };
const { signal } = new AbortController();

test('4.1: the balance is a GET of /api/usage/token/user-balance', async () => {
  const { callApi, calls } = arrange();
  await readBalance(callApi, target, signal);
  assert.deepEqual(calls, ['GET /api/usage/token/user-balance']);
});

test('4.5: assets are POSTs below /v1/assets', async () => {
  const { callApi, calls } = arrange();
  await callAssets(callApi, target, { call: { path: '/list', body: {} }, signal });
  assert.deepEqual(calls, ['POST /v1/assets/list']);
});

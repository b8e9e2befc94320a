import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { normalizeTaskResponse } from '../../../../src/gateway/wire/normalizeTaskResponse.ts';
import * as fc from '../../../support/fastCheck.ts';

const folder = new URL('../../../fixtures/taskAnswers/', import.meta.url);

/** Returns the task of a fixture, with sources as their URL, or as the size and type of inline media. */
function project(body: unknown): unknown {
  const response = normalizeTaskResponse(body);
  if (response.kind !== 'task') return response;
  const { deliveries, ...view } = response.view;
  const sources = deliveries.map(({ source }) => {
    if (source.kind === 'bytes') return [`${source.bytes.length} bytes`, source.mediaType].filter(Boolean).join(' ');
    return source.kind === 'url' ? source.url : source.text;
  });
  return { kind: 'task', taskId: response.taskId, ...view, sources };
}

for (const name of readdirSync(folder)) {
  test(`a task response is understood: ${name.replace('.json', '').replaceAll('-', ' ')}`, () => {
    const { body, expected } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, unknown>;

    assert.deepEqual(project(body), expected);
  });
}

test('clips keep their titles and lyrics', () => {
  const clip = { url: 'https://cdn.example.com/1.mp3', title: ' Sea ', lyrics: 'la\nla' };

  const response = normalizeTaskResponse({ data: { status: 'succeeded', data: [clip] } });

  assert.deepEqual(response.kind === 'task' && response.view.deliveries, [
    { source: { kind: 'url', url: clip.url }, title: 'Sea', lyrics: 'la\nla' },
  ]);
});

test('results are looked for in four envelopes of a vendor, one in another', () => {
  const envelop = (depth: number): object =>
    depth === 0 ? { url: 'https://cdn.example.com/a.png' } : { response: envelop(depth - 1) };
  const count = (depth: number): unknown => {
    const response = normalizeTaskResponse({ task_id: 't1', status: 'done', ...envelop(depth) });
    return response.kind === 'task' && response.view.deliveries.length;
  };

  assert.deepEqual([4, 5].map(count), [1, 0]);
});

test('any JSON is accepted without a throw, and a failure never delivers', () => {
  const keys = ['code', 'data', 'status', 'error', 'url', 'results', 'id', 'task_id', 'progress', 'metadata', 'output'];
  const values = fc.oneof(
    fc.constantFrom('success', 'failed', 'https://x.example/a', 'data:,x', 1, 0.5),
    fc.jsonValue(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'small' }, values, fc.dictionary(fc.constantFrom(...keys), tie('tree'))),
  }));
  fc.assert(
    fc.property(tree, (body) => {
      const response = normalizeTaskResponse(body);
      return response.kind !== 'task' || response.view.phase !== 'failed' || response.view.deliveries.length === 0;
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints, findDialect } from '../../../../../src/core/catalog/endpoints.ts';
import {
  buildPublishedEndpoint,
  findModality,
  isCallablePath,
} from '../../../../../src/core/catalog/published/publishedEndpoint.ts';
import { isPublishedFieldName, isPublishedModelId } from '../../../../../src/core/catalog/published/modelIndex.ts';

test('a path is called if the specification has it, or the API description if there is one', () => {
  assert.equal(isCallablePath('/v1/videos', { paths: ['/v1/other'] }), true);
  assert.equal(isCallablePath('/v1/new', { paths: ['/v1/new'] }), true);
  assert.equal(isCallablePath('/v1/new', { paths: ['/v1/other'] }), false);
  assert.equal(isCallablePath('/v1/new', { paths: [] }), true);
});

test('an endpoint has the query of the index, except where the path has its own', () => {
  assert.deepEqual(buildPublishedEndpoint('/v1/new', { pollPath: '/v1/new/{task_id}' }), {
    path: '/v1/new',
    pollPath: '/v1/new/{task_id}',
  });
  assert.deepEqual(buildPublishedEndpoint('/v1/new', { pollPath: '/v1/tasks/{task_id}' }), {
    path: '/v1/new',
    pollPath: '/v1/tasks/{task_id}',
  });
  assert.deepEqual(buildPublishedEndpoint('/v1/videos', { pollPath: '/v1/images/{task_id}' }), endpoints.videos);
  assert.deepEqual(buildPublishedEndpoint('/v1/videos', { pollPath: '/v1/videos/x/{task_id}' }), {
    path: '/v1/videos',
    pollPath: '/v1/videos/x/{task_id}',
  });
  assert.deepEqual(buildPublishedEndpoint('/v1/videos', { pollPath: null }), { path: '/v1/videos', pollPath: null });
  assert.deepEqual(buildPublishedEndpoint('/v1/videos/subtitle-erase', { pollPath: null }), {
    ...endpoints.subtitleErase,
    pollPath: null,
  });
});

test('a chat endpoint is never polled', () => {
  assert.equal(buildPublishedEndpoint('/v1/messages', { pollPath: '/v1/messages/{task_id}' }), endpoints.messages);
  assert.deepEqual(['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/videos', '/x'].map(findDialect), [
    'completions',
    'responses',
    'messages',
    null,
    null,
  ]);
});

const modalities: readonly (readonly [path: string, modality: string | null])[] = [
  ['/v1/chat/completions', 'chat'],
  ['/v1/messages', 'chat'],
  ['/v1/videos/audio', 'video'],
  ['/v1/images/edits', 'image'],
  ['/mj/submit/imagine', 'image'],
  ['/v1/portraits', 'image'],
  ['/v1/songs', 'music'],
  ['/v1/audio/speech', 'speech'],
  ['/v1/tts', 'speech'],
  ['/v1/chats', null],
  ['/v1/mjx', null],
  ['/v1/tasks', null],
];

for (const [path, modality] of modalities) {
  test(`${path} makes ${modality ?? 'something unknown'}`, () => assert.equal(findModality(path, null), modality));
}

test('a path is believed more than the index, except for chat', () => {
  assert.deepEqual(
    [
      findModality('/v1/videos', 'image'),
      findModality('/v1/tasks', 'image'),
      findModality('/v1/tasks', null),
      findModality('/v1/messages', 'image'),
      findModality('/v1/messages', null),
    ],
    ['video', 'image', null, 'image', 'chat'],
  );
});

test('names of a gateway cannot be Markdown or snippets', () => {
  const fields = ['prompt', 'a.b-c_1', 'x'.repeat(80)];
  assert.deepEqual(
    [...fields, '', 'a b', 'a[0]', '${1}', 'ä', '`a`', 'x'.repeat(81)].filter(isPublishedFieldName),
    fields,
  );
  const models = ['gpt-4o', 'org/model:v1@2', 'x'.repeat(200)];
  assert.deepEqual([...models, '', 'a b', '[a](b)', '${1}', 'a\n', 'x'.repeat(201)].filter(isPublishedModelId), models);
});

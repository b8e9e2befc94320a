import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseModelIndex } from '../../../../src/gateway/models/parseModelIndex.ts';
import * as fc from '../../../support/fastCheck.ts';

const video = {
  id: 'seedance-2.0',
  title: null,
  description: null,
  modality: null,
  endpoints: [{ path: '/v1/videos', alias: null }],
  pollPath: '/v1/videos/{task_id}',
};

const read = (value: unknown) => parseModelIndex(JSON.stringify(value))?.models ?? null;

const entry = { endpoints: ['/v1/videos'], pollEndpoint: '/v1/videos/{task_id}' };

const shapes: readonly (readonly [title: string, index: unknown])[] = [
  ['an array', [{ id: 'seedance-2.0', ...entry }]],
  ['an array under models', { models: [{ modelId: 'seedance-2.0', ...entry }] }],
  ['an array under data', { success: true, data: [{ model: 'seedance-2.0', ...entry }] }],
  ['a map by id', { 'seedance-2.0': entry }],
  ['a map under models', { version: '1', models: { 'seedance-2.0': entry } }],
  ['endpoints with methods', [{ id: 'seedance-2.0', endpoints: ['POST /v1/videos', 'GET /v1/videos/{id}'] }]],
  [
    'endpoints as objects',
    [
      {
        id: 'seedance-2.0',
        endpoints: [{ method: 'post', path: '/v1/videos' }],
        pollEndpoint: { path: 'GET /v1/videos/{taskId}' },
      },
    ],
  ],
  ['one endpoint as text', [{ id: 'seedance-2.0', endpoint: '/v1/videos', poll_endpoint: '/v1/videos' }]],
  ['full addresses', [{ id: 'seedance-2.0', endpoints: ['https://x.example/v1/videos'], pollPath: '/v1/videos/:id' }]],
  [
    'one entry for each endpoint',
    [
      { id: 'seedance-2.0', ...entry },
      { id: 'seedance-2.0', endpoints: [] },
    ],
  ],
];

describe('a model index', () => {
  for (const [title, index] of shapes) {
    test(`is read from ${title}`, () => assert.deepEqual(read(index), [video]));
  }

  test('keeps an alias apart from the path that is called', () => {
    const [model] = read([{ id: 'a', endpoints: ['/v1/images/generations#seedream'], pollEndpoint: null }]) ?? [];
    assert.deepEqual(
      [model?.endpoints, model?.pollPath],
      [[{ path: '/v1/images/generations', alias: 'seedream' }], null],
    );
  });

  test('contains what a model makes if it says so', () => {
    const kinds = ['image', 'Text to Video', 'TTS', 'music', 'chat', 'embedding'].map((type) => ({ id: type, type }));
    const models = read(kinds.map(({ id, type }) => ({ id: id.replaceAll(' ', '-'), type, endpoints: [] })));
    assert.deepEqual(
      models?.map(({ modality }) => modality),
      ['image', 'video', 'speech', 'music', 'chat', null],
    );
  });

  test('leaves out what cannot be called or named, and nothing else', () => {
    const index = [
      { id: 'a', endpoints: ['no path', 7, null, '/v1/../../etc', '/v1/ok', 'DELETE /v1/no'] },
      { endpoints: ['/v1/videos'] },
      { id: 'has blanks in it', endpoints: [] },
      null,
      'b',
    ];
    assert.deepEqual(
      read(index)?.map(({ id, endpoints }) => [id, endpoints.map(({ path }) => path)]),
      [
        ['a', ['/v1/ok']],
        ['b', []],
      ],
    );
  });

  test('has descriptions that a hover can show: no link, no image, no markup', () => {
    const description = 'See ![x](https://evil.example/a.png) <img src="x"> [docs](command:rm) [a][b]\n\nok';
    assert.equal(read([{ id: 'a', description }])?.[0]?.description, 'See x docs (a)(b) ok');
    const autolinks = 'hthttps://tps://a.example, seewww.a.example or me@a.example';
    assert.equal(
      read([{ id: 'a', description: autolinks }])?.[0]?.description,
      'https:\u2060//a.example, seewww.\u2060a.example or me@\u2060a.example',
    );
  });

  test('contains the date of the change notice, wherever it is written', () => {
    const models = ['a'];
    const dates = [
      { breakingChangesSince: '2026-06-01', models },
      { models, meta: { breaking_changes_since: '2026-06-01T00:00:00Z' } },
      { models, note: 'Mind the breaking changes since 2026-06-01.' },
      { models },
    ].map((index) => parseModelIndex(JSON.stringify(index))?.breakingSince);
    assert.deepEqual(dates, ['2026-06-01', '2026-06-01', '2026-06-01', null]);
  });

  for (const text of [
    '',
    '<html>',
    'null',
    '7',
    '"text"',
    '{"success":false,"message":"no"}',
    '{}',
    '[]',
    '{"models":[]}',
  ]) {
    test(`is not what ${JSON.stringify(text)} is`, () => assert.equal(parseModelIndex(text), null));
  }

  test('never throws, whatever the JSON', () => {
    fc.assert(fc.property(fc.json(), (json) => void parseModelIndex(json)));
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom('id', 'endpoints', 'pollEndpoint'), fc.jsonValue())),
        (index) => void parseModelIndex(JSON.stringify(index)),
      ),
    );
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { buildCurl, buildRequestsText } from '../../../../../src/core/jobFile/requests/requestText.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import * as fc from '../../../../support/fastCheck.ts';

const waiting = (): PlannedRequest =>
  buildRequest({
    job: 'clip',
    fingerprint: '',
    body: { model: 'm', prompt: null, images: [null, null], seed: 9007199254740993n, note: {} },
    placeholders: [
      {
        path: ['prompt'],
        value: { kind: 'template', template: ['As ', { path: ['jobs', 'idea', 'text'], filters: [] }] },
      },
      {
        path: ['images', 0],
        value: {
          kind: 'template',
          template: [{ path: ['jobs', 'still', 'urls', 0], filters: [{ name: 'trim', args: [] }] }],
        },
      },
      { path: ['images', 1], value: { kind: 'file', file: 'ref.png', sha256: 'a'.repeat(64), takesData: true } },
    ],
  });

test('a request is shown as it is sent, with words for values that are not known yet', () => {
  const { text, ranges: places } = buildRequestsText([waiting()], { baseUrl: 'https://gateway.example' });
  assert.equal(
    text,
    `{
  "job": "clip",
  "index": 1,
  "method": "POST",
  "url": "https://gateway.example/v1/images/generations",
  "fingerprint": null,
  "body": {
    "model": "m",
    "prompt": "As <text of job idea>",
    "images": [
      "<jobs.still.urls[0] | trim>",
      "<file ref.png, sha256 aaaaaaaaaaaa…>"
    ],
    "seed": 9007199254740993,
    "note": {}
  }
}
`,
  );
  assert.deepEqual(
    places.map(({ start, end }) => [start, end]),
    [[0, text.length - 1]],
  );
});

test("only the plain text of another job's result is described by words", () => {
  const describe = (...path: readonly (string | number)[]): unknown => {
    const template = [{ path, filters: [] }] as never;
    const placeholders = [{ path: ['prompt'], value: { kind: 'template', template } }] as const;
    const { text } = buildRequestsText([buildRequest({ body: { prompt: null }, placeholders })], {
      baseUrl: 'https://a.example',
    });
    return /"prompt": "(.*)"/.exec(text)?.[1];
  };
  assert.deepEqual(
    [
      describe('jobs', 'idea', 'text'),
      describe('jobs', 'idea'),
      describe('jobs', 'idea', 'urls', 0),
      describe('vars', 'a', 'b'),
    ],
    ['<text of job idea>', '<jobs.idea>', '<jobs.idea.urls[0]>', '<vars.a.b>'],
  );
});

test('several requests are one list, each with its number', () => {
  const { text, ranges: places } = buildRequestsText([buildRequest(), buildRequest({ index: 2 })], {
    baseUrl: '<sandbox>',
  });
  assert.deepEqual(
    [
      (JSON.parse(text) as { index: number }[]).map(({ index }) => index),
      places.map(({ start, end }) => text.slice(start, end).replaceAll(/\s/g, '').slice(0, 11)),
    ],
    [
      [1, 2],
      ['{"index":1,', '{"index":2,'],
    ],
  );
});

const hostile = `It's "$HOME" \`id\` \\ \\\\ \\" !! \n %PATH% ‘; calc; ’ ‚‛ & | 猫`;

test('a shell parses the body of the command to the same body, and inserts URL, key and headers', async () => {
  const request = buildRequest({ endpoint: "/v1/a b'c", body: { prompt: hostile } });
  const headers = { 'X-Team': 'art', 'X-Token': 'secret:TOKEN' };
  const command = buildCurl({ request, headers });
  const script = `curl() { for each; do printf '%s\\0' "$each"; done; }\n${command}`;
  const env = { BASE: 'https://gateway.example', GATEWAY_KEY: 'k', X_TEAM: 'a', TOKEN: 't' };
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
  const words = stdout.split('\0').slice(0, -1);
  assert.deepEqual(words.slice(0, -1), [
    '-X',
    'POST',
    'https://gateway.example/v1/a b%27c',
    '-H',
    'Authorization: Bearer k',
    '-H',
    'X-Team: a',
    '-H',
    'X-Token: t',
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  assert.deepEqual([JSON.parse(words.at(-1) ?? ''), command.includes('art')], [{ prompt: hostile }, false]);
});

test('no shell reads a quote inside the body: straight or curly, of one kind or the other', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(hostile)), (prompt) => {
      const command = buildCurl({ request: buildRequest({ body: { prompt } }), headers: {} });
      const body = /-d '([^]*)'$/.exec(command)?.[1] ?? assert.fail(command);
      assert.doesNotMatch(body, /['%\u2018-\u201b\n\r]|\\["\\]/);
      assert.deepEqual([JSON.parse(body), command.includes('\n')], [{ prompt }, false]);
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildQueryPaths } from '../../../src/gateway/gateway.ts';
import { parseDataUrl } from '../../../src/gateway/wire/deliveries.ts';
import { parseRetryAfter, parseErrorBody } from '../../../src/gateway/wire/refusal.ts';

const errors: readonly (readonly [text: string, code: string | null, message: string])[] = [
  ['{"code":"invalid_request","message":"bad size","data":null}', 'invalid_request', 'bad size'],
  ['{"code":400,"message":"bad"}', '400', 'bad'],
  ['{"error":"plain"}', null, 'plain'],
  ['{"error":{"message":"m","type":"t","code":"c","param":null}}', 'c', 'm'],
  ['{"error":{"type":"overloaded"}}', 'overloaded', 'overloaded'],
  ['{"type":"error","error":{"type":"t","message":"m"}}', 't', 'm'],
  ['{"success":false,"message":"no"}', null, 'no'],
  ['{"msg":"short"}', null, 'short'],
  ['{"base_resp":{"status_code":1027,"status_msg":"unsafe"}}', '1027', 'unsafe'],
  ['{}', null, 'HTTP 502'],
  ['', null, 'HTTP 502'],
  ['upstream  timed\nout', null, 'upstream timed out'],
  ['<html><head><title>502 Bad Gateway</title></head><body>x</body></html>', null, '502 Bad Gateway'],
  ['<p>No <b>title</b></p><script>x()</script>', null, 'No title'],
  ['{"message":"key sk-12345678 is bad"}', null, 'key sk-… is bad'],
];

for (const [text, code, message] of errors) {
  test(`an error body is understood: ${JSON.stringify(text.slice(0, 60))}`, () => {
    const parsed = parseErrorBody(text, 502);

    assert.deepEqual([parsed.code, parsed.message, parsed.isJson], [code, message, text.startsWith('{')]);
  });
}

test('a web page of megabytes with unclosed elements is parsed at once', () => {
  const pages = ['<'.repeat(2_000_000), '<script '.repeat(400_000), `<p>Down</p><script>${'x'.repeat(100_000)}`];

  assert.deepEqual(
    pages.map((page) => parseErrorBody(page, 502).message.slice(0, 10)),
    ['<<<<<<<<<<', 'HTTP 502', 'Down'],
  );
});

test('a very long error is cut', () => {
  assert.equal(parseErrorBody(JSON.stringify({ message: 'x'.repeat(9_000) }), 400).message.length, 500);
});

test('Retry-After is read in seconds and as a date', () => {
  const now = Date.UTC(2026, 0, 1);
  const headers = [
    '7',
    '0',
    '1.5',
    'Thu, 01 Jan 2026 00:00:30 GMT',
    'Wed, 31 Dec 2025 00:00:00 GMT',
    'soon',
    '-1',
    '',
    undefined,
  ];

  assert.deepEqual(
    headers.map((header) => parseRetryAfter(header === undefined ? {} : { 'retry-after': header }, now)),
    [7_000, 0, 1_500, 30_000, 0, null, null, null, null],
  );
});

test('a date in Retry-After is compared with the date of the same response, if that has one', () => {
  const localNow = Date.UTC(2026, 0, 1) - 11 * 60_000;
  const dates = ['Thu, 01 Jan 2026 00:00:00 GMT', 'today', undefined];

  const delays = dates.map((date) => {
    const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', ...(date === undefined ? {} : { date }) };
    return parseRetryAfter(headers, localNow);
  });

  assert.deepEqual(delays, [30_000, 690_000, 690_000]);
});

test('data: URLs contain their bytes and their type', () => {
  const project = (url: string): unknown => {
    const media = parseDataUrl(url);
    return media && [Buffer.from(media.bytes).toString('utf8'), media.mediaType];
  };

  assert.deepEqual(
    [
      'data:image/PNG;base64,aGk=',
      'data:text/plain;charset=utf-8,a%20%C3%A9',
      'data:,x',
      'data:;base64,aGk%3D',
      'https://x',
    ].map(project),
    [['hi', 'image/png'], ['a é', 'text/plain'], ['x', null], ['hi', null], null],
  );
});

test('a task is queried on its own path, and a legacy or native video on the preferred one first', () => {
  const paths = (endpoint: string, pollPath: string) =>
    buildQueryPaths({ endpoint, pollPath, request: {}, patienceMs: 1, taskId: 'a/b?c' });

  assert.deepEqual(
    [
      paths('/v1/images/generations', '/v1/images/generations/{task_id}'),
      paths('/v1/videos', '/v1/videos/{task_id}'),
      paths('/v1/video/generations', '/v1/video/generations/{task_id}'),
      paths('/kling/v1/videos/text2video', '/kling/v1/videos/{task_id}'),
      paths('/v1/videos/subtitle-erase', '/v1/videos/subtitle-erase/{task_id}'),
    ],
    [
      ['/v1/images/generations/a%2Fb%3Fc'],
      ['/v1/videos/a%2Fb%3Fc'],
      ['/v1/videos/a%2Fb%3Fc', '/v1/video/generations/a%2Fb%3Fc'],
      ['/v1/videos/a%2Fb%3Fc', '/kling/v1/videos/a%2Fb%3Fc'],
      ['/v1/videos/subtitle-erase/a%2Fb%3Fc', '/v1/videos/a%2Fb%3Fc'],
    ],
  );
});

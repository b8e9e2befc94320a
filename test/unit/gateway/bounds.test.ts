import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../src/core/support/json/parseJson.ts';
import type { QueryCall } from '../../../src/core/task/gatewayPort.ts';
import { createBodyReader, createChatReader } from '../../../src/gateway/chat/chatReader.ts';
import { classifyResponse } from '../../../src/gateway/classifyResponse.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import type { ApiCall } from '../../../src/gateway/http.ts';
import { parseDataUrl, parseDeliveries } from '../../../src/gateway/wire/deliveries.ts';
import { normalizeTaskResponse } from '../../../src/gateway/wire/normalizeTaskResponse.ts';
import { parseResponse } from '../../../src/gateway/wire/parseResponse.ts';
import { parseAmount, parseUrl } from '../../../src/gateway/wire/wireObject.ts';
import * as fc from '../../support/fastCheck.ts';

const mebibyte = 1024 * 1024;

test('a query reads as much as a submit, because the response may hold the results', async () => {
  const calls: ApiCall[] = [];
  const callApi = async (_target: unknown, call: ApiCall) => {
    calls.push(call);
    return { kind: 'response', status: 200, headers: {}, body: Buffer.from('{"status":"running"}') } as const;
  };
  const gateway = createGateway({ callApi, clock: { now: () => 0 }, closeIdle: () => undefined });
  const target = { baseUrl: 'https://api.example.com', origin: 'https://api.example.com', key: 'sk-x' };
  const named = { endpoint: '/v1/x', pollPath: '/v1/x/{task_id}', taskId: 't1', request: {} };
  const call: QueryCall = { ...named, patienceMs: 1 };
  const { signal } = new AbortController();

  await gateway.query(target, call, signal);
  const submit = {
    endpoint: '/v1/x',
    body: ['{}'],
    request: {},
    idempotencyKey: 'a',
    isSynchronous: false,
    chat: null,
  };
  await gateway.submit(target, submit, signal);

  assert.deepEqual(
    calls.map(({ maxResponseBytes }) => maxResponseBytes / mebibyte),
    [256, 256],
  );
});

test('the id of a task has at most 200 characters', () => {
  const submit = (taskId: string) => {
    const body = Buffer.from(JSON.stringify({ task_id: taskId, status: 'queued' }));
    const outcome = classifyResponse({ kind: 'response', status: 200, headers: {}, body }, { now: 0 });
    return outcome.kind === 'task' && outcome.taskId !== null;
  };
  assert.deepEqual([submit('a'.repeat(200)), submit('a-'.repeat(101))], [true, false]);
  // Half a character fits no path. A whole one does.
  assert.deepEqual(['\ud800', 'a\udc00b', '\ud83c\udf0a'].map(submit), [false, false, true]);
});

test('an amount is finite, or unknown', () => {
  const amounts = ['1e999', '-1e999', '1e308', ' 0.04 ', '0,04', Infinity].map((amount_usd) =>
    parseAmount({ amount_usd }),
  );

  assert.deepEqual(amounts, [null, null, 1e308, 0.04, null, null]);
});

test('words, titles and lists of a response are cut', () => {
  const results = Array.from({ length: 1_000 }, (_, at) => ({
    url: `https://x.example/${at}`,
    title: 't'.repeat(9_000),
  }));
  const response = normalizeTaskResponse({ task_id: 't1', status: 'w'.repeat(9_000), results });
  const refusal = normalizeTaskResponse({ code: 'c'.repeat(9_000) });
  const [first] = parseDeliveries({ results });
  assert.deepEqual(
    [
      response.kind === 'task' && response.view.statusWord?.length,
      response.kind === 'task' && response.view.deliveries.length,
      refusal.kind === 'error' && refusal.code?.length,
      first?.title?.length,
    ],
    [100, 200, 100, 500],
  );
});

test('a URL has at most 16 KiB, except if it contains its content', () => {
  const path = 'a'.repeat(16 * 1024);
  const urls = [`https://x.example/${path}`, `https://x.example/${path.slice(100)}`, `data:image/png;base64,${path}`];
  assert.deepEqual(
    urls.map((url) => parseUrl(url) !== null),
    [false, true, true],
  );
});

test('a data URL has its type at its start, and only base64 may be long', () => {
  const image = Buffer.alloc(2 * mebibyte, 0xfb).toString('base64');
  const bytesOf = (url: string) => parseDataUrl(url)?.bytes.length ?? null;
  assert.deepEqual(
    [
      bytesOf(`data:image/png;base64,${image}`),
      bytesOf(`data:image/png;base64,${encodeURIComponent(image)}`),
      bytesOf(`data:${';'.repeat(mebibyte)},x`),
      bytesOf(`data:,${'%41'.repeat(mebibyte)}`),
    ],
    [2 * mebibyte, 2 * mebibyte, null, null],
  );
});

test('a response may contain long strings, but not more than a mebibyte in addition', () => {
  const image = 'A'.repeat(3 * mebibyte);
  const text = `Once "upon" a\\time`.repeat(100_000);
  const rows: readonly (readonly [text: string, isRead: boolean])[] = [
    [JSON.stringify({ data: [{ b64_json: image }, { b64_json: image }] }), true],
    [JSON.stringify({ choices: [{ message: { content: text } }] }), true],
    [`{"data":[${'[],'.repeat(mebibyte / 3)}[]]}`, false],
    [`{"data":[${'"a",'.repeat(mebibyte / 4)}"${image}"]}`, false],
    [JSON.stringify({ content: '"'.repeat(2 * mebibyte) }), false],
    [`{"data":"${image}`, false],
  ];
  assert.deepEqual(
    rows.map(([each]) => parseResponse(each) !== undefined),
    rows.map(([, isRead]) => isRead),
  );
});

test('the long strings of a response are those of more than 1,023 characters, and their quotes inside count', () => {
  const long = JSON.stringify(`${'A'.repeat(1_022)}"`);
  const short = JSON.stringify('A'.repeat(1_023));
  assert.deepEqual([long.length, short.length], [1_026, 1_025]);
  // A bracket, the quote within each long string, the short strings as a whole, and a comma after each.
  const head = `[${`${long},`.repeat(1_000)}${`${short},`.repeat(500)}"",`;
  const length = 1 + 2 * 1_000 + 1_026 * 500 + 3;
  const read = (spaces: number) => parseResponse(`${head}${' '.repeat(spaces)}1]`) !== undefined;
  const most = mebibyte - length;

  assert.deepEqual([read(most - 3), read(most - 2)], [true, false]);
});

test('a response within the limits is parsed as JSON, whatever it contains', () => {
  const padding = 'x'.repeat(2 * mebibyte);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify({ value, padding });
      assert.deepEqual(parseResponse(text), parseJson(text));
    }),
    { numRuns: 30 },
  );
});

test('an event of a stream that does not end is given up', () => {
  const events: string[] = [];
  const reader = createBodyReader(({ data }) => void events.push(data), 100);
  reader.receive(Buffer.from('data: one\n\ndata: '));
  reader.receive(Buffer.from('x'.repeat(80)));
  assert.throws(() => reader.receive(Buffer.from('x'.repeat(80))), /longer than 100 characters/);
  reader.end();
  assert.deepEqual(events, ['one']);
});

test('at most a number of images and choices of a chat are read, and each image once', () => {
  const reader = createChatReader({
    takesLinks: true,
    choices: 1,
    sent: [],
    hide: (text) => text,
    onText: () => undefined,
  });
  const image = (at: number) => ({ url: `data:image/png;base64,${Buffer.from(String(at)).toString('base64')}` });
  const images = Array.from({ length: 1_000 }, (_, at) => image(Math.floor(at / 2)));
  const choices = Array.from({ length: 1_000 }, (_, index) => ({ index, message: { content: 'la' } }));
  reader.receive(Buffer.from(JSON.stringify({ choices, data: images })));
  const end = reader.end({ isWhole: true });
  const kinds = end.kind === 'result' ? end.deliveries.map(({ source }) => source.kind) : [];
  assert.deepEqual(
    ['bytes', 'text'].map((kind) => kinds.filter((each) => each === kind).length),
    [200, 128],
  );
});

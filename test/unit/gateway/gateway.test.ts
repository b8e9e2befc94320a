import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateway } from '../../../src/gateway/gateway.ts';
import type { ApiResponse } from '../../../src/gateway/http.ts';

const target = { baseUrl: 'https://api.example.com', origin: 'https://api.example.com', key: 'sk-x' };

const respond = (status: number, body: unknown): ApiResponse => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const notKnown = respond(400, { code: 'task_not_exist', message: 'no' });
const page = respond(404, '404 page not found');
const running = respond(200, { task_id: 't1', status: 'running' });

const queryRows: readonly (readonly [title: string, responses: readonly ApiResponse[], expected: unknown])[] = [
  ['knows the task on the first path', [running], ['task', undefined, 1]],
  ['knows it on the other path', [notKnown, running], ['task', undefined, 2]],
  ['has nothing on the first path, and knows it on the other', [page, running], ['task', undefined, 2]],
  ['does not know it on both', [notKnown, notKnown], ['refused', 400, 2]],
  ['has nothing on the first path, and does not know it on the other', [page, notKnown], ['refused', 400, 2]],
  ['does not know it on the first, and has nothing on the other', [notKnown, page], ['refused', 400, 2]],
  ['has nothing on both', [page, page], ['refused', 404, 2]],
  ['does not know it on the first, and fails on the other', [notKnown, respond(502, '')], ['refused', 502, 2]],
  ['has an error on the first path', [respond(500, { code: 'x' })], ['refused', 500, 1]],
];

for (const [title, responses, expected] of queryRows) {
  test(`a gateway is queried on a second path only if the task may be there: it ${title}`, async () => {
    const left = [...responses];
    const callApi = () => Promise.resolve(left.shift() ?? running);
    const gateway = createGateway({ callApi, clock: { now: () => 0 }, closeIdle: () => undefined });
    const paths = { endpoint: '/v1/video/generations', pollPath: '/v1/video/generations/{task_id}', taskId: 't1' };

    const call = { ...paths, request: {}, patienceMs: 1 };
    const outcome = await gateway.query(target, call, new AbortController().signal);

    const status = outcome.kind === 'refused' ? outcome.refusal.httpStatus : undefined;
    assert.deepEqual([outcome.kind, status, responses.length - left.length], expected);
  });
}

const refusedText = Buffer.from('data: {"error":{"message":"Too long","code":"length"}}\n\n');
const page403 = { kind: 'response', status: 403, headers: {}, body: Buffer.from('{"error":"No"}') } as const;
const refusal = { code: null, isOwn: true, retryAfterMs: null, amountUsd: null };

/** What arrives of a text before the call ends. */
const textRows: readonly (readonly [title: string, received: Buffer, response: ApiResponse, expected: unknown])[] = [
  ['a refusal has the message of its body', Buffer.alloc(0), page403, { ...refusal, httpStatus: 403, message: 'No' }],
  [
    'an error that comes with another status of success has this status',
    refusedText,
    { kind: 'response', status: 201, headers: {}, body: Buffer.alloc(0) },
    { ...refusal, httpStatus: 201, code: 'length', message: 'Too long' },
  ],
  [
    'an error before the connection breaks is a refusal like one that arrives whole',
    refusedText,
    { kind: 'no-answer', message: 'reset' },
    { ...refusal, httpStatus: 200, code: 'length', message: 'Too long' },
  ],
];

const chatCall = {
  endpoint: '/v1/chat/completions',
  body: ['{}'],
  request: {},
  idempotencyKey: 'a',
  isSynchronous: true,
  chat: {
    dialect: 'completions',
    limitField: 'max_tokens',
    isStreamed: true,
    makesImages: false,
    choices: 1,
    onText: () => undefined,
  },
} as const;

for (const [title, received, response, expected] of textRows) {
  test(`of a request for a text, ${title}`, async () => {
    const gateway = createGateway({
      callApi(_target, { receive }) {
        receive?.(received);
        return Promise.resolve(response);
      },
      clock: { now: () => 0 },
      closeIdle: () => undefined,
    });
    const outcome = await gateway.submit(target, chatCall, new AbortController().signal);

    assert.deepEqual(outcome.kind === 'refused' && outcome.refusal, expected);
  });
}

test('a key that arrives in pieces is not in the text that is shown meanwhile', async () => {
  const shown: string[] = [];
  const gateway = createGateway({
    callApi(_target, { receive }) {
      for (const content of ['a gw_live_01', '23456789 b']) {
        receive?.(Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`));
      }
      return Promise.resolve({ kind: 'no-answer', message: 'reset' });
    },
    clock: { now: () => 0 },
    closeIdle: () => undefined,
  });
  const onText = (read: () => string): void => void shown.push(read());
  const call = { ...chatCall, chat: { ...chatCall.chat, onText } };

  await gateway.submit({ ...target, key: 'gw_live_0123456789' }, call, new AbortController().signal);

  assert.deepEqual(shown, ['a gw_live_01', 'a … b']);
});

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { createGateway, mapSubmit, mapQuery } from '../../../src/gateway/gateway.ts';
import type { ApiResponse } from '../../../src/gateway/http.ts';

/** RIFF, and bytes that are not valid in a text. */
const sound = Buffer.from([0x52, 0x49, 0x46, 0x46, 0x00, 0xff, 0xfb, 0x90]);
const acknowledgement = Buffer.from('{"task_id":"t1","status":"queued"}');
const finished = Buffer.from('{"task_id":"t1","status":"succeeded","url":"https://cdn.example.com/a.png"}');
const page = Buffer.from('<html><title>Café</title></html>', 'latin1');

function submit(body: Buffer, type?: string): unknown {
  const headers: IncomingHttpHeaders = type === undefined ? {} : { 'content-type': type };
  const outcome = mapSubmit({ kind: 'response', status: 200, headers, body }, { isSynchronous: false, now: 0 });
  if (outcome.kind === 'accepted') return outcome.taskId;
  if (outcome.kind !== 'delivered') return outcome.kind;
  return outcome.deliveries.map(({ source }) => source.kind === 'bytes' && [source.bytes.length, source.mediaType]);
}

const rows: readonly (readonly [title: string, response: Parameters<typeof submit>, expected: unknown])[] = [
  ['a file is the result', [sound, 'audio/mpeg'], [[8, 'audio/mpeg']]],
  ['a file without a type is the result', [sound], [[8, null]]],
  ['a file is the result, whatever its type says', [sound, 'application/json'], [[8, 'application/json']]],
  ['an acknowledgement is recognized without a type', [acknowledgement], 't1'],
  ['an acknowledgement with the type of a file is recognized', [acknowledgement, 'application/octet-stream'], 't1'],
  ['a task is recognized although it has a result already', [finished], 't1'],
  ['a page in an old encoding is not a file', [page, 'text/html'], 'unusable'],
  ['an empty body is not a file', [Buffer.alloc(0), 'audio/mpeg'], 'unusable'],
];

for (const [title, response, expected] of rows) {
  test(title, () => {
    assert.deepEqual(submit(...response), expected);
  });
}

test('the content of a success that cannot be interpreted is kept, without secrets', () => {
  const body = Buffer.from(JSON.stringify({ ticket: 'x'.repeat(300), link: 'https://cdn.example.com/a.png?sig=1' }));

  const outcome = mapSubmit({ kind: 'response', status: 200, headers: {}, body }, { isSynchronous: true, now: 0 });

  assert.deepEqual(outcome.kind === 'unusable' && [outcome.message.length, outcome.text], [
    200,
    `{"ticket":"${'x'.repeat(300)}","link":"https://cdn.example.com/a.png?…"}`,
  ]);
});

const unknown = { code: 'task_not_exist', message: 'no' };

/** An overloaded gateway may respond like one that does not have the task. Such a response is unusable. */
const queryRows: readonly (readonly [status: number, body: unknown, kind: string])[] = [
  [404, '', 'unknown-task'],
  [400, unknown, 'unknown-task'],
  [400, { code: 'not_implemented', message: 'no' }, 'unknown-task'],
  [200, unknown, 'unknown-task'],
  [400, { code: 'get_task_failed', message: 'no' }, 'refused'],
  [403, unknown, 'refused'],
  [500, unknown, 'refused'],
  [200, { code: 'success', data: null }, 'unchanged'],
  [200, '<html>', 'unusable'],
  [200, { status: 'queued' }, 'task'],
];

for (const [status, body, kind] of queryRows) {
  test(`${status} with ${JSON.stringify(body)} to a task query is ${kind}`, () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);

    assert.equal(mapQuery({ kind: 'response', status, headers: {}, body: Buffer.from(text) }, 0).kind, kind);
  });
}

const refusedText = Buffer.from('data: {"error":{"message":"Too long","code":"length"}}\n\n');
const page403 = { kind: 'response', status: 403, headers: {}, body: Buffer.from('{"message":"No"}') } as const;
const refusal = { code: null, isJson: true, retryAfterMs: null };

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
    const target = { baseUrl: 'https://api.example.com', origin: 'https://api.example.com', key: 'sk-x' };
    const chat = { dialect: 'completions', isStreamed: true, makesImages: false, onText: () => undefined } as const;
    const call = {
      endpoint: '/v1/chat/completions',
      body: ['{}'],
      request: {},
      idempotencyKey: 'a',
      isSynchronous: true,
      chat,
    };

    const outcome = await gateway.submit(target, call, new AbortController().signal);

    assert.deepEqual(outcome.kind === 'refused' && outcome.refusal, expected);
  });
}

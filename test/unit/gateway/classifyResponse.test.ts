import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOutcome } from '../../../src/core/task/gatewayPort.ts';
import { isUnknownTask } from '../../../src/core/task/model/codeOfRefusal.ts';
import { classifyResponse } from '../../../src/gateway/classifyResponse.ts';

type Body = string | Buffer | object;

function classify(status: number, body: Body, type?: string, isSynchronous = false): CallOutcome {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = type === undefined ? {} : { 'content-type': type };
  return classifyResponse({ kind: 'response', status, headers, body: bytes }, { isSynchronous, now: 0 });
}

/** What servers before a gateway send: each says something about itself, and nothing about the request or the task. */
const pages: readonly (readonly [server: string, status: number, body: Body])[] = [
  ['a reverse proxy', 502, '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><hr>proxy</body></html>'],
  ['a reverse proxy without a backend', 504, '<html><head><title>504 Gateway Time-out</title></head></html>'],
  ['a balancer in old style', 503, '<html><body><h1>503 Service Unavailable</h1>No server is available.</body></html>'],
  [
    'a router of a platform',
    503,
    '<!DOCTYPE html><html><body><iframe src="//www.example.com/error"></iframe></body></html>',
  ],
  ['a cache', 503, '<?xml version="1.0"?><html><title>503 first byte timeout</title><p>Guru Meditation:</p></html>'],
  ['a network of caches', 524, '<!DOCTYPE html><title>a.example.com | 524: A timeout occurred</title>'],
  ['a network of caches in words', 520, 'error code: 520'],
  ['a balancer in the cloud', 500, '<html><body><h1>Internal Server Error</h1></body></html>'],
  ['a balancer that sends nothing', 503, ''],
  ['an API manager', 502, { message: 'Internal server error' }],
  ['an API manager in time', 504, { message: 'Endpoint request timed out' }],
  ['a framework of services', 504, { timestamp: 'x', status: 504, error: 'Gateway Timeout', path: '/v1' }],
  ['a framework of services without a route', 404, { timestamp: 1, status: 404, error: 'Not Found', path: '/v1' }],
  ['a service without the route', 404, { statusCode: 404, message: 'Cannot GET /v1/images/a', error: 'Not Found' }],
  ['a service that repeats the status', 404, { status: 404, error: 'Not Found' }],
  ['a service with the number of the error', 404, { code: 5, message: 'Not Found', details: [] }],
  ['a service that is not ready', 503, { error: 'Service Unavailable' }],
  ['a proxy without a reason', 503, { error: null }],
  ['a proxy whose JSON says nothing', 502, { success: true, error: '' }],
  ['an ingress', 404, 'default backend - 404'],
  ['a router of services', 404, '404 page not found\n'],
  ['a router of services in JSON', 404, { message: 'no Route matched with those values', request_id: 'a1' }],
  ['a web server', 404, '<html><head><title>404 Not Found</title></head><body>nginx</body></html>'],
  ['a firewall', 403, '<html><head><title>Attention Required!</title></head></html>'],
];

for (const [server, status, body] of pages) {
  test(`${status} of ${server} is not a word of the gateway`, () => {
    const outcome = classify(status, body);

    assert.deepEqual(
      outcome.kind === 'refused' && [outcome.refusal.httpStatus, outcome.refusal.isOwn, isUnknownTask(outcome)],
      [status, false, false],
    );
  });
}

const notKnown = { code: 'task_not_exist', message: 'no' };

/** The status that counts, and whether the gateway itself says that it does not know the task. */
const refusals: readonly (readonly [status: number, body: Body, meant: number, isUnknown: boolean])[] = [
  [404, notKnown, 404, true],
  [404, { error: { message: 'no such task' } }, 404, true],
  [400, notKnown, 400, true],
  [400, { code: 'not_implemented', message: 'no' }, 400, true],
  [200, notKnown, 200, true],
  [400, { code: 'get_task_failed', message: 'no' }, 400, false],
  [403, notKnown, 403, false],
  [500, notKnown, 500, false],
  [504, { code: 'internal', message: 'The upstream request timed out' }, 504, false],
  [200, { code: 504, msg: 'upstream: connection reset by peer' }, 408, false],
  [200, { code: 429, msg: 'The frequency is too high' }, 429, false],
  [200, { code: '401', message: 'bad key' }, 401, false],
  [200, { code: 402, message: 'pay', data: null }, 402, false],
  [200, { error: { code: 502, message: 'the provider returned an error' } }, 502, false],
  [200, { error: { type: 'overloaded_error', message: 'busy' } }, 529, false],
  [200, { error: { code: 'constructor', message: 'no' } }, 200, false],
  [200, { code: 400, message: 'bad size' }, 200, false],
  [200, { base_resp: { status_code: 1027, status_msg: 'unsafe' } }, 200, false],
  [200, { task_id: '', base_resp: { status_code: 1002, status_msg: 'slow down' } }, 200, false],
  [200, { error: { message: 'no channel' } }, 200, false],
  [200, { status: 429, message: 'Too Many Requests' }, 429, false],
  [200, { errno: 429, errmsg: 'slow down' }, 429, false],
  [200, { code: 1, message: 'user quota is not enough' }, 200, false],
  [200, { code: 1, message: 'user quota is not enough', data: null }, 200, false],
];

for (const [status, body, meant, isUnknown] of refusals) {
  test(`${status} with ${JSON.stringify(body)} is a refusal that means ${meant}`, () => {
    const outcome = classify(status, body);

    assert.deepEqual(
      outcome.kind === 'refused' && [outcome.refusal.httpStatus, outcome.refusal.isOwn, isUnknownTask(outcome)],
      [meant, true, isUnknown],
    );
  });
}

const priced: readonly (readonly [status: number, body: Body])[] = [
  [400, { error: { message: 'moderated' }, amount_usd: 0.05 }],
  [500, { error: { message: 'moderated' }, usage: { amount_usd: '0.05' } }],
  [504, { message: 'timed out', data: { amount_usd: 0.05 } }],
  [200, { code: 'moderated', message: 'no', amount_usd: 0.05 }],
];

for (const [status, body] of priced) {
  test(`${status} with ${JSON.stringify(body)} is a refusal that names its price`, () => {
    const outcome = classify(status, body);

    assert.equal(outcome.kind === 'refused' && outcome.refusal.amountUsd, 0.05);
  });
}

/** RIFF, and bytes that are not valid in a text. */
const sound = Buffer.from([0x52, 0x49, 0x46, 0x46, 0x00, 0xff, 0xfb, 0x90]);
const unknown = Buffer.from([0x1f, 0x9d, 0x90, 0x00, 0xff, 0xfb, 0x90, 0x01]);
const octets = 'application/octet-stream';
/** How files of a kind begin, as Latin-1. */
const media: readonly (readonly [kind: string, start: string])[] = [
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['JPEG', '\xff\xd8\xff\xe0'],
  ['GIF', 'GIF89a'],
  ['WebP or WAV', 'RIFF'],
  ['MP4, AVIF or M4A', '\0\0\0 ftypisom'],
  ['WebM', '\x1aE\xdf\xa3'],
  ['Ogg', 'OggS'],
  ['FLAC', 'fLaC'],
  ['MP3 with tags', 'ID3\x04'],
  ['MP3', '\xff\xfb\x90'],
  ['AAC', '\xff\xf1P'],
  ['AIFF', 'FORM'],
];
const link = 'https://cdn.example.com/a.png';
const oldPage = Buffer.from('<html><title>Café</title></html>', 'latin1');

/** Of a task: its id, its phase and the number of its results. Of a file: its size and type. */
function project(outcome: CallOutcome): unknown {
  if (outcome.kind === 'task') return [outcome.taskId, outcome.view.phase, outcome.view.deliveries.length];
  if (outcome.kind !== 'result')
    return outcome.kind === 'unclear' ? (outcome.isJson ? 'envelope' : 'page') : outcome.kind;
  return outcome.deliveries.map(({ source }) => source.kind === 'bytes' && [source.bytes.length, source.mediaType]);
}

const successes: readonly (readonly [
  title: string,
  response: readonly [Body, string?, boolean?],
  expected: unknown,
])[] = [
  ['a file', [sound, 'audio/mpeg'], [[8, 'audio/mpeg']]],
  ['a file without a type', [sound], [[8, null]]],
  ['a file, whatever its type says', [sound, 'application/json'], [[8, 'application/json']]],
  ['a file of an unknown kind, if the response is the result', [unknown, '', true], [[8, null]]],
  ['a file without a kind, if the response is the result', ['C4', 'application/octet-stream', true], [[2, octets]]],
  ['nothing that is known, if the response names a task', [unknown, 'application/json'], 'page'],
  ['nothing that is known, without a type', [unknown], 'page'],
  ['nothing that is known, with the type of any bytes', [unknown, octets], 'page'],
  ...media.map(
    ([kind, start]) =>
      [kind, [Buffer.from(`${start}\0\xff\xfe`, 'latin1'), octets], [[start.length + 3, octets]]] as const,
  ),
  ['an acknowledgement without a type', ['{"task_id":"t1","status":"queued"}'], ['t1', 'pending', 0]],
  [
    'an acknowledgement with the type of a file',
    [{ task_id: 't1', status: 'queued' }, 'application/octet-stream'],
    ['t1', 'pending', 0],
  ],
  ['a task with a result', [{ task_id: 't1', status: 'succeeded', url: link }], ['t1', 'succeeded', 1]],
  ['a result without an id', [{ created: 1, data: [{ url: link }] }], [null, 'succeeded', 1]],
  ['an id that is a number', [{ id: 17, status: 'queued' }], ['17', 'pending', 0]],
  ['an id that is a number, in an envelope', [{ code: 0, data: { id: 17, status: 'queued' } }], ['17', 'pending', 0]],
  ['an id beyond 2^53', ['{"task_id":9007199254740993,"status":"queued"}'], ['9007199254740993', 'pending', 0]],
  ['a task in a string', [{ code: 'success', data: '{"task_id":"t1","status":"queued"}' }], ['t1', 'pending', 0]],
  ['a string that is no task', [{ code: 'success', data: 'later' }], 'envelope'],
  ['a word that may mean anything', [{ task_id: 't1', status: 'dreaming' }], ['t1', 'running', 0]],
  [
    'a word that is not known, with an error',
    [{ data: { task_id: 't1', status: 'SENSITIVE_WORD_ERROR', error: { message: 'unsafe' } } }],
    ['t1', 'failed', 0],
  ],
  [
    'an error that a task survives',
    [{ data: { task_id: 't1', status: 'processing', error: { message: 'trying again' } } }],
    ['t1', 'running', 0],
  ],
  ['an error without a status', [{ data: { task_id: 't1', error: { message: 'busy' } } }], ['t1', 'pending', 0]],
  ['a number for a status', [{ task_id: 't1', status: 2 }], ['t1', 'pending', 0]],
  [
    'words about the quota beside a result',
    [{ message: 'quota exhausted', data: [{ url: link }] }],
    [null, 'succeeded', 1],
  ],
  ['an envelope without content', [{ code: 'success', data: null }], 'envelope'],
  ['a list', ['[]'], 'envelope'],
  ['a page in an old encoding', [oldPage, 'text/html'], 'page'],
  ['a page', ['<html><title>Welcome</title></html>', 'text/html'], 'page'],
  ['nothing, with the type of a file', [Buffer.alloc(0), 'audio/mpeg'], 'page'],
];

describe('a success is', () => {
  for (const [title, [body, type, isSynchronous], expected] of successes) {
    test(title, () => {
      assert.deepEqual(project(classify(200, body, type, isSynchronous)), expected);
    });
  }
});

test('an error without a status is the reason why the task waits', () => {
  const outcome = classify(200, { data: { task_id: 't1', error: { message: 'busy' } } });

  assert.equal(outcome.kind === 'task' && outcome.view.failure, 'busy');
});

test('an error in the place of one of several results is why the others are not all', () => {
  const outcome = classify(200, { data: [{ url: link }, { error: { message: 'unsafe' } }] });

  assert.deepEqual(outcome.kind === 'task' && [outcome.view.deliveries.length, outcome.view.cut], [
    1,
    { code: 'part-missing', message: 'unsafe' },
  ]);
});

test('the content of a success that cannot be interpreted is kept, without secrets', () => {
  const outcome = classify(200, { ticket: 'x'.repeat(300), link: `${link}?sig=1` });

  assert.deepEqual(outcome.kind === 'unclear' && [outcome.message.length, outcome.text], [
    200,
    `{"ticket":"${'x'.repeat(300)}","link":"${link}?…"}`,
  ]);
});

test('a response in which nothing is known names its price all the same', () => {
  const outcome = classify(200, { id: null, amount_usd: 0.03 });

  assert.deepEqual([outcome.kind, 'amountUsd' in outcome && outcome.amountUsd], ['unclear', 0.03]);
});

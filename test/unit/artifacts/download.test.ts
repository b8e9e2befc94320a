import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Download, type DownloadOptions, type DownloadOutcome } from '../../../src/artifacts/download.ts';
import { createDispatchers } from '../../../src/node/network/dispatchers.ts';
import { breakOff, sendWhole, startFileServer, type FileAnswer } from '../../fakes/gateway/fileServer.ts';

const file = Buffer.from('0123456789'.repeat(100));
const changed = Buffer.from('abcdefghij'.repeat(100));
const half = file.subarray(0, 500);
const etag = '"one"';
const whole = sendWhole(200, { etag }, file);
const broken = breakOff(200, { etag, 'content-length': 1000 }, half);

async function arrange(context: TestContext, options: Partial<DownloadOptions> = {}) {
  const server = await startFileServer(context);
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(() => dispatchers.dispose());
  const written: Buffer[] = [];
  let ready: Promise<void> | undefined;
  const writer = {
    write(chunk: Buffer) {
      written.push(chunk);
      return ready;
    },
    restart: () => void written.splice(0),
  };
  const download = new Download(server.url, writer, {
    dispatchers,
    baseUrl: server.url,
    userAgent: 'test',
    maxBytes: 10_000,
    idleTimeoutMs: 60_000,
    elapsedMs: () => 0,
    ...options,
  });
  const attempt = (signal = new AbortController().signal): Promise<DownloadOutcome> => download.attempt(signal);
  return {
    server,
    attempt,
    /** From now on, the writer accepts no more than one chunk. */
    holdWrites: () => void (ready = new Promise(() => undefined)),
    /** Returns the outcome of each attempt, what is written in the end, and what each request asked for. */
    tryAll: async (...responses: readonly FileAnswer[]) => {
      server.respond(...responses);
      const outcomes: DownloadOutcome[] = [];
      for (const _ of responses) outcomes.push(await attempt());
      const last = outcomes.at(-1);
      return {
        kinds: outcomes.map(({ kind }) => kind),
        text: Buffer.concat(written).toString(),
        isCounted: last?.kind === 'downloaded' && last.bytes === Buffer.concat(written).length,
        asked: server.asked,
      };
    },
  };
}

const rest = (start: number, headers: Record<string, string> = {}): FileAnswer =>
  sendWhole(206, { etag, 'content-range': `bytes ${start}-999/1000`, ...headers }, file.subarray(start));

test('an interrupted download continues where it was, and all its bytes are counted', async (context) => {
  const { tryAll } = await arrange(context);

  const { kinds, text, isCounted, asked } = await tryAll(broken, rest(500));

  assert.deepEqual([kinds, text, isCounted], [['interrupted', 'downloaded'], file.toString(), true]);
  assert.deepEqual(asked, [
    [undefined, undefined],
    ['bytes=500-', etag],
  ]);
});

test('a rest without a validator continues, because the server has compared it', async (context) => {
  const { tryAll } = await arrange(context);
  const bare = sendWhole(206, { 'content-range': 'bytes 500-999/1000' }, file.subarray(500));

  const { kinds, text } = await tryAll(broken, bare);

  assert.deepEqual([kinds, text], [['interrupted', 'downloaded'], file.toString()]);
});

test('a part that is interrupted as well is continued', async (context) => {
  const { tryAll } = await arrange(context);
  const headers = { etag, 'content-range': 'bytes 500-999/1000', 'content-length': 500 };

  const { kinds, text, asked } = await tryAll(broken, breakOff(206, headers, file.subarray(500, 700)), rest(700));

  assert.deepEqual([kinds, text], [['interrupted', 'interrupted', 'downloaded'], file.toString()]);
  assert.equal(asked[2]?.[0], 'bytes=700-');
});

test('if a server sends less than the rest, the missing bytes are requested', async (context) => {
  const { tryAll } = await arrange(context);
  const some = sendWhole(206, { etag, 'content-range': 'bytes 500-599/1000' }, file.subarray(500, 600));

  const { kinds, text } = await tryAll(broken, some, rest(600));

  assert.deepEqual([kinds, text], [['interrupted', 'interrupted', 'downloaded'], file.toString()]);
});

const lastModified = 'Thu, 01 Jan 2026 00:00:00 GMT';
const later = 'Thu, 01 Jan 2026 00:00:02 GMT';

const validators: readonly (readonly [string, Record<string, string>, string | undefined])[] = [
  ['a strong ETag', { etag }, etag],
  ['a weak ETag proves nothing', { etag: 'W/"one"', 'last-modified': lastModified, date: later }, undefined],
  ['the time of the last change', { 'last-modified': lastModified, date: later }, lastModified],
  ['a change within the same second proves nothing', { 'last-modified': lastModified, date: lastModified }, undefined],
  ['no validator at all', {}, undefined],
  ['a server that declares that it has no ranges', { etag, 'accept-ranges': 'none' }, undefined],
];

for (const [title, headers, ifRange] of validators) {
  test(`the check that a file is the same: ${title}`, async (context) => {
    const { tryAll } = await arrange(context);

    const { asked } = await tryAll(breakOff(200, { 'content-length': 1000, ...headers }, half), whole);

    assert.deepEqual(asked[1], [ifRange === undefined ? undefined : 'bytes=500-', ifRange]);
  });
}

const restarts: readonly (readonly [string, readonly FileAnswer[], Buffer])[] = [
  ['the file has changed', [broken, sendWhole(200, { etag: '"two"' }, changed)], changed],
  ['the server ignores the range', [broken, whole], file],
  ['the server sends another range than the requested one', [broken, rest(400), whole], file],
  ['the part is of another file', [broken, rest(500, { etag: '"two"' }), whole], file],
  [
    'the size has changed',
    [broken, sendWhole(206, { etag, 'content-range': 'bytes 500-1499/1500' }, file), whole],
    file,
  ],
  ['the range is not valid', [broken, rest(500, { 'content-range': 'bytes */1000' }), whole], file],
  ['the requested range is now beyond the end', [broken, sendWhole(416, {}, Buffer.alloc(0)), whole], file],
  ['the server sends a part without a request for it', [rest(500), whole], file],
];

for (const [title, responses, expected] of restarts) {
  test(`a download starts again if ${title}`, async (context) => {
    const { tryAll } = await arrange(context);

    const { kinds, text, isCounted, asked } = await tryAll(...responses);

    const wanted = responses.map((_, at) => (at < responses.length - 1 ? 'interrupted' : 'downloaded'));
    assert.deepEqual([kinds, text, isCounted], [wanted, expected.toString(), true]);
    // A part that could not be continued is not requested again.
    if (responses.length > 2) assert.deepEqual(asked[2], [undefined, undefined]);
  });
}

/** Sends until the client closes the connection. */
const endless: FileAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' });
  const more = (): void => {
    if (!response.destroyed) response.write(Buffer.alloc(4_000), () => setImmediate(more));
  };
  more();
};

const redirectTo =
  (location: string): FileAnswer =>
  (_request, response) => {
    response.writeHead(302, { location });
    response.end();
  };

const hostile: readonly (readonly [string, FileAnswer, DownloadOutcome['kind']])[] = [
  ['a body without an end', endless, 'too-large'],
  ['a body whose announced size is above the limit', breakOff(200, { 'content-length': 10_001 }, half), 'too-large'],
  [
    'a part of a file above the limit',
    sendWhole(206, { 'content-range': 'bytes 0-9/99999' }, Buffer.alloc(10)),
    'interrupted',
  ],
  [
    'a compressed bomb of zeros',
    sendWhole(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(5_000_000))),
    'too-large',
  ],
  ['a shorter body than announced', breakOff(200, { 'content-length': 1000 }, half), 'interrupted'],
  ['no body at all', sendWhole(200, {}, Buffer.alloc(0)), 'interrupted'],
  ['a success without content', sendWhole(204, {}, Buffer.alloc(0)), 'interrupted'],
  ['a redirect to the metadata of a cloud', redirectTo('https://169.254.169.254/latest'), 'forbidden'],
  ['a redirect to a private address in disguise', redirectTo('https://[::ffff:10.0.0.1]/'), 'forbidden'],
  ['a redirect to a file', redirectTo('file:///etc/passwd'), 'forbidden'],
  ['a redirect to data', redirectTo('data:text/plain,hi'), 'forbidden'],
  ['a redirect to nowhere', sendWhole(302, {}, Buffer.alloc(0)), 'refused'],
  ['a redirect to no URL', redirectTo('http://[oops'), 'refused'],
  ['a redirect of another kind to itself', sendWhole(300, { location: '/next' }, Buffer.alloc(0)), 'forbidden'],
  ['an error that names a location', sendWhole(400, { location: '/next' }, Buffer.alloc(0)), 'refused'],
  ['a page instead of a file', sendWhole(403, {}, Buffer.from('no')), 'refused'],
];

for (const [title, response, kind] of hostile) {
  test(`a hostile response saves no file: ${title}`, async (context) => {
    const { server, attempt } = await arrange(context);
    server.respond(response);

    assert.equal((await attempt()).kind, kind);
  });
}

for (const [redirects, kind] of [
  [5, 'downloaded'],
  [6, 'forbidden'],
] as const) {
  test(`a file behind ${redirects} redirects is ${kind}`, async (context) => {
    const { server, attempt } = await arrange(context);
    server.respond(...Array.from({ length: redirects }, () => redirectTo('/next')), whole);

    assert.equal((await attempt()).kind, kind);
  });
}

const keyed = { authorization: 'Bearer sk-1' };
const refuseWith =
  (status: number): FileAnswer =>
  (request, response) => {
    const isRefused = request.headers.authorization === undefined;
    (isRefused ? sendWhole(status, {}, Buffer.from('no')) : whole)(request, response);
  };
const redirectWithKey =
  (location: string): FileAnswer =>
  (request, response) => {
    const isRefused = request.headers.authorization === undefined;
    (isRefused ? sendWhole(401, {}, Buffer.from('no')) : redirectTo(location))(request, response);
  };

for (const [title, answer, isOwn, expected, keys] of [
  ['is asked with the key after 400, if a proxy lacks its headers', refuseWith(400), true, 'downloaded', [false, true]],
  ['is asked with the key after 401', refuseWith(401), true, 'downloaded', [false, true]],
  ['is asked with the key after 403', refuseWith(403), true, 'downloaded', [false, true]],
  ['is not asked with the key after 404', refuseWith(404), true, 'refused', [false]],
  ['is asked without the key if it is not needed', whole, true, 'downloaded', [false]],
  ['is asked with the key once', sendWhole(401, {}, Buffer.from('no')), true, 'refused', [false, true]],
  ['of another origin is asked without the key', refuseWith(401), false, 'refused', [false]],
  ['sends no key to where it redirects', redirectWithKey('/next'), true, 'forbidden', null],
] as const) {
  test(`a URL of the gateway ${title}`, async (context) => {
    const readKeyHeaders = (origin: string) =>
      Promise.resolve(isOwn && origin.startsWith('http://127.') ? keyed : null);
    const { server, attempt } = await arrange(context, { readKeyHeaders });
    const sent: boolean[] = [];
    server.respond((request, response) => {
      sent.push(request.headers.authorization === keyed.authorization);
      answer(request, response);
    });

    const { kind } = await attempt();

    assert.deepEqual([kind, keys ? sent : sent.slice(0, 3)], [expected, keys ?? [false, true, false]]);
  });
}

test('the key is not sent after a redirect from another origin, even if that leads back', async (context) => {
  const [own, other] = [await startFileServer(context), await startFileServer(context)];
  const sent: unknown[] = [];
  const note =
    (answer: FileAnswer): FileAnswer =>
    (request, response) => {
      sent.push(request.headers.authorization);
      answer(request, response);
    };
  const asked: string[] = [];
  const readKeyHeaders = (origin: string) => (asked.push(origin), Promise.resolve(keyed));
  const { server, attempt } = await arrange(context, { baseUrl: own.url, readKeyHeaders });
  server.respond(note(redirectTo(other.url)));
  other.respond(note(redirectTo(own.url)));
  own.respond(note(refuseWith(401)));

  const { kind } = await attempt();

  assert.deepEqual([kind, sent, asked], ['refused', [undefined, undefined, undefined], []]);
});

for (const [what, bytes, kind] of [
  ['complete', file, 'downloaded'],
  ['incomplete', half, 'interrupted'],
] as const) {
  test(`a file is ${what} if the connection ends while its last bytes wait for the disk`, async (context) => {
    const { tryAll, holdWrites } = await arrange(context);
    holdWrites();

    const { kinds, text } = await tryAll(breakOff(200, { etag, 'content-length': 1000 }, bytes));

    assert.deepEqual([kinds, text], [[kind], bytes.toString()]);
  });
}

test('a chunk that comes too late is not written, so it is requested again', async (context) => {
  const times = [0, 30_000];
  const { tryAll } = await arrange(context, { elapsedMs: () => times.shift() ?? 30_000 });
  const honest: FileAnswer = (request, response) => {
    (request.headers.range === undefined ? whole : rest(500))(request, response);
  };

  const { kinds, text } = await tryAll(broken, honest);

  assert.deepEqual([kinds, text], [['interrupted', 'downloaded'], file.toString()]);
});

test('a download with a byte now and then is given up', async (context) => {
  let elapsedMs = 0;
  const { server, attempt } = await arrange(context, { elapsedMs: () => (elapsedMs += 240_000) });
  server.respond(endless);

  const outcome = await attempt();

  assert.deepEqual(outcome, { kind: 'interrupted', message: 'The server sends too slowly' });
});

test('an error of the disk is distinguished from one of the network, even if it occurs late', async (context) => {
  const server = await startFileServer(context);
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(() => dispatchers.dispose());
  server.respond(whole);
  const limits = { maxBytes: 10_000, idleTimeoutMs: 60_000, elapsedMs: () => 0 };
  const options = { dispatchers, baseUrl: server.url, userAgent: 'test', ...limits };
  const full = new Error('ENOSPC');
  const download = new Download(server.url, { write: () => Promise.reject(full), restart: () => undefined }, options);

  const outcome = await download.attempt(new AbortController().signal);

  assert.deepEqual(outcome, { kind: 'not-written', error: full });
});

test('a caller that gives up gets the reason, and the connection ends', async (context) => {
  const { server, attempt } = await arrange(context);
  const reason = new Error('enough');
  const controller = new AbortController();
  const closed = new Promise<void>((resolve) =>
    server.respond((request, response) => {
      request.socket.once('close', resolve);
      response.writeHead(200);
      response.write(half, () => controller.abort(reason));
    }),
  );

  await assert.rejects(attempt(controller.signal), reason);
  await closed;
});

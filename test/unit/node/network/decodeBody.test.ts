// Content codings of responses: those of the API and of downloads are undone in one place.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Download } from '../../../../src/artifacts/download.ts';
import { createHttp, type ApiCall } from '../../../../src/gateway/http.ts';
import { createDispatchers } from '../../../../src/node/network/dispatchers.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';
import { breakOff, sendWhole, startFileServer, type FileAnswer } from '../../../fakes/gateway/fileServer.ts';

/** Longer than what a decoder returns at once. */
const content = Buffer.from(JSON.stringify({ task_id: 't1', note: 'tide '.repeat(4_000) }));
/** Media that begin like no coding. */
const picture = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(200_000, 7)]);
const limits = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 };

async function arrange(context: TestContext, maxBytes = 1_000_000) {
  const server = await startFileServer(context);
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(() => dispatchers.dispose());
  const { signal } = new AbortController();
  const callApi = createHttp({
    dispatchers,
    userAgent: 'test',
    clock: backgroundClock,
    log: { info: () => undefined },
  });
  const target = { baseUrl: server.url, origin: null, key: 'sk-secret' };
  const call = async (changes: Partial<ApiCall> = {}): Promise<string> => {
    const response = await callApi(
      target,
      { method: 'GET', path: '', maxResponseBytes: maxBytes, ...limits, ...changes },
      signal,
    );
    return response.kind === 'response' ? response.body.toString() : `${response.kind}: ${response.message}`;
  };
  const written: Buffer[] = [];
  const writer = { write: (chunk: Buffer) => void written.push(chunk), restart: () => void written.splice(0) };
  const options = { dispatchers, baseUrl: server.url, userAgent: 'test', maxBytes, idleTimeoutMs: 60_000 };
  const file = new Download(
    server.url,
    { ...writer, write: (chunk) => (writer.write(chunk), undefined) },
    { ...options, elapsedMs: () => 0 },
  );
  const download = async (): Promise<string> => {
    const outcome = await file.attempt(signal);
    if (outcome.kind === 'downloaded') return Buffer.concat(written).toString();
    return 'message' in outcome ? `${outcome.kind}: ${outcome.message}` : outcome.kind;
  };
  const stream = async (): Promise<string> => {
    const received: Buffer[] = [];
    const rest = await call({ receive: (chunk) => received.push(chunk) < 0 });
    return `${Buffer.concat(received).toString()}${rest}`;
  };
  return {
    server,
    call,
    download,
    written,
    ways: { 'a response of the API': () => call(), 'a stream of the API': stream, 'a download': download },
  };
}

/** What a server sends under which name. */
const codings: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['gzip', gzipSync(content)],
  ['GZIP', gzipSync(content)],
  ['x-gzip', gzipSync(content)],
  ['gzip, gzip', gzipSync(gzipSync(content))],
  ['deflate', deflateSync(content)],
  ['deflate', deflateRawSync(content)],
  ['br', brotliCompressSync(content)],
  ['zstd', zstdCompressSync(content)],
  ['gzip, br', brotliCompressSync(gzipSync(content))],
  ['aws-chunked', content],
  ['aws-chunked,gzip', gzipSync(content)],
  ['identity', content],
  ['constructor', content],
  // The name is wrong.
  ['gzip', content],
  ['gzip, gzip', gzipSync(content)],
  ['zstd', content],
  ['br', content],
  ['deflate', content],
];

describe('A coding of a response', () => {
  for (const [name, bytes] of codings) {
    test(`${name} of ${bytes.length} bytes is undone, whoever reads them`, async (context) => {
      const { server, ways } = await arrange(context);
      server.respond(sendWhole(200, { 'content-encoding': name }, bytes));

      for (const [way, read] of Object.entries(ways)) assert.equal(await read(), content.toString(), way);
    });
  }

  test('is not asked for', async (context) => {
    const { server, ways } = await arrange(context);
    const asked: unknown[] = [];
    server.respond((request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.end('ok');
    });

    for (const read of Object.values(ways)) await read();

    assert.deepEqual(asked, ['identity', 'identity', 'identity']);
  });

  test('that has no name is undone for the API, which sends no archives', async (context) => {
    const { server, ways } = await arrange(context);
    const coded = gzipSync(content);
    server.respond(sendWhole(200, {}, coded));

    const read = await Promise.all(Object.values(ways).map((way) => way()));

    assert.deepEqual(read, [content.toString(), content.toString(), coded.toString()]);
  });

  test('is undone for a refusal too', async (context) => {
    const { server, call } = await arrange(context);
    server.respond(sendWhole(400, { 'content-encoding': 'gzip' }, gzipSync('no')));

    assert.equal(await call(), 'no');
  });
});

const coded = gzipSync(content);
const emptyMembers = Buffer.concat(Array.from({ length: 100_000 }, () => gzipSync('')));

/** Responses that have no whole content, with what the API and a download say about them. */
const broken: readonly (readonly [title: string, answer: FileAnswer, expected: RegExp])[] = [
  [
    'a bomb',
    sendWhole(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))),
    /larger than|too-large/,
  ],
  [
    'a bomb in a bomb',
    sendWhole(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(Buffer.alloc(50_000_000)))),
    /larger than|too-large/,
  ],
  ['a body that decodes to nothing', sendWhole(200, { 'content-encoding': 'gzip' }, emptyMembers), /without content/],
  [
    'coded bytes that end too early',
    sendWhole(200, { 'content-encoding': 'gzip' }, coded.subarray(0, -9)),
    /unexpected end/,
  ],
  [
    'fewer coded bytes than announced',
    breakOff(200, { 'content-encoding': 'gzip', 'content-length': coded.length }, coded.subarray(0, -9)),
    /(no-answer|interrupted): /,
  ],
];

for (const [title, answer, expected] of broken) {
  test(`a coded response is not accepted: ${title}`, async (context) => {
    const { server, ways } = await arrange(context);
    server.respond(answer);

    for (const read of Object.values(ways)) assert.match(await read(), expected);
  });
}

/** Files whose coding cannot be undone. */
const unclear: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['br', picture],
  ['deflate', picture],
  ['gzip', Buffer.concat([Buffer.from([0x1f, 0x8b]), picture])],
  ['zstd', Buffer.concat([Buffer.from([0x28, 0xb5]), picture])],
  ['gzip', Buffer.concat([coded, content])],
  ['gzip, gzip', gzipSync(Buffer.concat([Buffer.from([0x1f, 0x8b]), picture]))],
];

for (const [name, bytes] of unclear) {
  test(`a download whose ${bytes.length} bytes are ${name} by name only is kept as it arrives`, async (context) => {
    const { server, download, written } = await arrange(context);
    server.respond(sendWhole(200, { 'content-encoding': name, 'content-length': bytes.length }, bytes));

    await download();

    assert.ok(Buffer.concat(written).equals(bytes));
  });
}

test('a response of the API is broken if its coding cannot be undone', async (context) => {
  const { server, call } = await arrange(context);
  server.respond(sendWhole(200, { 'content-encoding': 'br' }, picture));

  assert.match(await call(), /^no-answer: /);
});

test('a coding whose decoder needs more than 8 MiB is not undone', async (context) => {
  const { server, call } = await arrange(context);
  const answers: string[] = [];
  for (const windowLog of [23, 24]) {
    // A frame of zstd states its window, and has the content in one block as it is (RFC 8878 3.1.1).
    const block = Buffer.alloc(3);
    block.writeUIntLE(content.length * 8 + 1, 0, 3);
    const frame = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) * 8]), block, content]);
    server.respond(sendWhole(200, { 'content-encoding': 'zstd' }, frame));
    answers.push(await call());
  }

  assert.equal(answers[0], content.toString());
  assert.match(answers[1] ?? '', /^no-answer: /);
});

test('a download that is kept as it arrives continues where it broke off', async (context) => {
  const { server, download, written } = await arrange(context);
  const headers = { etag: '"one"', 'content-encoding': 'br' };
  const part = { ...headers, 'content-range': `bytes 500-${picture.length - 1}/${picture.length}` };
  server.respond(
    sendWhole(200, headers, picture),
    breakOff(200, { ...headers, 'content-length': picture.length }, picture.subarray(0, 500)),
    sendWhole(206, part, picture.subarray(500)),
  );

  const kinds = [await download(), await download()].map((each) => each.split(':', 1)[0]);

  assert.deepEqual([kinds[0], server.asked.at(-1)], ['interrupted', ['bytes=500-', '"one"']]);
  assert.ok(Buffer.concat(written).equals(picture));
});

test('a coded download that breaks off is fetched from its start, because its bytes have no ranges', async (context) => {
  const { server, download } = await arrange(context);
  const headers = { etag: '"one"', 'content-encoding': 'gzip' };
  const part = { 'content-range': `bytes 9-${coded.length - 1}/${coded.length}`, ...headers };
  server.respond(
    breakOff(200, { ...headers, 'content-length': coded.length }, coded.subarray(0, 300)),
    sendWhole(206, part, coded.subarray(9)),
    sendWhole(200, headers, coded),
  );

  const kinds = [await download(), await download()].map((each) => each.split(':', 1)[0]);

  assert.deepEqual([kinds, await download()], [['interrupted', 'interrupted'], content.toString()]);
  assert.deepEqual(
    server.asked,
    [1, 2, 3].map(() => [undefined, undefined]),
  );
});

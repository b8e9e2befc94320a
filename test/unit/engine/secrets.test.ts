import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createDispatchers, type Route } from '../../../src/node/network/dispatchers.ts';
import { buildDone, createEngineBench, type EngineBench, secretKey } from '../../fakes/tasks/engineBench.ts';
import type { ScriptedAnswer } from '../../fakes/gateway/scriptedGateway.ts';
import { makePng } from '../../fakes/media/media.ts';
import { buildRequest } from '../../fakes/planning/requests.ts';
import * as fc from '../../support/fastCheck.ts';

async function readAll(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

for (const key of [secretKey, 'gw_live_0123456789.abcdef']) {
  test(`after many errors the key ${key.slice(0, 3)}… is in no file, no log line and no task`, async (context) => {
    const bench = await createEngineBench(context);
    bench.setKey(key);
    const post = 'POST /v1/images/generations';
    const echo = `Bearer ${key} and ${key} at https://cdn.example.com/a.png?sig=very-secret`;
    for (const answer of [
      { status: 400, body: { code: 'invalid_request', message: echo } },
      { status: 401, body: { error: { message: echo } } },
      { status: 500, body: echo },
      { body: { message: echo } },
      'drop',
    ] as const) {
      bench.gateway.script(post, answer);
      await bench.run();
      // A key stays refused until there is another one.
      bench.engine.keyChanged('studio');
    }

    const texts = [await readAll(bench.storageDir), await readAll(bench.folder), bench.logLines.join('\n')];
    const shown = JSON.stringify(bench.engine.tasks());

    assert.deepEqual(
      [...texts, shown].map((text) => [text.length > 100, text.includes(key), text.includes('very-secret')]),
      Array.from({ length: 4 }, () => [true, false, false]),
    );
  });
}

/** Spells each character of a text in one of the ways that JSON allows. */
function spell(text: string, ways: readonly number[]): string {
  return Array.from(text, (character, at) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
    const short = '"\\/'.includes(character) ? `\\${character}` : character;
    return [short, short, `\\u${hex}`, `\\u${hex.toUpperCase()}`][(ways[at] ?? 0) % 4] ?? '';
  }).join('');
}

const chatRequest = buildRequest({
  model: 'gpt-5',
  modality: 'chat',
  endpoint: '/v1/chat/completions',
  pollPath: null,
  body: { model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }], stream: true },
});
const json = { 'content-type': 'application/json' };
const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const chat = 'POST /v1/chat/completions';
const stream = (...events: readonly string[]): ScriptedAnswer => ({
  pieces: events.map((data) => `data: ${data}\n\n`),
});
const text = (echo: string): string => `{"choices":[{"index":0,"delta":{"content":"${echo}"}}]}`;
const image = `{"url":"@/files/a.png"`;

/** Every kind of response that repeats the key. `echo` is inside a string of JSON, and `@` is the URL of the gateway. */
const echoes: Readonly<Record<string, (echo: string) => readonly [call: string, ScriptedAnswer]>> = {
  refusal: (echo) => [post, { status: 400, headers: json, body: `{"code":"bad","message":"token ${echo}"}` }],
  'refusal with a key as a name': (echo) => [post, { status: 400, headers: json, body: `{"${echo}":1}` }],
  'long refusal': (echo) => [post, { status: 400, headers: json, body: `{"message":"${'x'.repeat(485)} ${echo}"}` }],
  page: (echo) => [post, { status: 400, body: `<p>token ${echo}</p>` }],
  'JSON that is cut off': (echo) => [post, { headers: json, body: `{"message":"token ${echo}` }],
  'JSON in a string': (echo) => [
    post,
    { status: 400, headers: json, body: JSON.stringify({ error: `{"a":"${echo}"}` }) },
  ],
  'nothing usable': (echo) => [post, { headers: json, body: `{"a":"${echo}","a":"b","c":["${echo}"]}` }],
  'status word': (echo) => [query, { headers: json, body: `{"status":"failed","error":"${echo}"}` }],
  'refused query': (echo) => [
    query,
    { status: 400, headers: json, body: `{"code":"task_not_exist","message":"${echo}"}` },
  ],
  'title of a result': (echo) => [
    query,
    { headers: json, body: `{"status":"succeeded","data":[${image},"title":"${echo}","lyrics":"la ${echo}"}]}` },
  ],
  'chat in a stream': (echo) => [chat, stream(text(`a ${echo} b`), '[DONE]')],
  'chat that breaks off': (echo) => [chat, { ...(stream(text(`a ${echo} b`)) as object), ending: 'drop' } as never],
  'whole chat': (echo) => [chat, { headers: json, body: `{"choices":[{"message":{"content":"a ${echo} b"}}]}` }],
  'error in a stream': (echo) => [chat, stream(`{"error":{"message":"${'x'.repeat(485)} ${echo}"}}`)],
  'error after text': (echo) => [chat, stream(text('a'), `{"error":{"message":"token ${echo}"}}`)],
  'other answer of a chat': (echo) => [chat, { headers: json, body: `{"a":"${echo}"}` }],
};

/** Everything that stays of the runs of a bench: files, log lines and tasks. */
async function readTraces({ storageDir, folder, logLines, engine }: EngineBench): Promise<string> {
  const files = [await readAll(storageDir), await readAll(folder)];
  return [...files, ...logLines, JSON.stringify(engine.tasks())].join('\n');
}

/** Whether a text contains the key or eight characters of it, in any spelling. */
function reveals(text: string, key: string, depth = 4): boolean {
  const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  if (parts.some((part) => text.includes(part))) return true;
  const decoded = text.replace(/\\(?:u([\da-f]{4})|([^]))/gi, (_, hex?: string, character = '') =>
    hex === undefined ? String(character) : String.fromCharCode(parseInt(hex, 16)),
  );
  return depth > 0 && decoded !== text && reveals(decoded, key, depth - 1);
}

async function echoKey(context: TestContext, kind: string, [key, ways]: readonly [string, readonly number[]]) {
  const bench = await createEngineBench(context);
  bench.setKey(key);
  const [call, answer] = echoes[kind]?.(spell(key, ways)) ?? assert.fail(kind);
  const shown: string[] = [];
  bench.engine.onDidChangeTask((task) => shown.push(JSON.stringify(task)));
  const here = JSON.parse(JSON.stringify(answer).replaceAll('@/', `${bench.gateway.url}/`)) as ScriptedAnswer;
  bench.gateway.script(call, here);
  const { state } = await bench.run(call === chat ? chatRequest : buildRequest());
  const { calls } = bench.gateway;
  const wasEchoed = calls.some(({ method, path }) => `${method} ${path}` === call);
  return { state, wasEchoed, traces: [...shown, await readTraces(bench)].join('\n') };
}

const anyKey = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 10 }),
  fc.constantFrom('gw/AbCdEf0123/secret+part=', 'sk-AbCd0123/secretpart', 'gw_SECRET_0123', '"quoted\\key"'),
);

for (const kind of Object.keys(echoes)) {
  test(`no key is kept or shown, however JSON spells it: ${kind}`, async (context) => {
    const anyWays = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(anyKey, anyWays, async (key, ways) => {
        const { wasEchoed, traces } = await echoKey(context, kind, [key, ways]);
        assert.deepEqual([wasEchoed, reveals(traces, key)], [true, false]);
      }),
      { numRuns: 5 },
    );
  });
}

test('a key that a stream repeats in pieces is not kept', async (context) => {
  const key = 'gw_live_0123456789.abcdef';
  const bench = await createEngineBench(context);
  bench.setKey(key);
  bench.gateway.script(chat, stream(text('a gw_live_0123'), text('456789.abcdef b'), '[DONE]'));

  const { state } = await bench.run(chatRequest);

  assert.deepEqual([state, (await readTraces(bench)).includes(key)], ['saved', false]);
});

test('what is logged, journaled and recorded is searched for the key again, wherever it comes from', async (context) => {
  const key = 'gw_live_0123456789.abcdef';
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  context.after(() => dispatchers.dispose());
  // The download of a result is no call of the gateway's API.
  const named: Route = {
    dispatch(options, handler) {
      if (options.path.startsWith('/files/')) throw new Error(`no route for ${key}`);
      return dispatchers.named.dispatch(options, handler);
    },
  };
  const bench = await createEngineBench(context, { dispatchers: { ...dispatchers, named } });
  bench.setKey(key);

  const { state, error } = await bench.run();

  const texts = [await readAll(bench.storageDir), await readAll(bench.folder), bench.logLines.join('\n')];
  assert.deepEqual(
    [state, error?.message.includes(key), texts.map((text) => [text.includes('no route for'), text.includes(key)])],
    ['unsaved', true, Array.from({ length: 3 }, () => [true, false])],
  );
});

test('a key that the user has replaced is not kept either, wherever a gateway repeats it', async (context) => {
  const [old, key] = ['gw_live_0123456789.abcdef', 'gw_live_9876543210.fedcba'];
  const bench = await createEngineBench(context);
  bench.setKey(old);
  await bench.run();
  bench.setKey(key);
  bench.gateway.script(chat, {
    headers: json,
    body: `{"choices":[{"message":{"content":"a"},"finish_reason":"token ${old}"}]}`,
  });

  const { cut } = await bench.run(chatRequest);

  const texts = [await readAll(bench.storageDir), await readAll(bench.folder), bench.logLines.join('\n')];
  assert.deepEqual([cut?.message, ...texts.map((text) => text.includes(old))], [`token ${old}`, false, false, false]);
});

test('a signed result URL is neither logged nor recorded', async (context) => {
  const bench = await createEngineBench(context);
  const path = '/files/a.png?sig=very-secret';
  bench.gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${bench.gateway.url}${path}`) });
  bench.gateway.script(`GET ${path}`, { status: 500, body: '' }, { body: makePng() });

  const { state } = await bench.run();

  const texts = [await readAll(bench.folder), bench.logLines.join('\n'), JSON.stringify(bench.engine.tasks())];
  assert.deepEqual([state, texts.map((text) => text.includes('very-secret'))], ['saved', [false, false, false]]);
});

test('every call and every change of state is one line of the log', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script('POST /v1/images/generations', {
    headers: { 'x-request-id': 'r-17' },
    body: { id: 't1', task_id: 't1', status: 'queued' },
  });

  await bench.run();

  const lines = bench.logLines.map((line) => line.replace(/\d+ ms/, 'n ms').replace(/Task \S+ \[.*?\]/, 'Task'));
  assert.deepEqual(lines, [
    'Task: planned',
    'Task: planned → sending',
    'POST /v1/images/generations 200 n ms (request id r-17)',
    'Task: sending → pending',
    'GET /v1/images/generations/t1 200 n ms',
    'Task: pending → saving',
    'Task: saving → saved',
  ]);
});

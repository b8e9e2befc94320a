import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import { isOpen } from '../../../../src/core/task/model/taskStates.ts';
import { createEngineBench, secretKey } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const completions = 'POST /v1/chat/completions';

function buildChat(changes: Partial<PlannedRequest> = {}): PlannedRequest {
  const body = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }], stream: true };
  return buildRequest({
    model: 'gpt-5',
    modality: 'chat',
    endpoint: '/v1/chat/completions',
    pollPath: null,
    body,
    ...changes,
  });
}

const event = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const delta = (content: string): string => event({ choices: [{ index: 0, delta: { content } }] });
const last = event({ choices: [], amount_usd: 0.003 }) + event('[DONE]');

test('a streamed text is saved as Markdown, shown while it arrives, and recorded', async (context) => {
  const { engine, gateway, folder, jobFile, run } = await createEngineBench(context);
  const words = Array.from({ length: 20 }, (_, n) => `word-${n} `);
  gateway.script(completions, { pieces: [...words.map(delta), last] });
  const shown: string[] = [];
  engine.onDidChangeTask(({ state, text }) => state === 'sending' && text !== null && shown.push(text));

  const task = await run(buildChat());

  const text = words.join('').trim();
  const [line] = await engine.readRuns(jobFile);
  assert.deepEqual(
    [task.state, task.text, task.amountUsd, task.artifacts.map(({ path, mediaType }) => [path, mediaType])],
    ['saved', text, 0.003, [['hero.md', 'text/markdown']]],
  );
  assert.equal(await readFile(join(folder, 'hero.md'), 'utf8'), `${text}\n`);
  assert.deepEqual([line?.text, line?.status], [text, 'saved']);
  assert.ok(shown.length > 0 && shown.every((each) => text.startsWith(each.trim())), JSON.stringify(shown));
});

test('the journal keeps a text while it arrives, each part of it once, and then all of it', async (context) => {
  const { gateway, journal, run } = await createEngineBench(context);
  const words = Array.from({ length: 400 }, (_, at) => `${at} `);
  gateway.script(completions, { pieces: [...words.map(delta), last] });

  const { text } = await run(buildChat());

  const records = (await journal())
    .split('\n')
    .filter((line) => line !== '')
    .map(readRecord);
  const textsOf = (wanted: string) => records.filter(({ kind }) => kind === wanted).map((each) => each.text);
  const kept = textsOf('kept');
  assert.deepEqual(textsOf('ended'), [text]);
  assert.ok(kept.length > 0 && kept.length < 100, `${kept.length} records`);
  assert.ok(words.join('').startsWith(kept.join('')));
});

test('Markdown that looks like something else stays Markdown', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(completions, { pieces: [delta('<html>{"a":1}</html>'), last] });

  const { artifacts } = await run(buildChat());

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    ['hero.md'],
  );
});

test('images of a text become files, and the text links to them', async (context) => {
  const { gateway, folder, run } = await createEngineBench(context);
  const url = (shade: number): string => `data:image/png;base64,${makePng({ shade }).toString('base64')}`;
  gateway.script(completions, { pieces: [delta(`One ![a](${url(1)}) two ![b](${url(2)})`), last] });

  const { artifacts, text } = await run(buildChat({ output: { ...buildRequest().output, name: 'my (hero)' } }));

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    ['my (hero).png', 'my (hero)-2.png', 'my (hero).md'],
  );
  assert.equal(
    await readFile(join(folder, 'my (hero).md'), 'utf8'),
    'One ![a](my%20%28hero%29.png) two ![b](my%20%28hero%29-2.png)\n',
  );
  assert.equal(text, 'One  two');
});

const dialectsOf = {
  '/v1/chat/completions': {
    choices: [{ message: { content: null, reasoning_content: 'Hm' }, finish_reason: 'length' }],
  },
  '/v1/messages': { type: 'message', content: [{ type: 'thinking', thinking: 'Hm' }], stop_reason: 'max_tokens' },
  '/v1/responses': {
    object: 'response',
    status: 'incomplete',
    output: [{ type: 'reasoning', summary: [{ text: 'Hm' }] }],
  },
};

for (const [endpoint, body] of Object.entries(dialectsOf)) {
  test(`a response of ${endpoint} without a text is not saved, is kept with its amount, and is open`, async (context) => {
    const { engine, gateway, jobFile, run } = await createEngineBench(context);
    gateway.script(`POST ${endpoint}`, { body: { ...body, amount_usd: 0.5 } });

    const task = await run(buildChat({ endpoint }));

    const [line] = await engine.readRuns(jobFile);
    assert.deepEqual(
      [task.state, task.error, task.text, task.amountUsd, isOpen(task)],
      ['unsaved', { code: 'no-result', message: 'reasoning' }, 'Hm', 0.5, true],
    );
    assert.deepEqual(
      [line?.status, line?.error?.code, line?.text, line?.amount_usd],
      ['unsaved', 'no-result', 'Hm', 0.5],
    );
  });
}

const nothing: readonly (readonly [title: string, body: object, reason: string])[] = [
  ['an empty text', { choices: [{ message: { content: '' }, finish_reason: 'stop' }] }, 'empty'],
  ['null for choices, with an id', { id: 'chatcmpl-9', choices: null }, 'empty'],
  ['no choices', { choices: [] }, 'empty'],
  ['a filter', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }, 'filtered'],
];

for (const [title, body, reason] of nothing) {
  test(`${title} is the end of a request for a text, and never a task`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(completions, { body: { ...body, amount_usd: 0.03 } });

    const { state, error, amountUsd, artifacts } = await run(buildChat());

    assert.deepEqual(
      [state, error, amountUsd, artifacts, gateway.lines()],
      ['unsaved', { code: 'no-result', message: reason }, 0.03, [], [completions]],
    );
  });
}

test('an empty list of images is the end of a request whose response is the result', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script('POST /v1/images/generations', { body: { created: 1, data: [], amount_usd: 0.04 } });

  const { state, error, amountUsd } = await run(buildRequest({ pollPath: null }));

  assert.deepEqual([state, error?.code, amountUsd], ['unsaved', 'no-result', 0.04]);
});

test('one of two images that is an error is named', async (context) => {
  const { engine, gateway, jobFile, run } = await createEngineBench(context);
  const data = [{ url: `${gateway.url}/files/a.png` }, { error: { message: 'unsafe' } }];
  gateway.script('POST /v1/images/generations', { body: { created: 1, data } });

  const { state, cut, artifacts } = await run(buildRequest({ pollPath: null }));

  const [line] = await engine.readRuns(jobFile);
  const reason = { code: 'part-missing', message: 'unsafe' };
  assert.deepEqual([state, artifacts.length, cut, line?.cut, line?.error], ['saved', 1, reason, true, reason]);
});

const finish = (reason: string): string => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

const cuts: readonly (readonly [title: string, pieces: readonly string[], body: object, cut: object])[] = [
  ['at its limit', [finish('length')], {}, { code: 'cut-at-limit', message: 'max_tokens' }],
  [
    'at a limit of another name',
    [finish('length')],
    { max_completion_tokens: 9 },
    { code: 'cut-at-limit', message: 'max_completion_tokens' },
  ],
  ['without its last event', [], {}, { code: 'cut-short', message: '' }],
];

for (const [title, pieces, more, cut] of cuts) {
  test(`a text that ends ${title} is saved, and the task and its line say so, also after a restart`, async (context) => {
    const { engine, gateway, jobFile, run, restart } = await createEngineBench(context);
    gateway.script(completions, { pieces: [delta('Half of'), ...pieces] });

    const chat = buildChat();
    const task = await run({ ...chat, body: { ...chat.body, ...more } });

    const [line] = await engine.readRuns(jobFile);
    const [again] = (await restart()).tasks();
    assert.deepEqual([task.state, task.text, task.error, task.cut, again?.cut], ['saved', 'Half of', null, cut, cut]);
    assert.deepEqual([line?.status, line?.cut, line?.error], ['saved', true, cut]);
  });
}

test('an interrupted stream leaves the request unconfirmed, is not repeated, and keeps the text', async (context) => {
  const { engine, gateway, jobFile, run, restart } = await createEngineBench(context);
  gateway.script(completions, { pieces: [delta('Once '), delta('upon')], ending: 'drop' });

  const { state, error, text } = await run(buildChat());
  const [line] = await engine.readRuns(jobFile);
  const [again] = (await restart()).tasks();

  assert.deepEqual(
    [state, error?.code, text, gateway.lines().filter((each) => each.startsWith('POST'))],
    ['unconfirmed', 'no-answer', 'Once upon', [completions]],
  );
  assert.deepEqual([line?.status, line?.text, again?.text], ['unconfirmed', 'Once upon', 'Once upon']);
});

test('a window that closes while a text arrives keeps the part that has arrived', async (context) => {
  const { engine, gateway, start, journal, restart } = await createEngineBench(context);
  gateway.script(completions, { pieces: [delta('Once upon')], ending: 'stall' });
  const heard = new Promise<void>((resolve) => {
    engine.onDidChangeTask(({ text, state }) => (state === 'sending' && text === 'Once upon' ? resolve() : undefined));
  });
  start([buildChat()]);
  await heard;
  await waitUntil('the record of the text', async () => (await journal()).includes('Once upon') || undefined);

  const next = await restart();
  const [task] = next.tasks();

  // The engine also queries the balance, now or in a moment.
  const posts = gateway.lines().filter((line) => line.startsWith('POST'));
  assert.deepEqual([task?.state, task?.text, posts], ['unconfirmed', 'Once upon', [completions]]);
});

test('a failure in the middle of a stream leaves the request unconfirmed, and keeps the text', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(completions, { pieces: [delta('Once '), event({ error: { message: 'overloaded', code: 'busy' } })] });

  const { state, error, text } = await run(buildChat());

  const posts = gateway.lines().filter((line) => line === completions);
  assert.deepEqual(
    [state, error, text, posts],
    ['unconfirmed', { code: 'cut-short', message: 'overloaded' }, 'Once', [completions]],
  );
});

test('a stream that begins with an overload is tried again', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  gateway.script(
    'POST /v1/messages',
    { pieces: [`event: error\n${event(overloaded)}`] },
    { body: { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' } },
  );

  const { state, text } = await run(buildChat({ endpoint: '/v1/messages' }));

  assert.deepEqual([state, text, gateway.lines().length], ['saved', 'Hi', 2]);
});

test('an error in place of a stream rejects the request', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(completions, { pieces: [event({ error: { message: 'too long', code: 'context_length' } })] });

  const { state, error } = await run(buildChat());

  assert.deepEqual([state, error], ['failed', { code: 'request-rejected', message: 'too long', httpStatus: 200 }]);
});

test('a stream that says nothing in place of a text leaves the request unconfirmed', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(completions, { body: ': hello\n\n' });

  const { state, error } = await run(buildChat());

  assert.deepEqual(
    [state, error, gateway.lines()],
    ['unconfirmed', { code: 'answer-without-task', message: ': hello' }, [completions]],
  );
});

test('an endpoint for chat that makes a task is polled', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(completions, { body: { id: 't1', task_id: 't1', status: 'queued' } });
  gateway.script('GET /v1/chat/completions/t1', {
    body: { data: { task_id: 't1', status: 'succeeded', url: `${gateway.url}/files/a.png` } },
  });

  assert.equal((await run(buildChat())).state, 'saved');
});

const dialects = [
  ['/v1/chat/completions', true, 'text/event-stream', undefined],
  ['/v1/chat/completions', false, 'application/json', undefined],
  ['/v1/responses', true, 'text/event-stream', undefined],
  ['/v1/messages', true, 'text/event-stream', '2023-06-01'],
  ['/v1/messages', false, 'application/json', '2023-06-01'],
] as const;

for (const [endpoint, stream, accept, version] of dialects) {
  test(`${endpoint} is called for ${accept} when stream is ${String(stream)}`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(`POST ${endpoint}`, { body: { choices: [{ message: { content: 'Hi' } }] } });

    const { state } = await run(buildChat({ endpoint, body: { model: 'x', stream } }));

    const { headers } = gateway.calls[0] ?? {};
    assert.deepEqual(
      [state, headers?.accept, headers?.['anthropic-version'], headers?.authorization],
      ['saved', accept, version, `Bearer ${secretKey}`],
    );
  });
}

test('while a first text arrives, other tasks of the run are sent', async (context) => {
  const { gateway, start, files } = await createEngineBench(context);
  gateway.script('POST /v1/responses', {
    pieces: [event({ type: 'response.output_text.delta', delta: 'A' })],
    ending: 'stall',
  });
  gateway.script(completions, { pieces: [delta('B'), last] });
  start([
    buildChat({ endpoint: '/v1/responses', index: 1, fingerprint: 'a' }),
    buildChat({ index: 2, fingerprint: 'b' }),
  ]);

  while (!(await files()).includes('hero.md')) await new Promise(setImmediate);

  assert.deepEqual(gateway.lines().toSorted(), [completions, 'POST /v1/responses']);
});

test('a key that a text quotes is not passed on', async (context) => {
  const { gateway, folder, run } = await createEngineBench(context);
  gateway.script(completions, {
    pieces: [delta(`The key is ${secretKey.slice(0, 9)}`), delta(`${secretKey.slice(9)}.`), last],
  });

  const { text } = await run(buildChat());

  assert.deepEqual([text, await readFile(join(folder, 'hero.md'), 'utf8')], ['The key is ….', 'The key is ….\n']);
});

test('a very long text is recorded in part, and the file contains all of it', async (context) => {
  const { gateway, folder, run } = await createEngineBench(context);
  const long = 'sea '.repeat(40_000);
  gateway.script(completions, { pieces: [delta(long), last] });

  const { text } = await run(buildChat());

  assert.deepEqual([text?.length, (await readFile(join(folder, 'hero.md'), 'utf8')).length], [99_999, long.length]);
});

function readRecord(line: string): { readonly kind: string; readonly text?: string } {
  return JSON.parse(line) as { kind: string; text?: string };
}

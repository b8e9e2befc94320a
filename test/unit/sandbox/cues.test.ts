// Words at the start of a prompt, by which a user sees what gateways do at times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSandbox, image, imagePath, music, musicPath, speech, speechPath } from './arrangeSandbox.ts';
import { readEvents } from './readEvents.ts';

const chats = [
  ['/v1/chat/completions', 'gpt-4.1', 'messages'],
  ['/v1/responses', 'gpt-5.2', 'input'],
  ['/v1/messages', 'claude-sonnet-4-5', 'messages'],
] as const;

const texts = /"(?:content|delta|text)":"((?:[^"\\]|\\.)+)"/g;

for (const [cue, length, ends] of [
  ['cut', 'some', ['"finish_reason":"length"', '"reason":"max_output_tokens"', '"stop_reason":"max_tokens"']],
  ['filter', 'no', ['"finish_reason":"content_filter"', '"reason":"content_filter"', '"stop_reason":"refusal"']],
  ['empty', 'no', ['"finish_reason":"stop"', '"status":"completed"', '"stop_reason":"end_turn"']],
] as const) {
  test(`a chat with [${cue}] has ${length} text, says how it ends and is charged`, async (t) => {
    const { call, readBalance } = await arrangeSandbox(t, { speed: 1000 });
    for (const [index, [path, model, field]] of chats.entries()) {
      for (const stream of [false, true]) {
        const before = await readBalance();
        const messages = [{ role: 'user', content: `[${cue}] A poem about rain` }];
        const answer = await call(path, { model, max_tokens: 900, temperature: 0, stream, [field]: messages });
        const text = stream ? JSON.stringify((await readEvents(answer)).events) : await answer.text();
        const isCharged = (await readBalance()) < before;
        const found = { hasText: [...text.matchAll(texts)].length > 0, end: text.includes(ends[index] ?? '?') };
        assert.deepEqual({ ...found, isCharged }, { hasText: length === 'some', end: true, isCharged: true }, text);
      }
    }
  });
}

test('a task with [empty] succeeds and is charged, and has no link', async (t) => {
  const { call, finish, readBalance } = await arrangeSandbox(t);
  const bodies: readonly (readonly [path: string, body: object])[] = [
    [imagePath, { ...image, prompt: '[empty] A harbor' }],
    [imagePath, { model: 'mj_imagine', prompt: '[empty] A harbor' }],
    [musicPath, { ...music, prompt: '[empty] The boats' }],
    [speechPath, { ...speech, text: '[empty] Hello' }],
    ['/v1/videos', { model: 'seedance-2.0', prompt: '[empty] Waves' }],
  ];
  for (const [path, body] of bodies) {
    const before = await readBalance();
    const task = await finish(path, body);
    const { status, url, data = [], results = [] } = task;
    const links = [url, ...data.map((each) => each.url), ...results.map((each) => each.url)].filter(Boolean);
    assert.deepEqual([/^(?:succeeded|completed)$/.test(status), links], [true, []], path);
    assert.ok((await readBalance()) < before, path);
    assert.equal((await call(`/v1/videos/${task.task_id}/content`)).status, 404);
  }
});

test('images at once with [empty] are none', async (t) => {
  const { call } = await arrangeSandbox(t, { speed: 1000 });
  const answer = await call(imagePath, { model: 'grok-imagine-image', prompt: '[empty] A harbor' });
  const { data } = (await answer.json()) as { data: readonly object[] };
  assert.deepEqual([answer.status, data], [200, []]);
});

test('refuses other requests with [filter], without a charge', async (t) => {
  const { call, pass, readBalance } = await arrangeSandbox(t, { speed: 1000 });
  const seen = [];
  for (const model of ['grok-imagine-image', 'seedream-5-0-260128']) {
    const answer = await call(imagePath, { model, prompt: '[filter] A harbor' });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    seen.push(`${String(answer.status)} ${error.code}: ${error.message}`);
  }
  pass(60_000);
  const refusal = '400 content_policy_violation: The prompt starts with [filter].';
  assert.deepEqual([...seen, await readBalance()], [refusal, refusal, 25]);
});

test('a task with [slow] takes ten times as long', async (t) => {
  const { call, pass } = await arrangeSandbox(t);
  const ask = async (prompt: string): Promise<() => Promise<string>> => {
    const { task_id: id } = (await (await call(imagePath, { ...image, prompt })).json()) as { task_id: string };
    return async () => ((await (await call(`${imagePath}/${id}`)).json()) as { data: { status: string } }).data.status;
  };
  const tasks = [await ask('A harbor'), await ask('[slow] A harbor')];
  const seen = [];
  for (const durationMs of [20_000, 30_000]) {
    pass(durationMs);
    seen.push(await Promise.all(tasks.map((query) => query())));
  }
  assert.deepEqual(seen, [
    ['succeeded', 'processing'],
    ['succeeded', 'succeeded'],
  ]);
});

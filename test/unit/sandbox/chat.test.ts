import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { arrangeSandbox, type Arranged } from './arrangeSandbox.ts';
import { readEvents, type SentEvent } from './readEvents.ts';

const question = { role: 'user', content: 'Give me three names for a lighthouse café' };
const bodies = {
  '/v1/chat/completions': { model: 'gpt-4.1', seed: 7, messages: [{ role: 'system', content: 'Be kind.' }, question] },
  '/v1/responses': { model: 'gpt-5.2', seed: 7, input: [question], instructions: 'Be kind.' },
  '/v1/messages': { model: 'claude-sonnet-4-5', seed: 7, system: 'Be kind.', max_tokens: 900, messages: [question] },
} as const;
type Path = keyof typeof bodies;
const paths = Object.keys(bodies) as Path[];

/** The parts of responses and events that these tests read. */
interface ChatJson {
  readonly choices?: readonly {
    readonly message?: { readonly content: string };
    readonly delta?: { readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly output?: readonly { readonly content?: readonly { readonly text: string }[] }[];
  readonly content?: readonly { readonly text: string }[];
  readonly delta?: string | { readonly text?: string; readonly stop_reason?: string };
  readonly amount_usd?: number;
  readonly response?: { readonly amount_usd?: number };
}

const arrangeChat = (t: TestContext): Promise<Arranged> => arrangeSandbox(t, { speed: 1000 });

function textOf({ choices, output, content }: ChatJson): string {
  return choices?.[0]?.message?.content ?? output?.at(-1)?.content?.[0]?.text ?? content?.[0]?.text ?? '';
}

function deltaOf({ data }: SentEvent): string {
  const { choices, delta } = data as ChatJson;
  return choices?.[0]?.delta?.content ?? (typeof delta === 'string' ? delta : (delta?.text ?? ''));
}

test('responds in three API formats with one text, which quotes the prompt, and reports the cost', async (t) => {
  const { call } = await arrangeChat(t);
  const answers = await Promise.all(
    paths.map(async (path) => (await (await call(path, bodies[path])).json()) as ChatJson),
  );
  const [text = ''] = answers.map(textOf);
  assert.match(text, /^### A lighthouse café\n\n(?:\d\. \*\*\S+ \S[^*]*\*\*: \S.*\n){3}\n/);
  assert.deepEqual(
    answers.map((answer) => [textOf(answer) === text, (answer.amount_usd ?? 0) > 0]),
    paths.map(() => [true, true]),
  );
});

test('streams the same text in small pieces, with the charge at the end', async (t) => {
  const { call } = await arrangeChat(t);
  const seen = [];
  for (const path of paths) {
    const text = textOf((await (await call(path, bodies[path])).json()) as ChatJson);
    const answer = await call(path, { ...bodies[path], stream: true });
    const { events, isWhole } = await readEvents(answer);
    const pieces = events.map(deltaOf).filter((piece) => piece !== '');
    const charges = events.map(({ data }) => (data as ChatJson).amount_usd ?? (data as ChatJson).response?.amount_usd);
    const chargeAt = charges.findIndex((amount) => (amount ?? 0) > 0);
    seen.push({
      type: answer.headers.get('content-type'),
      isWhole,
      isSame: pieces.join('') === text,
      isSmall: Math.max(...pieces.map(({ length }) => length)) < 30 && pieces.length > 10,
      isChargedLate: chargeAt > events.length - 4,
      last: events.at(-1)?.name ?? events.at(-1)?.data,
    });
  }
  const common = {
    type: 'text/event-stream; charset=utf-8',
    isWhole: true,
    isSame: true,
    isSmall: true,
    isChargedLate: true,
  };
  assert.deepEqual(seen, [
    { ...common, last: '[DONE]' },
    { ...common, last: 'response.completed' },
    { ...common, last: 'message_stop' },
  ]);
});

test('subtracts the charge of a chat from the balance', async (t) => {
  const { call, readBalance } = await arrangeChat(t);
  const { amount_usd = 0 } = (await (await call('/v1/messages', bodies['/v1/messages'])).json()) as ChatJson;
  assert.equal(await readBalance(), Math.round((25 - amount_usd) * 1e6) / 1e6);
});

test('writes the same for the same seed, something else for another seed, and is deterministic at temperature 0', async (t) => {
  const { call } = await arrangeChat(t);
  const path = '/v1/chat/completions';
  const write = async (change: object): Promise<string> => {
    const body = { model: 'gpt-4.1', messages: [question], ...change };
    return textOf((await (await call(path, body)).json()) as ChatJson);
  };
  const [first, again, other] = [await write({ seed: 1 }), await write({ seed: 1 }), await write({ seed: 2 })];
  const cold = [await write({ temperature: 0 }), await write({ temperature: 0 })];
  const free = new Set(await Promise.all(Array.from({ length: 5 }, () => write({}))));
  assert.deepEqual([first === again, first === other, cold[0] === cold[1], free.size > 1], [true, false, true, true]);
});

test('ends at the limit that the body sets, and reports that', async (t) => {
  const { call } = await arrangeChat(t);
  const limits = {
    '/v1/chat/completions': 'max_tokens',
    '/v1/responses': 'max_output_tokens',
    '/v1/messages': 'max_tokens',
  };
  const seen = [];
  for (const path of paths) {
    const answer = (await (await call(path, { ...bodies[path], [limits[path]]: 5 })).json()) as Record<string, unknown>;
    const { choices } = answer as ChatJson;
    seen.push([textOf(answer).length, choices?.[0]?.finish_reason ?? answer['stop_reason'] ?? answer['status']]);
  }
  assert.deepEqual(seen, [
    [20, 'length'],
    [20, 'incomplete'],
    [20, 'max_tokens'],
  ]);
});

test('returns the image of an image model inside the Markdown, streamed or not', async (t) => {
  const { call } = await arrangeChat(t);
  const path = '/v1/chat/completions';
  const messages = [{ role: 'user', content: 'A lighthouse in a storm' }];
  const body = { model: 'gemini-2.5-flash-image', seed: 3, messages };
  const text = textOf((await (await call(path, body)).json()) as ChatJson);
  const { events } = await readEvents(await call(path, { ...body, stream: true }));
  assert.match(text, /^Here is your image:\n\n!\[image\]\(data:image\/png;base64,iVBOR[\w+/=]{1000,}\)$/);
  assert.equal(events.map(deltaOf).join(''), text);
});

test('names the field of a chat body that cannot be read', async (t) => {
  const { call } = await arrangeChat(t);
  const model = 'gpt-4.1';
  const claude = { model: 'claude-sonnet-4-5', messages: [question] };
  const rows: readonly (readonly [path: Path, body: object])[] = [
    ['/v1/chat/completions', { model }],
    ['/v1/chat/completions', { model, messages: null }],
    ['/v1/chat/completions', { model, messages: 'Hi' }],
    ['/v1/chat/completions', { model, messages: [] }],
    ['/v1/chat/completions', { model, messages: [question, 'Hi'] }],
    ['/v1/responses', { model: 'gpt-5.2', messages: [question] }],
    ['/v1/responses', { model: 'gpt-5.2', input: '' }],
    ['/v1/responses', { model: 'gpt-5.2', input: 5 }],
    ['/v1/messages', claude],
    ['/v1/messages', { model: 'gpt-4.1', max_tokens: 9, messages: [question] }],
    ['/v1/chat/completions', { model, messages: [{ role: 'user', content: '[fail] please' }] }],
  ];
  const answers = [];
  for (const [path, body] of rows) {
    const answer = await call(path, body);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    answers.push(`${String(answer.status)} ${code}: ${message}`);
  }
  assert.deepEqual(answers, [
    '400 invalid_request: messages is missing.',
    '400 invalid_request: messages is missing.',
    '400 invalid_request: messages must be of type array.',
    '400 invalid_request: messages has 0 items, at least 1 is needed.',
    '400 invalid_request: messages[1] must be of type object.',
    '400 invalid_request: input is missing.',
    '400 invalid_request: input is missing.',
    '400 invalid_request: input must be of type array.',
    '400 invalid_request: max_tokens is missing.',
    '400 invalid_model_endpoint: model: "gpt-4.1" is called at /v1/chat/completions, not at /v1/messages.',
    '400 generation_failed: The prompt starts with [fail], so the sandbox let this task fail. Nothing was charged.',
  ]);
});

test('interrupts a stream', async (t) => {
  const { call } = await arrangeSandbox(t, { speed: 1000, fault: () => ({ kind: 'drop-inside-body' }) });
  const streams = paths.map(async (path) => {
    const { events, isWhole } = await readEvents(await call(path, { ...bodies[path], stream: true }));
    return [isWhole, events.length > 5];
  });
  assert.deepEqual(
    await Promise.all(streams),
    paths.map(() => [false, true]),
  );
});

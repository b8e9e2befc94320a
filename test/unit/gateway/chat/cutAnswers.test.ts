// Responses that are no whole text, in each API format, streamed and whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChatReader } from '../../../../src/gateway/chat/chatReader.ts';
import { cutShort, delta, named, project, read, said, sse, stop, without } from './chatRows.ts';

/** What a response has in each format: events of a stream, and a whole response. */
interface Shape {
  readonly completions: readonly [events: readonly object[], whole: object];
  readonly messages: readonly [events: readonly object[], whole: object];
  /** Only the last event of a stream has what is not text. */
  readonly responses: object;
}

const ended = (reason: string): object => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const choice = (message: object, reason: string): object => ({
  choices: [{ index: 0, message, finish_reason: reason }],
});
const block = (content: object): object => ({ type: 'content_block_start', index: 0, content_block: content });
const blockDelta = (content: object): object => ({ type: 'content_block_delta', index: 0, delta: content });
const messageEnd = (reason: string): readonly object[] => [
  { type: 'message_delta', delta: { stop_reason: reason } },
  { type: 'message_stop' },
];
const message = (content: readonly object[], reason: string): object => ({
  type: 'message',
  content,
  stop_reason: reason,
});
const output = (items: readonly object[], reason?: string): object => ({
  object: 'response',
  status: reason === undefined ? 'completed' : 'incomplete',
  incomplete_details: reason === undefined ? null : { reason },
  output: items,
});
const spoken = { type: 'message', content: [{ type: 'output_text', text: 'Half' }] };

const call = { name: 'get_weather', arguments: '{"city":"Paris"}' };
const callText = 'get_weather {"city":"Paris"}';

const shapes: readonly (readonly [title: string, expected: unknown, shape: Shape])[] = [
  [
    'nothing',
    without('empty'),
    {
      completions: [[delta(''), stop], choice({ content: '' }, 'stop')],
      messages: [messageEnd('end_turn'), message([], 'end_turn')],
      responses: output([]),
    },
  ],
  [
    'nothing, because of a filter',
    without('filtered'),
    {
      completions: [[ended('content_filter')], choice({ content: null }, 'content_filter')],
      messages: [messageEnd('refusal'), message([], 'refusal')],
      responses: output([], 'content_filter'),
    },
  ],
  [
    'a call of a tool alone',
    without('tools', callText),
    {
      completions: [
        [
          { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: call.name, arguments: '' } }] } }] },
          { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] } }] },
          { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] } }] },
          ended('tool_calls'),
        ],
        choice({ content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] }, 'tool_calls'),
      ],
      messages: [
        [
          block({ type: 'tool_use', id: 'c1', name: call.name, input: {} }),
          blockDelta({ type: 'input_json_delta', partial_json: '{"city":' }),
          blockDelta({ type: 'input_json_delta', partial_json: '"Paris"}' }),
          ...messageEnd('tool_use'),
        ],
        message([{ type: 'tool_use', name: call.name, input: { city: 'Paris' } }], 'tool_use'),
      ],
      responses: output([{ type: 'function_call', ...call }]),
    },
  ],
  [
    'reasoning alone',
    without('reasoning', 'Let me think'),
    {
      completions: [
        [delta(null, { reasoning_content: 'Let me ' }), delta(null, { reasoning_content: 'think' }), ended('length')],
        choice({ content: '', reasoning_content: 'Let me think' }, 'length'),
      ],
      messages: [
        [
          block({ type: 'thinking', thinking: '' }),
          blockDelta({ type: 'thinking_delta', thinking: 'Let me think' }),
          ...messageEnd('max_tokens'),
        ],
        message([{ type: 'thinking', thinking: 'Let me think' }], 'max_tokens'),
      ],
      responses: output([{ type: 'reasoning', summary: [{ text: 'Let me think' }] }], 'max_output_tokens'),
    },
  ],
  [
    'a text that has reached its limit',
    { ...said('Half'), cut: ['cut-at-limit', ''] },
    {
      completions: [[delta('Half'), ended('length')], choice({ content: 'Half' }, 'length')],
      messages: [
        [blockDelta({ type: 'text_delta', text: 'Half' }), ...messageEnd('max_tokens')],
        message([{ type: 'text', text: 'Half' }], 'max_tokens'),
      ],
      responses: output([spoken], 'max_output_tokens'),
    },
  ],
  [
    'a text that a filter has stopped',
    { ...said('Half'), cut: ['cut-short', 'content_filter'] },
    {
      completions: [[delta('Half'), ended('content_filter')], choice({ content: 'Half' }, 'content_filter')],
      messages: [
        [blockDelta({ type: 'text_delta', text: 'Half' }), ...messageEnd('content_filter')],
        message([{ type: 'text', text: 'Half' }], 'content_filter'),
      ],
      responses: output([spoken], 'content_filter'),
    },
  ],
];

for (const [title, expected, { completions, messages, responses }] of shapes) {
  const last = (responses as { status: string }).status === 'completed' ? 'completed' : 'incomplete';
  const bodies: readonly (readonly [format: string, body: string])[] = [
    ['a stream of completions', sse(...completions[0], '[DONE]')],
    ['completions', JSON.stringify(completions[1])],
    ['a stream of messages', named(...(messages[0] as { type: string }[]))],
    ['a message', JSON.stringify(messages[1])],
    ['a stream of a response', named({ type: `response.${last}`, response: responses })],
    ['a response', JSON.stringify(responses)],
  ];
  for (const [format, body] of bodies) {
    test(`${format}: ${title}`, () => {
      assert.deepEqual(project(read(body)), expected);
    });
  }
}

const choices: readonly (readonly [title: string, body: object, expected: unknown])[] = [
  ['no choices', { choices: [], amount_usd: 0.03 }, without('empty', null, 0.03)],
  ['null for choices', { id: 'chatcmpl-9', choices: null, amount_usd: 0.03 }, without('empty', null, 0.03)],
  [
    'a refusal beside null for choices',
    { choices: null, base_resp: { status_code: 1004, status_msg: 'login fail' } },
    { kind: 'failed', code: '1004', message: 'login fail', text: '' },
  ],
  [
    'audio alone',
    choice({ content: null, audio: { data: Buffer.alloc(7).toString('base64'), transcript: 'La' } }, 'stop'),
    { text: null, sources: ['7 bytes ?'], amountUsd: null },
  ],
];

for (const [title, body, expected] of choices) {
  test(`completions: ${title}`, () => {
    assert.deepEqual(project(read(JSON.stringify(body))), expected);
  });
}

/** The events of a stream, and how many of them make its text whole. The first two contain a text. */
const streams: readonly (readonly [format: string, events: readonly string[], wholeFrom: number])[] = [
  [
    'completions',
    [delta('Once'), delta(' upon'), stop, { choices: [], usage: {} }, '[DONE]'].map((each) => sse(each)),
    3,
  ],
  [
    'two choices',
    [
      { choices: [{ index: 0, delta: { content: 'Once' } }] },
      { choices: [{ index: 1, delta: { content: ' upon' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] },
    ].map((each) => sse(each)),
    4,
  ],
  [
    'messages',
    [
      blockDelta({ type: 'text_delta', text: 'Once' }),
      blockDelta({ type: 'text_delta', text: ' upon' }),
      ...messageEnd('end_turn'),
    ].map((each) => named(each as { type: string })),
    3,
  ],
  [
    'responses',
    [
      { type: 'response.output_text.delta', delta: 'Once' },
      { type: 'response.output_text.delta', delta: ' upon' },
      { type: 'response.completed', response: output([]) },
    ].map((each) => named(each)),
    3,
  ],
];

for (const [format, events, wholeFrom] of streams) {
  test(`a stream of ${format} that ends after any of its events is whole only if it says so`, () => {
    for (let count = 1; count <= events.length; count += 1) {
      const end = read(events.slice(0, count).join(''));
      const cut = end.kind === 'result' ? (end.cut?.code ?? null) : end.kind;
      assert.equal(cut, count < wholeFrom ? 'cut-short' : null, `${count} events`);
    }
  });
}

test('a stream that is done does not wait for its end, unless another choice begins', () => {
  const events = [
    delta('Once'),
    stop,
    { choices: [{ index: 1, delta: { content: 'More' } }] },
    { choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] },
  ];
  assert.deepEqual(arrivals(events), [false, true, false, true]);
});

test('a text without a reason to finish is not done', () => {
  assert.deepEqual(project(read(sse(delta('Hi')))), cutShort('Hi'));
});

/** What a text is that ends for a reason, whole and streamed. Null is a whole text. */
const endings: readonly (readonly [reasons: string, cut: string | null])[] = [
  ['stop STOP end_turn stop_sequence tool_use tool_calls function_call eos', null],
  ['length max_tokens MAX_TOKENS model_length model_context_window_exceeded', 'cut-at-limit'],
  ['error content_filter refusal pause_turn malformed_function_call other', 'cut-short'],
];

for (const [reasons, cut] of endings) {
  for (const reason of reasons.split(' ')) {
    test(`a text that ends for the reason "${reason}" is ${cut ?? 'whole'}`, () => {
      const ends = [JSON.stringify(choice({ content: 'Half' }, reason)), sse(delta('Half'), ended(reason), '[DONE]')];
      for (const end of ends.map((body) => read(body))) {
        assert.deepEqual([end.kind, end.kind === 'result' && (end.cut?.code ?? null)], ['result', cut]);
      }
    });
  }
}

/** Events after a text that say that the rest of it has failed. */
const failures: readonly (readonly [event: object, message: string])[] = [
  [{ detail: 'Internal error' }, 'Internal error'],
  [{ detail: [{ msg: 'too long' }] }, 'too long'],
  [{ object: 'error', message: 'engine died' }, 'engine died'],
  [{ choices: [{ index: 0, delta: {}, finish_reason: 'error' }], error: { message: 'gone' } }, 'gone'],
];

for (const [event, message] of failures) {
  test(`the rest of a text has failed after ${JSON.stringify(event)}`, () => {
    const end = read(sse(delta('Half'), event, '[DONE]'));

    assert.deepEqual(end.kind === 'failed' && [end.message, end.text], [message, 'Half']);
  });
}

const first = { choices: [{ index: 0, delta: { content: 'One' }, finish_reason: 'stop' }] };
const second = { choices: [{ index: 1, delta: { content: 'Two' }, finish_reason: 'stop' }] };

test('a stream is done when all of the requested choices have ended', () => {
  assert.deepEqual(arrivals([first, second], 2), [false, true]);
});

const parts: readonly (readonly [title: string, body: string, cut: string | null])[] = [
  ['both', sse(first, second, '[DONE]'), null],
  ['one, and the end', sse(first, '[DONE]'), 'part-missing'],
  ['one, and no end', sse(first), 'part-missing'],
  ['one in plain JSON', JSON.stringify(choice({ content: 'One' }, 'stop')), 'part-missing'],
  ['one, and a part of the other', sse(first, { choices: [{ index: 1, delta: { content: 'T' } }] }), 'cut-short'],
  ['one, and an error', sse(first, { error: { message: 'died' } }), 'failed'],
];

for (const [title, body, cut] of parts) {
  test(`of two requested choices arrives ${title}`, () => {
    const end = read(body, { choices: 2 });

    assert.equal(end.kind === 'result' ? (end.cut?.code ?? null) : end.kind, cut);
  });
}

function arrivals(events: readonly object[], choices = 1): readonly boolean[] {
  const reader = createChatReader({
    takesLinks: false,
    choices,
    sent: [],
    hide: (text) => text,
    onText: () => undefined,
  });
  return events.map((each) => reader.receive(Buffer.from(sse(each))));
}

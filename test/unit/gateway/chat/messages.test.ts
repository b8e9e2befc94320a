import { named, said, testRows } from './chatRows.ts';

testRows('messages', [
  {
    title: 'a stream with reasoning, tools and pings',
    body: named(
      { type: 'message_start', message: { content: [], usage: { input_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'ping' },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Bon' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'jour' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 2 },
        amount_usd: 0.005,
      },
      { type: 'message_stop' },
    ),
    expected: said('Bonjour', 0.005),
  },
  {
    title: 'an error event in the middle keeps the text',
    body: named(
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Bon' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ),
    expected: { kind: 'failed', code: 'overloaded_error', message: 'Overloaded', text: 'Bon' },
  },
  {
    title: 'plain JSON',
    body: JSON.stringify({
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Bonjour' },
        { type: 'tool_use', input: {} },
      ],
      amount_usd: 0.1,
    }),
    expected: said('Bonjour', 0.1),
  },
]);

import { cutShort, named, said, testRows } from './chatRows.ts';

testRows('responses', [
  {
    title: 'a stream with reasoning before the text',
    body: named(
      { type: 'response.created', response: { status: 'in_progress', output: [], error: null } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', summary: [] } },
      { type: 'response.output_text.delta', output_index: 1, delta: 'Good ' },
      { type: 'response.output_text.delta', output_index: 1, delta: 'day' },
      { type: 'response.output_text.done', output_index: 1, text: 'Good day' },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: 'Good day' }] }],
          amount_usd: 0.004,
        },
      },
    ),
    expected: said('Good day', 0.004),
  },
  {
    title: 'items are paragraphs, and the stream may end without its last event',
    body: named(
      { type: 'response.output_text.delta', output_index: 0, delta: 'One' },
      { type: 'response.output_text.delta', output_index: 2, delta: 'Two' },
    ),
    expected: cutShort('One\n\nTwo'),
  },
  {
    title: 'items without pieces',
    body: named(
      { type: 'response.output_text.done', output_index: 0, text: 'One' },
      { type: 'response.output_text.delta', output_index: 1, delta: 'Two' },
      { type: 'response.output_text.done', output_index: 1, text: 'Two' },
      { type: 'response.output_text.done', output_index: 2, text: 'Three' },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ),
    expected: said('One\n\nTwo\n\nThree'),
  },
  {
    title: 'the last event alone has all of it',
    body: named({
      type: 'response.incomplete',
      response: { status: 'incomplete', output: [{ content: [{ type: 'output_text', text: 'Half' }] }] },
    }),
    expected: { ...said('Half'), cut: ['cut-at-limit', ''] },
  },
  {
    title: 'a failure keeps the text',
    body: named(
      { type: 'response.output_text.delta', delta: 'So far' },
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'server_error', message: 'oops' } },
      },
    ),
    expected: { kind: 'failed', code: 'server_error', message: 'oops', text: 'So far' },
  },
  {
    title: 'an error event',
    body: named({ type: 'error', code: 'rate_limit', message: 'slow down', param: null }),
    expected: { kind: 'failed', code: 'rate_limit', message: 'slow down', text: '' },
  },
  {
    title: 'plain JSON, with an image that a tool has made',
    body: JSON.stringify({
      object: 'response',
      status: 'completed',
      error: null,
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'image_generation_call', result: Buffer.alloc(5).toString('base64') },
        { type: 'message', content: [{ type: 'output_text', text: 'Done' }] },
      ],
      amount_usd: 0.2,
    }),
    expected: { text: 'Done', sources: ['5 bytes ?', { markdown: 'Done\n' }], amountUsd: 0.2 },
  },
  {
    title: 'plain JSON of a failure',
    body: JSON.stringify({ object: 'response', status: 'failed', error: { code: 'x', message: 'no' }, output: [] }),
    expected: { kind: 'failed', code: 'x', message: 'no', text: '' },
  },
]);

import { cutShort, delta, jpeg, png, said, sse, stop, testRows, without } from './chatRows.ts';

testRows('completions', [
  {
    title: 'deltas, a usage chunk without choices, and [DONE]',
    body: sse(
      delta('', { role: 'assistant' }),
      delta('Hé'),
      delta('llo 🌊'),
      stop,
      { choices: [], usage: {}, amount_usd: 0.002 },
      '[DONE]',
    ),
    expected: said('Héllo 🌊', 0.002),
  },
  {
    title: 'a stream that ends without a last event',
    body: sse(delta('Hi'), delta('!')),
    expected: cutShort('Hi!'),
  },
  {
    title: 'event names, comments, carriage returns and no spaces',
    body: `: keep-alive\r\n\r\nevent: chunk\r\nid: 1\r\ndata:${JSON.stringify(delta('Hi'))}\r\n\r\ndata:[DONE]\r\n\r\n`,
    expected: said('Hi'),
  },
  {
    title: 'a last event without the empty line after it',
    body: `${sse(delta('Hi'))}data: ${JSON.stringify(delta(' there'))}`,
    expected: cutShort('Hi there'),
  },
  {
    title: 'events without empty lines between them',
    body: `data: ${JSON.stringify(delta('Hi'))}\ndata: ${JSON.stringify(delta(' there'))}\ndata: [DONE]\n`,
    expected: said('Hi there'),
  },
  {
    title: 'reasoning beside the content is not part of it',
    body: sse(delta(null, { reasoning_content: 'Let me think' }), delta('Yes'), stop),
    expected: said('Yes'),
  },
  {
    title: 'messages in place of deltas',
    body: sse(
      { choices: [{ message: { content: 'One' } }] },
      { choices: [{ message: { content: ' two' } }] },
      '[DONE]',
    ),
    expected: said('One two'),
  },
  {
    title: 'a whole message after its pieces does not repeat them',
    body: sse(delta('One'), delta(' two'), { choices: [{ message: { content: 'One two' }, finish_reason: 'stop' }] }),
    expected: said('One two'),
  },
  {
    title: 'several choices',
    body: sse(
      { choices: [{ index: 1, delta: { content: 'B' } }] },
      { choices: [{ index: 0, delta: { content: 'A' } }] },
      { choices: [{ index: 1, delta: { content: 'b' } }] },
      '[DONE]',
    ),
    expected: { text: 'A\n\n---\n\nBb', sources: [{ markdown: 'A\n' }, { markdown: 'Bb\n' }], amountUsd: null },
  },
  {
    title: 'content in parts, with a refusal',
    body: sse(
      delta([
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
        { type: 'refusal', refusal: 'C' },
      ]),
      stop,
    ),
    expected: said('ABC'),
  },
  {
    title: 'an empty response is not an error',
    body: sse(delta(''), stop, '[DONE]'),
    expected: without('empty'),
  },
  {
    title: 'an empty response that does not say why it ends',
    body: JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: '' } }] }),
    expected: without('empty'),
  },
  {
    title: 'an error beside choices',
    body: JSON.stringify({ choices: [{ message: { content: '' } }], error: { message: 'too long' } }),
    expected: { kind: 'failed', code: null, message: 'too long', text: '' },
  },
  {
    title: 'an error in place of a response',
    body: sse({ error: { message: 'too long', type: 'invalid_request_error', code: 'context_length' } }),
    expected: { kind: 'failed', code: 'context_length', message: 'too long', text: '' },
  },
  {
    title: 'an error in the middle keeps the text',
    body: sse(delta('Once upon'), { error: { message: 'overloaded', code: 503 }, amount_usd: 0.01 }, '[DONE]'),
    expected: { kind: 'failed', code: '503', message: 'overloaded', text: 'Once upon', amountUsd: 0.01 },
  },
  {
    title: 'an error that names its price, in place of a response',
    body: sse({ error: { message: 'moderated' }, usage: { amount_usd: 0.05 } }),
    expected: { kind: 'failed', code: null, message: 'moderated', text: '', amountUsd: 0.05 },
  },
  {
    title: 'a stream that breaks off after its price',
    isWhole: false,
    body: sse(delta('Once upon'), { choices: [], usage: { amount_usd: 0.01 } }),
    expected: { kind: 'broken-off', text: 'Once upon', amountUsd: 0.01 },
  },
  {
    title: 'an error that is null is ignored',
    body: sse({ ...delta('Hi'), error: null }, { ...stop, error: '' }),
    expected: said('Hi'),
  },
  {
    title: 'the envelope of a task error in a stream',
    body: sse({ code: 'insufficient_user_quota', message: 'empty', data: null }),
    expected: { kind: 'failed', code: 'insufficient_user_quota', message: 'empty', text: '' },
  },
  {
    title: 'plain JSON',
    body: JSON.stringify({
      choices: [{ message: { content: 'Hi', reasoning_content: 'hm' }, finish_reason: 'stop' }],
      amount_usd: '0.01',
    }),
    expected: said('Hi', 0.01),
  },
  {
    title: 'plain JSON with null content',
    body: JSON.stringify({
      choices: [{ message: { content: null }, finish_reason: 'stop' }],
      usage: { amount_usd: 0.03 },
    }),
    expected: without('empty', null, 0.03),
  },
  {
    title: 'a data image inside the Markdown',
    body: sse(delta('Here:\n\n![a cat]('), delta(`${png})\n\nEnjoy.`), stop),
    expected: {
      text: 'Here:\n\n\n\nEnjoy.',
      sources: ['6 bytes image/png', { markdown: 'Here:\n\n![a cat](genwright-result:1)\n\nEnjoy.\n' }],
      amountUsd: null,
    },
  },
  {
    title: 'images without text make no text file',
    body: sse(delta(`![](${png}) `), delta(`![](<${jpeg}> "title")\n`), stop),
    expected: { text: null, sources: ['6 bytes image/png', '9 bytes image/jpeg'], amountUsd: null },
  },
  {
    title: 'an image in the text and in the list beside it is one',
    body: sse(
      delta(`Look ![](${png})`),
      delta(null, { images: [{ type: 'image_url', image_url: { url: png } }] }),
      stop,
    ),
    expected: {
      text: 'Look',
      sources: ['6 bytes image/png', { markdown: 'Look ![](genwright-result:1)\n' }],
      amountUsd: null,
    },
  },
  {
    title: 'images among the parts of plain JSON',
    body: JSON.stringify({
      choices: [
        {
          message: {
            content: [
              { type: 'image_url', image_url: { url: png } },
              { type: 'text', text: 'A cat' },
            ],
          },
        },
      ],
    }),
    expected: { text: 'A cat', sources: ['6 bytes image/png', { markdown: 'A cat\n' }], amountUsd: null },
  },
  {
    title: 'a link to an image stays where it is',
    body: sse(delta('See ![logo](https://example.com/logo.png).'), stop),
    expected: said('See ![logo](https://example.com/logo.png).'),
  },
  {
    title: 'a link to an image is a result where images are asked for',
    takesLinks: true,
    body: sse(delta('See ![logo](https://example'), delta('.com/logo.png).'), stop),
    expected: {
      text: 'See .',
      sources: ['https://example.com/logo.png', { markdown: 'See ![logo](genwright-result:1).\n' }],
      amountUsd: null,
    },
  },
  {
    title: 'a bare URL of an image',
    body: sse(delta('https://cdn.example.com/a.png?sig=1'), stop),
    expected: { text: null, sources: ['https://cdn.example.com/a.png?sig=1'], amountUsd: null },
  },
  {
    title: 'a bare URL of something else is text, unless images are asked for',
    body: sse(delta('https://example.com/page'), stop),
    expected: said('https://example.com/page'),
  },
  {
    title: 'a bare data image',
    body: sse(delta(png), stop),
    expected: { text: null, sources: ['6 bytes image/png'], amountUsd: null },
  },
  {
    title: 'images of a synchronous model at the top',
    body: JSON.stringify({
      created: 1,
      data: [{ b64_json: Buffer.alloc(4).toString('base64') }, { url: 'https://x.example/a' }],
      amount_usd: 0.1,
    }),
    expected: { text: null, sources: ['4 bytes ?', 'https://x.example/a'], amountUsd: 0.1 },
  },
]);

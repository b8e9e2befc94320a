import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';

/** Plans the only request of a job at a chat endpoint. */
function plan(endpoint: string, fields: string): PlannedRequest {
  const model = { completions: 'gpt-4o', responses: 'gpt-5.5', messages: 'claude-sonnet-4-5' }[endpoint];
  const text = `model: ${model}\n${fields}\n`;
  const options = {
    catalog: bundledCatalog,
    fileName: 'hero.gen.yaml',
    sha256: (each: string) => each,
    isStrict: false,
  };
  const { requests, problems } = planText(text, options);
  assert.ok(requests[0], JSON.stringify(problems));
  return requests[0];
}

const cases: readonly (readonly [endpoint: string, fields: string, body: PlannedRequest['body']])[] = [
  [
    'completions',
    'prompt: Hello\nsystem: Be kind\ntemperature: 1',
    {
      temperature: 1,
      stream: true,
      messages: [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: 'Hello' },
      ],
    },
  ],
  ['responses', 'prompt: Hello\nsystem: Be kind', { stream: true, instructions: 'Be kind', input: 'Hello' }],
  ['responses', 'prompt: Hello\nrequest: {n: 1}\ninput: Hi', { stream: true, input: 'Hi', n: 1 }],
  [
    'messages',
    'prompt: Hello\nsystem: Be kind',
    { max_tokens: 4096, system: 'Be kind', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
  ],
  [
    'messages',
    'prompt: Hello\nmax_tokens: 9\nstream: false',
    { max_tokens: 9, stream: false, messages: [{ role: 'user', content: 'Hello' }] },
  ],
  [
    'completions',
    'messages: [{role: user, content: Hello}]',
    { messages: [{ role: 'user', content: 'Hello' }], stream: true },
  ],
  ['completions', 'prompt: x\nrequest: {messages: [], stream: null}', { stream: null, messages: [] }],
];

for (const [endpoint, fields, body] of cases) {
  test(`${endpoint}: ${fields.replaceAll('\n', ', ')}`, () => {
    const { model, ...rest } = plan(endpoint, fields).body;
    assert.equal(typeof model, 'string');
    assert.deepEqual(rest, body);
  });
}

test('a value from another job is inserted where the short form has put it', () => {
  const text = 'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: gpt-4o, prompt: "About ${{ jobs.a.title }}"}\n';
  const options = {
    catalog: bundledCatalog,
    fileName: 'hero.gen.yaml',
    sha256: (each: string) => each,
    isStrict: false,
  };
  assert.deepEqual(
    planText(text, options).requests[1]?.placeholders.map(({ path }) => path),
    [['messages', 0, 'content']],
  );
});

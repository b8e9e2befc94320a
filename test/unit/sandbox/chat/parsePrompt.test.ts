import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatDialect } from '../../../../src/core/catalog/catalog.ts';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';
import { type ChatPrompt, parsePrompt } from '../../../../src/sandbox/chat/parsePrompt.ts';

const prompts: readonly (readonly [dialect: ChatDialect, body: JsonObject, prompt: ChatPrompt])[] = [
  [
    'completions',
    {
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'One' },
        { role: 'user', content: [{ type: 'text', text: 'Two' }, { type: 'image_url' }, 'three'] },
        { role: 'assistant', content: 'Four' },
      ],
      max_completion_tokens: 9,
    },
    { system: 'Be kind.\nBe brief.', text: 'Two\nthree', maxTokens: 9 },
  ],
  ['completions', { messages: [{ role: 'user' }] }, { system: '', text: '', maxTokens: null }],
  ['responses', { input: 'Hello', instructions: 'Be kind.' }, { system: 'Be kind.', text: 'Hello', maxTokens: null }],
  [
    'responses',
    { input: [{ role: 'user', text: 'Hello' }], max_output_tokens: '7' },
    { system: '', text: 'Hello', maxTokens: 7 },
  ],
  [
    'messages',
    { messages: [{ role: 'assistant', content: 'Hi' }], system: [{ text: 'A' }, { text: 'B' }], max_tokens: 5 },
    { system: 'A\nB', text: 'Hi', maxTokens: 5 },
  ],
];

for (const [dialect, body, prompt] of prompts) {
  test(`the last words of the user in ${JSON.stringify(body)} are "${prompt.text}"`, () =>
    assert.deepEqual(parsePrompt(body, dialect), prompt));
}

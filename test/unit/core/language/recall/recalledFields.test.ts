import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapToRecalledFields } from '../../../../../src/core/language/recall/recalledFields.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';

const [chat, messages, responses] = ['/v1/chat/completions', '/v1/messages', '/v1/responses'];
const say = (role: string): JsonObject => ({ role, content: `${role} text` });
const [system, user, assistant] = [say('system'), say('user'), say('assistant')];
const instruction = { system: 'system text' };
const prompt = { prompt: 'user text' };

const rows: readonly (readonly [what: string, endpoint: string, body: JsonObject, own: string, JsonObject])[] = [
  ['a chat of two messages', chat, { stream: true, messages: [system, user] }, '', { ...instruction, ...prompt }],
  ['a stream that the job sets', chat, { stream: true, messages: [user] }, 'stream', { stream: true, ...prompt }],
  ['a chat without a stream', chat, { stream: false, messages: [user] }, '', { stream: false, ...prompt }],
  ['a limit of another endpoint', chat, { max_tokens: 4096, messages: [user] }, '', { max_tokens: 4096, ...prompt }],
  ['the limit that planning adds', messages, { max_tokens: 4096, messages: [user] }, '', prompt],
  ['another limit', messages, { max_tokens: 9, messages: [user] }, '', { max_tokens: 9, ...prompt }],
  [
    'a limit that the job sets',
    messages,
    { max_tokens: 4096, messages: [user] },
    'max_tokens',
    { max_tokens: 4096, ...prompt },
  ],
  ['messages of the job', chat, { messages: [user] }, 'messages', { messages: [user] }],
  [
    'messages and a prompt of the job',
    chat,
    { messages: [user, assistant, user] },
    'messages prompt',
    { messages: [user, assistant], ...prompt },
  ],
  ['a chat that ends with an answer', chat, { messages: [user, assistant] }, '', { messages: [user, assistant] }],
  ['no messages', chat, { n: 1 }, '', { n: 1 }],
  [
    'input and instructions',
    responses,
    { stream: true, input: 'user text', instructions: 'system text' },
    '',
    { ...instruction, ...prompt },
  ],
  [
    'input and instructions of the job',
    responses,
    { input: 'a', instructions: 'b' },
    'input instructions',
    { input: 'a', instructions: 'b' },
  ],
  ['input of several messages', responses, { input: [user] }, '', { input: [user] }],
  ['neither input nor instructions', responses, { n: 1 }, '', { n: 1 }],
];

for (const [what, endpoint, body, own, fields] of rows) {
  test(`the fields of a record: ${what}`, () => {
    assert.deepEqual(mapToRecalledFields({ endpoint, body, inputs: [] }, new Set(own.split(' '))), fields);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatFamilies } from '../../../../src/core/catalog/chatFamilies.ts';
import { describeObserved, listBinding } from './describeFamily.ts';

/** What the interface specification (1.8, 4.5) and observation tell of chat models; `!` would mark what binds. */
const known: Readonly<Record<string, readonly string[]>> = {
  'chat-messages': [
    'models claude-sonnet-4-5 claude-opus-4-5 claude-haiku-4-5 claude-*',
    'POST /v1/messages at once',
    'prompt string',
    'system string',
    'max_tokens integer =4096',
    'temperature number 0..1',
    'stream boolean =true',
    'thinking {type string enabled|disabled, budget_tokens integer}',
    'messages [{role string user|assistant, content unknown}]',
    'top_p number 0..1',
    'top_k integer',
    'stop_sequences [string]',
    'tools [unknown]',
    'tool_choice unknown',
    'metadata {user_id string}',
    'one-of prompt messages',
    'exclusive prompt messages',
  ],
  'chat-responses': [
    'models gpt-5.5 gpt-5.2 gpt-5.3-codex gpt-5.5* gpt-5.2* gpt-5.3-codex*',
    'POST /v1/responses at once',
    'prompt string',
    'system string',
    'reasoning {effort string, summary string}',
    'max_output_tokens integer',
    'text {verbosity string, format unknown}',
    'stream boolean =true',
    'temperature number 0..2',
    'top_p number 0..1',
    'input unknown',
    'instructions string',
    'store boolean',
    'previous_response_id string',
    'tools [unknown]',
    'tool_choice unknown',
    'one-of prompt input',
    'exclusive prompt input',
    'exclusive system instructions',
  ],
  'chat-completions': [
    'models gpt-5 gpt-4.1 gpt-4o gemini-3-pro-preview MiniMax-M2 MiniMax-Text-01 gpt-5.5 gpt-5.2 gpt-5.3-codex claude-sonnet-4-5 claude-opus-4-5 claude-haiku-4-5 gpt-4.1* gpt-4o* gpt-5* gemini-* MiniMax-Text-* MiniMax-M* claude-* gpt-5.5* gpt-5.2* gpt-5.3-codex*',
    'POST /v1/chat/completions at once',
    'prompt string',
    'system string',
    'temperature number 0..2',
    'max_tokens integer',
    'stream boolean =true',
    'messages [{role string system|developer|user|assistant|tool, content unknown, name string, tool_calls unknown, tool_call_id string}]',
    'top_p number 0..1',
    'max_completion_tokens integer',
    'reasoning_effort string',
    'response_format unknown',
    'stop unknown',
    'seed integer',
    'tools [unknown]',
    'tool_choice unknown',
    'one-of prompt messages',
    'exclusive prompt messages',
  ],
  'gemini-image-chat': [
    'models gemini-3-pro-image-preview gemini-2.5-flash-image',
    'POST /v1/chat/completions at once',
    'prompt string',
    'system string',
    'temperature number 0..2',
    'max_tokens integer',
    'stream boolean =true',
    'messages [{role string system|developer|user|assistant|tool, content unknown, name string, tool_calls unknown, tool_call_id string}]',
    'top_p number 0..1',
    'one-of prompt messages',
    'exclusive prompt messages',
  ],
};

for (const family of chatFamilies) {
  test(`${family.title} has the models, paths, fields and limits that are known`, () => {
    assert.deepEqual(describeObserved(family), known[family.id]);
  });

  test(`nothing that is only observed of ${family.title} stops a submit`, () => {
    assert.deepEqual(listBinding(family.fields), []);
  });
}

test('every family of the table is there', () => {
  assert.deepEqual(chatFamilies.map(({ id }) => id).sort(), Object.keys(known).sort());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPrompt } from '../../../../src/core/artifact/findPrompt.ts';

test('the prompt of a body is the text that describes its result best', () => {
  const bodies = [
    { lyrics: 'La', ssml: 'Hi', gpt_description_prompt: 'A song', text: 'Hello', input: 'Hey', prompt: ' A cat ' },
    { lyrics: 'La', gpt_description_prompt: 'A song', prompt: ' \n' },
    { prompt: 7, input: [{ role: 'user' }], ssml: '<speak>Hi</speak>' },
    { prompt: '', text: null },
    {},
  ];
  assert.deepEqual(bodies.map(findPrompt), [
    { field: 'prompt', text: ' A cat ' },
    { field: 'gpt_description_prompt', text: 'A song' },
    { field: 'ssml', text: '<speak>Hi</speak>' },
    null,
    null,
  ]);
});

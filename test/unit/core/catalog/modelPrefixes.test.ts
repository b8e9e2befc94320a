import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findModelPrefix } from '../../../../src/core/catalog/modelPrefixes.ts';

const cases: readonly (readonly [model: string, modality: string, path: string, answersAtOnce: boolean])[] = [
  ['seedream-6', 'image', '/v1/images/generations', false],
  ['grok-imagine-image-quality-latest', 'image', '/v1/images/generations', true],
  ['gemini-3-pro-image-preview', 'image', '/v1/images/generations', false],
  ['gemini-3-pro-preview', 'chat', '/v1/chat/completions', true],
  ['wan2.6-t2i', 'image', '/v1/images/generations', false],
  ['wan2.6-t2v', 'video', '/v1/videos', false],
  ['kling-v2-6', 'video', '/v1/videos', false],
  ['MiniMax-Hailuo-02', 'video', '/v1/videos', false],
  ['MiniMax-M2', 'chat', '/v1/chat/completions', true],
  ['claude-opus-5', 'chat', '/v1/messages', true],
  ['gpt-5.3-codex', 'chat', '/v1/responses', true],
  ['gpt-5-mini', 'chat', '/v1/chat/completions', true],
];

for (const [model, modality, path, answersAtOnce] of cases) {
  test(`${model} makes ${modality} at ${path}`, () => {
    const found = findModelPrefix(model);
    assert.deepEqual(
      [found?.modality, found?.endpoint.path, found?.endpoint.pollPath === null],
      [modality, path, answersAtOnce],
    );
  });
}

test('a name that starts like no family has no endpoint', () => assert.equal(findModelPrefix('dall-e-3'), undefined));

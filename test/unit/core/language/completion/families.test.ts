import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { choose, completeAt } from './completeAt.ts';

/** Returns the texts that the offers at the `|` insert. */
function insertedAt(marked: string): readonly string[] {
  return completeAt(marked).map(({ insertText }) => insertText.trim());
}

test('every model is offered, each once', () => {
  const offered = insertedAt('model: |').map((text) => text.replaceAll(/^["']|["']$/g, ''));
  assert.deepEqual(offered.toSorted(), [...bundledCatalog.models.keys()].sort());
});

const endpointsOf: readonly (readonly [model: string, paths: readonly string[]])[] = [
  ['claude-any-other', ['/v1/messages', '/v1/chat/completions']],
  ['gpt-5.2', ['/v1/responses', '/v1/chat/completions']],
  ['veo-3.1', ['/v1/videos', '/v1/video/generations']],
];

for (const [model, paths] of endpointsOf) {
  test(`the endpoints of ${model} are offered, the default first`, () => {
    assert.deepEqual(insertedAt(`model: ${model}\ngen:\n  endpoint: |`), paths);
  });
}

test('the endpoint decides which fields are offered', () => {
  const job = 'model: kling-v2-6\ngen:\n  endpoint: /kling/v1/videos/image2video\n';
  assert.deepEqual(insertedAt(`${job}|`).slice(0, 3), ['image:', 'image_tail:', 'prompt:']);
});

test('an endpoint without a model has its own fields', () => {
  assert.ok(insertedAt('gen:\n  endpoint: /v1/videos/subtitle-erase\n|').includes('video_url:'));
});

for (const family of bundledCatalog.families) {
  test(`the whole job for ${family.title} is parsed to its sample`, () => {
    // The cursor is at the end of the text. The line break at the end of a block scalar is removed.
    const text = choose('|', family.title)?.slice(0, -1) ?? '';
    const read = parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? value.trimEnd() : value,
    ) as unknown;
    const [model] = family.models;
    assert.deepEqual(read, { ...(model === undefined ? {} : { model }), ...family.sample });
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { completeAt } from './completeAt.ts';

/** Returns the texts that the offers at the `|` insert. */
function insertedAt(marked: string): readonly string[] {
  return completeAt(marked).map(({ insertText }) => insertText.trim());
}

test('a number is offered as a number', () => {
  assert.deepEqual(insertedAt('model: MiniMax-Hailuo-02\nduration: |'), ['6', '10']);
});

test('a known number of an open list is offered as a number', () => {
  assert.deepEqual(insertedAt('model: pixverse-v6\nduration: |'), ['5']);
});

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
  assert.deepEqual(insertedAt(`${job}|`).slice(0, 3), ['image:', 'image_tail:', 'prompt: |\n  $0']);
});

test('an endpoint without a model has its own fields', () => {
  assert.ok(insertedAt('gen:\n  endpoint: /v1/videos/subtitle-erase\n|').includes('video_url:'));
});

/** Returns the text of a snippet after all of its tab stops. */
function fillSnippet(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+:((?:[^\\}]|\\.)*)\}|\$0/gs, '$1').replaceAll(/\\([\\$}])/g, '$1');
}

for (const family of bundledCatalog.families) {
  test(`the whole job for ${family.title} is parsed to its sample`, () => {
    const completions = createLanguageService().open('hero.gen.yaml', '').complete(0);
    const chosen = completions.find(({ kind, label }) => kind === 'job' && label === family.title);
    // The line break at the end of a block scalar is removed.
    const read = parse(fillSnippet(chosen?.insertText ?? ''), (_key, value: unknown) =>
      typeof value === 'string' ? value.trimEnd() : value,
    ) as unknown;
    const [model] = family.models;
    assert.deepEqual(read, { ...(model === undefined ? {} : { model }), ...family.sample });
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import type { Endpoint, Modality } from '../../../../src/core/catalog/catalog.ts';
import { findModelPrefix, modelPrefixes } from '../../../../src/core/catalog/modelPrefixes.ts';

/** Returns the endpoint of a model and the modality of its results, from its family or else from its prefix. */
function whereTo(model: string): { readonly modality: Modality; readonly endpoint: Endpoint } | undefined {
  const family = bundledCatalog.findModel(model)?.families[0];
  return family ? { modality: family.modality, endpoint: family.endpoints[0] } : findModelPrefix(model);
}

const cases: readonly (readonly [model: string, modality: string, path: string, answersAtOnce: boolean])[] = [
  ['seedream-6', 'image', '/v1/images/generations', false],
  ['grok-imagine-image-quality-newest', 'image', '/v1/images/generations', true],
  ['gemini-3-pro-image', 'image', '/v1/images/generations', false],
  ['gemini-3-pro-preview', 'chat', '/v1/chat/completions', true],
  ['gemini-4-flash', 'chat', '/v1/chat/completions', true],
  ['wan2.6-t2i-plus', 'image', '/v1/images/generations', false],
  ['wan2.6-t2v', 'video', '/v1/videos', false],
  ['wan2.6-t2v-plus', 'video', '/v1/videos', false],
  ['kling-v2-6', 'video', '/v1/videos', false],
  ['kling-v9', 'video', '/v1/videos', false],
  ['veo-9-fast', 'video', '/v1/videos', false],
  ['MiniMax-Hailuo-02', 'video', '/v1/videos', false],
  ['MiniMax-M2', 'chat', '/v1/chat/completions', true],
  ['claude-opus-9', 'chat', '/v1/messages', true],
  ['gpt-5.3-codex', 'chat', '/v1/responses', true],
  ['gpt-5.2-2026-01-01', 'chat', '/v1/responses', true],
  ['gpt-5-mini', 'chat', '/v1/chat/completions', true],
];

for (const [model, modality, path, answersAtOnce] of cases) {
  test(`${model} makes ${modality} at ${path}`, () => {
    const found = whereTo(model);
    assert.deepEqual(
      [found?.modality, found?.endpoint.path, found?.endpoint.pollPath === null],
      [modality, path, answersAtOnce],
    );
  });
}

test('a name that starts like no family has no endpoint', () => assert.equal(whereTo('dall-e-3'), undefined));

test('a line of prefixes has the same endpoint as the families of its models', () => {
  for (const { id, families } of bundledCatalog.models.values()) {
    const line = findModelPrefix(id);
    const agrees = families.some(
      ({ modality, endpoints }) => modality === line?.modality && endpoints[0] === line.endpoint,
    );
    // A model with images through chat has the prefix line of its other endpoint.
    const isOther = families.every(({ endpoints }) => endpoints[0].dialect);
    assert.ok(!line || agrees || isOther, id);
  }
});

test('a line whose models all have a family is a prefix of that family instead', () => {
  const covered = modelPrefixes.filter(({ prefix }) => bundledCatalog.findModel(`${prefix}~`));
  assert.deepEqual(
    covered.map(({ prefix }) => prefix),
    [],
  );
});

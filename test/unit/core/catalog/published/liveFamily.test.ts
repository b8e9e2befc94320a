import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import { endpoints } from '../../../../../src/core/catalog/endpoints.ts';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import {
  buildLiveFamily,
  softenFields,
  toJob,
  unknownFields,
} from '../../../../../src/core/catalog/published/liveFamily.ts';
import type { IndexedSample } from '../../../../../src/core/catalog/published/modelIndex.ts';

const string = { kind: 'string' } as const;
const field = (name: string, more: Partial<Field> = {}): Field => ({ name, type: string, description: '', ...more });

function build(
  fields: readonly Field[],
  required: readonly string[] = [],
  samples: readonly IndexedSample[] = [],
): ModelFamily {
  return buildLiveFamily({
    model: { id: 'dream-9', title: null, description: null },
    modality: 'image',
    endpoint: endpoints.images,
    published: { fields, required },
    samples,
  });
}

test('a live family has the names of its model, and only warns about what it needs', () => {
  const { id, title, description, models, fields, rules } = build([field('a'), field('b'), field('c')], ['c', 'b']);
  assert.deepEqual(
    [id, title, description, models],
    ['live/dream-9/v1/images/generations', 'dream-9', 'From the model index of your gateway.', ['dream-9']],
  );
  assert.deepEqual(
    [fields.map(({ name }) => name), fields.some(({ isRequired }) => isRequired)],
    [['b', 'c', 'a'], false],
  );
  assert.deepEqual(rules, [
    { kind: 'one-of', fields: ['c'], source: 'observed' },
    { kind: 'one-of', fields: ['b'], source: 'observed' },
  ]);
  const model = { id: 'dream-9', title: 'Dream', description: 'It dreams.' };
  const named = buildLiveFamily({
    model,
    modality: 'image',
    endpoint: endpoints.images,
    published: unknownFields,
    samples: [],
  });
  assert.deepEqual([named.title, named.description], ['Dream', 'It dreams.']);
});

const source = 'observed';

test('the smallest sample has the prompt and what is required, each with a value that its field allows', () => {
  const fields: readonly Field[] = [
    field('prompt', { isProse: true }),
    field('style'),
    field('size', { constraints: [{ kind: 'enum', values: ['1K', '2K'], source }] }),
    field('n', { type: { kind: 'integer' }, constraints: [{ kind: 'range', min: 2, max: 4, source }] }),
    field('weight', { type: { kind: 'number' }, constraints: [{ kind: 'range', max: 0.5, source }] }),
    field('seed', { type: { kind: 'integer' } }),
    field('loop', { type: { kind: 'boolean' } }),
    field('quality', { default: 'high' }),
    field('images', { isMedia: true, type: { kind: 'array', items: string } }),
    field('tags', { type: { kind: 'array', items: string } }),
    field('options', { type: { kind: 'object', fields: [field('mode', { isRequired: true }), field('other')] } }),
    field('note', { isProse: true }),
    field('any', { type: { kind: 'unknown' } }),
  ];
  const required = fields.map(({ name }) => name).filter((name) => name !== 'style');
  assert.deepEqual(build(fields, required).sample, {
    prompt: 'A lighthouse at dawn above a calm sea',
    size: '1K',
    n: 2,
    weight: 0.5,
    seed: 1,
    loop: false,
    quality: 'high',
    images: ['https://example.com/input.png'],
    tags: ['text'],
    options: { mode: 'text' },
    note: 'A lighthouse at dawn above a calm sea',
    any: 'text',
  });
  assert.deepEqual(build(fields).sample, { prompt: 'A lighthouse at dawn above a calm sea' });
  assert.deepEqual(build([field('style')]).sample, {});
});

test('the sample of the gateway for the path is used, or else that for any path', () => {
  const sample = (model: string, endpoint: string | null, n: number): IndexedSample => ({
    title: null,
    model,
    endpoint,
    body: { n },
  });
  const [path, other] = ['/v1/images/generations', '/v1/videos'];
  const sampleOf = (...samples: readonly IndexedSample[]) => build([], [], samples).sample;
  assert.deepEqual(sampleOf(sample('dream-9', null, 1), sample('dream-9', path, 2)), { n: 2 });
  assert.deepEqual(sampleOf(sample('dream-9', other, 1), sample('dream-9', null, 2)), { n: 2 });
  assert.deepEqual(sampleOf(sample('dream-9', other, 1), sample('dream-8', path, 2)), {});
});

test('reserved keys of a body are set under request, and the model is left out', () => {
  assert.deepEqual(toJob({ model: 'm', prompt: 'x', output: 'y', 'x-a': 1 }), {
    prompt: 'x',
    request: { output: 'y', 'x-a': 1 },
  });
  assert.deepEqual(toJob({ model: 'm', prompt: 'x' }), { prompt: 'x' });
});

test('softened fields only warn, at every level', () => {
  const inner = field('mode', {
    isRequired: true,
    typeSource: 'specification',
    constraints: [{ kind: 'length', max: 5, source: 'specification' }],
  });
  const family: ModelFamily = {
    ...build([]),
    fields: [field('options', { isRequired: true, type: { kind: 'object', fields: [inner] } }), field('b')],
  };
  const { fields, required } = softenFields(family);
  assert.deepEqual(required, ['options']);
  const [options, other] = fields;
  assert.deepEqual([options?.isRequired, options?.typeSource, other?.constraints], [false, 'observed', undefined]);
  assert.ok(options?.type.kind === 'object');
  const [mode] = options.type.fields;
  assert.deepEqual(
    [mode?.isRequired, mode?.typeSource, mode?.constraints],
    [false, 'observed', [{ kind: 'length', max: 5, source }]],
  );
});

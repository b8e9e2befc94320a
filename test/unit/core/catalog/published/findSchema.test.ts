import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import { findSchema } from '../../../../../src/core/catalog/published/findSchema.ts';
import {
  buildModelIndex,
  type IndexedEndpoint,
  type IndexedSchema,
} from '../../../../../src/core/catalog/published/modelIndex.ts';

const path = '/v1/images/generations';

const field = (name: string, description = ''): Field => ({ name, type: { kind: 'string' }, description });

function schema(name: string, more: Partial<IndexedSchema> = {}): IndexedSchema {
  return { path, alias: null, models: [], fields: [field(name)], required: [], ...more };
}

/** Returns the names of the fields that these schemas have for a model. */
function find(
  schemas: readonly IndexedSchema[],
  id = 'pic-1',
  { takesGeneral = true, endpoints = [] as readonly IndexedEndpoint[] } = {},
): readonly string[] | null {
  const index = buildModelIndex([{ schemas }]);
  const found = findSchema(index, { id, endpoints }, { path, takesGeneral });
  return found && found.fields.map(({ name }) => name);
}

const general = schema('general');
const listed = schema('listed', { models: ['pic-1', 'pic-2'] });
const alias = schema('alias', { alias: 'Pic' });

test('a schema that lists the model is used first, then that of an alias, then that of the path', () => {
  assert.deepEqual(find([general, alias, listed]), ['listed']);
  assert.deepEqual(find([general, alias, listed], 'pic-3'), ['alias']);
  assert.deepEqual(find([general, alias, listed], 'cat-1'), ['general']);
});

test('the schema of the path is used only if it may be', () => {
  assert.equal(find([general], 'pic-1', { takesGeneral: false }), null);
  assert.deepEqual(find([listed], 'pic-1', { takesGeneral: false }), ['listed']);
});

test('a schema of another path, or for other models, is not used', () => {
  assert.equal(find([{ ...general, path: '/v1/videos' }]), null);
  assert.equal(
    find([schema('other', { models: ['cat-1'] }), schema('other', { alias: 'pic', models: ['cat-1'] })]),
    null,
  );
});

const aliases: readonly (readonly [id: string, alias: string, isOne: boolean])[] = [
  ['pic', 'PIC', true],
  ['pic-1', 'pic', true],
  ['PIC-1', 'pic', true],
  ['picture', 'pic', false],
  ['pi-1', 'pi', false],
  ['pi', 'pi', true],
  ['my-pic', 'pic', false],
];

for (const [id, name, isOne] of aliases) {
  test(`${id} is ${isOne ? '' : 'not '}a model of the alias ${name}`, () =>
    assert.deepEqual(find([schema('a', { alias: name })], id), isOne ? ['a'] : null));
}

test('an alias that the model lists on the path is its alias, whatever the names', () => {
  const schemas = [schema('a', { alias: 'dream' })];
  assert.deepEqual(find(schemas, 'pic-1', { endpoints: [{ path, alias: 'dream' }] }), ['a']);
  assert.equal(find(schemas, 'pic-1', { endpoints: [{ path: '/v1/videos', alias: 'dream' }] }), null);
});

test('several schemas are joined: the first defines a field, and all have to require it', () => {
  const one = schema('', { models: ['m'], fields: [field('a', 'first'), field('b')], required: ['a', 'b'] });
  const other = schema('', { models: ['m'], fields: [field('c'), field('a', 'second')], required: ['a', 'c'] });
  const index = buildModelIndex([{ schemas: [one, other] }]);
  const found = findSchema(index, { id: 'm', endpoints: [] }, { path, takesGeneral: false });
  assert.deepEqual(
    found?.fields.map(({ name, description }) => [name, description]),
    [
      ['a', 'first'],
      ['b', ''],
      ['c', ''],
    ],
  );
  assert.deepEqual(found.required, ['a']);
});

test('an index is built of the documents that could be read', () => {
  assert.deepEqual(buildModelIndex([]), {
    version: null,
    breakingSince: null,
    models: [],
    paths: [],
    schemas: [],
    samples: [],
  });
  const since = (one: string | null, other: string | null) =>
    buildModelIndex([
      { breakingSince: one, models: [] },
      { version: '1.2', breakingSince: other, paths: [path], schemas: [] },
    ]);
  assert.deepEqual(
    [since('2026-05-13', '2026-01-01').breakingSince, since('2025-12-31', '2026-01-01').breakingSince],
    ['2026-05-13', '2026-01-01'],
  );
  assert.deepEqual([since(null, '2026-01-01').breakingSince, since(null, null).breakingSince], ['2026-01-01', null]);
  assert.deepEqual([since(null, null).version, since(null, null).paths], ['1.2', [path]]);
});

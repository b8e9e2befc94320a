import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoredIndex } from '../../../src/storage/indexStore.ts';

const copyOf = (field: string, model: string): unknown => ({
  v: 1,
  fetchedAt: 0,
  etags: { models: null, api: null, samples: null },
  documents: {
    models: { breakingSince: null, models: [{ ...nothing, id: model }] },
    api: { version: null, breakingSince: null, paths: [], schemas: [schemaOf(field)] },
    samples: null,
  },
});

const nothing = { title: null, description: null, modality: null, endpoints: [], pollPath: null };
const schemaOf = (name: string): unknown => {
  const field = { name, type: { kind: 'string' }, description: '' };
  return { path: '/v1/videos', alias: null, models: [], fields: [field], required: [] };
};

test('a stored index is used unless it names a field or a model as no API does', () => {
  const copies = [copyOf('style', 'acme-1'), copyOf('![](https://x.example)', 'acme-1'), copyOf('style', 'a [b](c:d)')];
  assert.deepEqual(
    copies.map((copy) => parseStoredIndex(copy) !== null),
    [true, false, false],
  );
});

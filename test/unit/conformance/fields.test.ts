import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { describeSpecified } from './describeSpecified.ts';
import { fieldRows } from './fieldRows.ts';

for (const [model, rows] of Object.entries(fieldRows)) {
  test(`${model} has exactly the rows of the interface specification`, () => {
    const family = bundledCatalog.findModel(model)?.families[0];
    assert.ok(family);

    assert.deepEqual([...describeSpecified(family)].sort(), [...rows].sort());
  });
}

test('every image, music and speech model of the catalog has rows', () => {
  const families = bundledCatalog.families.filter(({ modality }) => ['image', 'music', 'speech'].includes(modality));

  assert.deepEqual([...new Set(families.flatMap(({ models }) => models))].sort(), Object.keys(fieldRows).sort());
});

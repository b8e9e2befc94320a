import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { createCatalog } from '../../../../src/core/catalog/createCatalog.ts';
import type { Field } from '../../../../src/core/catalog/field.ts';
import { isReservedKey } from '../../../../src/core/catalog/reservedKeys.ts';

function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
}

test('no field has the name of a reserved word', () => {
  const names = bundledCatalog.families.flatMap(({ fields }) => namesOf(fields));
  assert.deepEqual(
    names.filter((name) => isReservedKey(name) || name === 'model'),
    [],
  );
  assert.deepEqual(
    ['gen', 'vars', 'matrix', 'jobs', 'needs', 'output', 'request', '$schema', 'x-a', 'prompt'].map(isReservedKey),
    [true, true, true, true, true, true, true, true, true, false],
  );
});

test('rules name fields of their family, and no field twice', () => {
  for (const { fields, rules } of bundledCatalog.families) {
    const names = namesOf(fields);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      rules.flatMap((rule) => rule.fields).filter((name) => !names.includes(name)),
      [],
    );
  }
});

test('a model that two families contain is refused', () => {
  const [family] = bundledCatalog.families;
  assert.ok(family);
  assert.throws(() => createCatalog([family, { ...family, id: 'other' }]), /belongs to seedream-5-lite and to other/);
});

test('fields are found by alias', () => {
  const [family] = bundledCatalog.families;
  assert.ok(family);
  const field: Field = { name: 'bbox_list', aliases: ['bboxList'], type: { kind: 'unknown' }, description: '' };
  const own = { ...family, fields: [field] };
  assert.equal(createCatalog([own]).fieldsOf(own).get('bboxList'), field);
});

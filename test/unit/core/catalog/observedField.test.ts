import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observedField, statedField, textType, typedField } from '../../../../src/core/catalog/fields/observedField.ts';

const details = {
  isProse: true,
  values: ['a'],
  range: { min: 1, max: 2 },
  length: { max: 9 },
  items: { min: 3 },
  pattern: ['\\d', 'N'],
} as const;

/** The field of these details, with limits of this source. */
const fieldOf = (source: 'specification' | 'observed'): object => ({
  name: 'f',
  type: textType,
  description: 'x',
  isProse: true,
  constraints: [
    { kind: 'enum', values: ['a'], source },
    { kind: 'range', min: 1, max: 2, source },
    { kind: 'length', max: 9, source },
    { kind: 'items', min: 3, source },
    { kind: 'pattern', pattern: '\\d', form: 'N', source },
  ],
});

test('the limits of a stated field are binding', () => {
  assert.deepEqual(statedField('f', textType, 'x', details), fieldOf('specification'));
  assert.deepEqual(statedField('f', textType, 'x'), { name: 'f', type: textType, description: 'x' });
});

test('the limits of a typed field only warn, and those of an observed field do so with its type', () => {
  assert.deepEqual(typedField('f', textType, 'x', details), fieldOf('observed'));
  assert.deepEqual(observedField('f', textType, 'x', details), { ...fieldOf('observed'), typeSource: 'observed' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observedField, textType } from '../../../../src/core/catalog/fields/observedField.ts';

test('what is known of an observed field only warns, and says why if a reason is known', () => {
  const details = { description: 'x', values: ['a'], range: [1, 2], items: [3, 4], pattern: ['\\d', 'N'] } as const;
  const limits = [
    { kind: 'enum', values: ['a'], source: 'observed' },
    { kind: 'range', min: 1, max: 2, source: 'observed' },
    { kind: 'items', min: 3, max: 4, source: 'observed' },
    { kind: 'pattern', pattern: '\\d', form: 'N', source: 'observed' },
  ];
  const field = { name: 'f', type: textType, typeSource: 'observed', description: 'x' };
  assert.deepEqual(observedField('f', textType, details), { ...field, constraints: limits });
  assert.deepEqual(observedField('f', textType, { ...details, reason: 'why' }), {
    ...field,
    constraints: limits.map((each) => ({ ...each, reason: 'why' })),
  });
  assert.deepEqual(observedField('f', textType, { description: 'x' }), field);
});

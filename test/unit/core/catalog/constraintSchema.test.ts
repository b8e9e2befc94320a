import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constraintSchema } from '../../../../src/core/catalog/constraintSchema.ts';
import type { Constraint } from '../../../../src/core/catalog/field.ts';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';

const source = 'specification';

const cases: readonly (readonly [constraint: Constraint, schema: JsonObject])[] = [
  [{ kind: 'enum', values: ['a', 2], source }, { enum: ['a', 2] }],
  [{ kind: 'pattern', pattern: 'a|b', form: 'a', source }, { pattern: '^(?:a|b)$' }],
  [
    { kind: 'range', min: 0, max: 1, source },
    { minimum: 0, maximum: 1 },
  ],
  [{ kind: 'range', min: 0, source }, { minimum: 0 }],
  [{ kind: 'range', max: 0, source }, { maximum: 0 }],
  [
    { kind: 'length', min: 1, max: 600, source },
    { minLength: 1, maxLength: 600 },
  ],
  [{ kind: 'items', max: 14, source }, { maxItems: 14 }],
  [{ kind: 'items', min: 1, source }, { minItems: 1 }],
];

for (const [constraint, schema] of cases) {
  test(`${JSON.stringify(constraint)} is ${JSON.stringify(schema)} in JSON Schema`, () =>
    assert.deepEqual(constraintSchema([constraint]), schema));
}

test('constraints that are only observed are left out', () => {
  const constraints = cases.map(([constraint]) => ({ ...constraint, source: 'observed' }) as const);
  assert.deepEqual(constraintSchema(constraints), {});
});

test('several constraints are one schema', () => {
  assert.deepEqual(
    constraintSchema([
      { kind: 'range', min: 1, source },
      { kind: 'enum', values: [1], source },
    ]),
    { minimum: 1, enum: [1] },
  );
  assert.deepEqual(constraintSchema([]), {});
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Constraint, Field, FieldType } from '../../../../../src/core/catalog/field.ts';
import { compareField, findNewSuggestions } from '../../../../../src/core/catalog/published/compareField.ts';

const source = 'observed';

function field(type: FieldType['kind'], ...constraints: readonly Constraint[]): Field {
  const kind =
    type === 'array'
      ? ({ kind: 'array', items: { kind: 'string' } } as const)
      : type === 'object'
        ? ({ kind: 'object', fields: [] } as const)
        : { kind: type };
  return { name: 'it', type: kind, description: '', constraints };
}

/** Returns differences as `about: bundled, published`. */
function compare(bundled: Field, published: Field): readonly string[] {
  return compareField(bundled, published).map(
    (each) => `${each.field} ${each.about}: ${each.bundled}, ${each.published}`,
  );
}

const values = (...listed: readonly (string | number)[]): Constraint => ({ kind: 'enum', values: listed, source });

test('types differ, except for kinds of numbers and unknown types', () => {
  assert.deepEqual(compare(field('string'), field('boolean')), ['it type: string, boolean']);
  assert.deepEqual(compare(field('array'), field('object')), ['it type: array, object']);
  assert.deepEqual(compare(field('integer'), field('string')), ['it type: integer, string']);
  for (const [one, other] of [
    ['number', 'integer'],
    ['unknown', 'string'],
    ['object', 'unknown'],
    ['string', 'string'],
  ] as const) {
    assert.deepEqual(compare(field(one), field(other)), []);
  }
});

test('values differ in any other order only if they are different values', () => {
  assert.deepEqual(compare(field('string', values('b', 'a')), field('string', values('a', 'b'))), []);
  assert.deepEqual(compare(field('string', values('b', 'a')), field('string', values('c', 'a'))), [
    'it values: a, b, a, c',
  ]);
  assert.deepEqual(compare(field('integer', values(1, 2)), field('string', values('1', '2'))), [
    'it type: integer, string',
  ]);
});

const bounds: readonly (readonly [one: Constraint, other: Constraint, difference: readonly string[]])[] = [
  [{ kind: 'range', min: 0, max: 1, source }, { kind: 'range', min: 0, max: 1, source }, []],
  [{ kind: 'range', min: 0, max: 1, source }, { kind: 'range', min: 0, max: 2, source }, ['it range: 0 to 1, 0 to 2']],
  [{ kind: 'range', min: 0, source }, { kind: 'range', max: 0, source }, ['it range: 0 or more, up to 0']],
  [{ kind: 'length', max: 600, source }, { kind: 'length', max: 500, source }, ['it length: up to 600, up to 500']],
  [{ kind: 'items', max: 3, source }, { kind: 'items', min: 1, max: 3, source }, ['it items: up to 3, 1 to 3']],
  [
    { kind: 'pattern', pattern: 'a', form: 'x', source },
    { kind: 'pattern', pattern: 'b', form: 'x', source },
    ['it form: a, b'],
  ],
  [{ kind: 'pattern', pattern: 'a', form: 'x', source }, { kind: 'pattern', pattern: 'a', form: 'y', source }, []],
];

for (const [one, other, difference] of bounds) {
  test(`${difference[0] ?? `equal ${one.kind} constraints`} is ${difference.length === 0 ? 'not a difference' : 'a difference'}`, () =>
    assert.deepEqual(compare(field('string', one), field('string', other)), difference));
}

test('a constraint of one side alone is not a difference', () => {
  assert.deepEqual(compare(field('string', values('a')), field('string')), []);
  assert.deepEqual(compare(field('string'), field('string', values('a'))), []);
  assert.deepEqual(compare(field('string', values('a')), field('string', { kind: 'length', max: 1, source })), []);
});

test('published values are suggested for a field without a closed list, each once', () => {
  const open: Field = { ...field('string'), suggestions: ['a'] };
  assert.deepEqual(findNewSuggestions(open, field('string', values('a', 'b', 3))), ['b', '3']);
  assert.deepEqual(findNewSuggestions(field('string'), field('string', values('a'))), ['a']);
  assert.deepEqual(findNewSuggestions(field('string', values('a')), field('string', values('a', 'b'))), []);
  assert.deepEqual(findNewSuggestions(open, field('string')), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from '../../../../src/core/catalog/checkValue.ts';
import type { Field } from '../../../../src/core/catalog/field.ts';
import type { JsonValue } from '../../../../src/core/support/json/json.ts';

type Limits = Pick<Field, 'type'> & Omit<Field, 'name' | 'description' | 'type'>;

/** Problems as `code at.path source`. */
function faultsOf(value: JsonValue, field: Limits): readonly string[] {
  const faults = checkValue(value, { name: 'it', description: '', ...field });
  return faults.map(({ code, path, source }) => [code, ...(path.length > 0 ? [path.join('.')] : []), source].join(' '));
}

const string = { kind: 'string' } as const;
const number = { kind: 'number' } as const;
const source = 'specification';

const cases: readonly (readonly [what: string, value: JsonValue, field: Limits, faults: readonly string[]])[] = [
  ['text where text is expected', 'x', { type: string }, []],
  ['a number where text is expected', 5, { type: string }, ['wrong-type specification']],
  ['a wrong type that is only observed', 5, { type: string, typeSource: 'observed' }, ['wrong-type observed']],
  ['an integer beyond 2^53 as a number', 9007199254740993n, { type: number }, []],
  ['an integer', 5, { type: { kind: 'integer' } }, []],
  ['an integer beyond 2^53', 9007199254740993n, { type: { kind: 'integer' } }, []],
  ['a fraction as an integer', 1.5, { type: { kind: 'integer' } }, ['wrong-type specification']],
  ['an infinite number', Infinity, { type: number }, ['wrong-type specification']],
  [
    'an infinite number where the type is only observed',
    Infinity,
    { type: number, typeSource: 'observed' },
    ['wrong-type specification'],
  ],
  ['an infinite number anywhere', Infinity, { type: { kind: 'unknown' } }, ['wrong-type specification']],
  ['any value of an unknown type', [{ a: 1 }], { type: { kind: 'unknown' } }, []],
  ['an item of the wrong type', ['a', 1], { type: { kind: 'array', items: string } }, ['wrong-type 1 specification']],
  [
    'a value that is not in the list',
    'z',
    { type: string, constraints: [{ kind: 'enum', values: ['a'], source }] },
    ['not-in-enum specification'],
  ],
  [
    'a wrong type, and nothing further',
    5,
    { type: string, constraints: [{ kind: 'enum', values: ['a'], source }] },
    ['wrong-type specification'],
  ],
  [
    'an item of the wrong type among too many',
    ['a', 1],
    { type: { kind: 'array', items: string }, constraints: [{ kind: 'items', max: 1, source }] },
    ['wrong-type 1 specification', 'too-many-items specification'],
  ],
  ['the ends of a range', 1, { type: number, constraints: [{ kind: 'range', min: 1, max: 1, source }] }, []],
  [
    'an observed limit of a value that the specification refuses',
    'z',
    {
      type: string,
      constraints: [
        { kind: 'pattern', pattern: '[0-9]', form: '5', source },
        { kind: 'enum', values: ['5'], source: 'observed' },
      ],
    },
    ['wrong-form specification'],
  ],
  [
    'below a range',
    0,
    { type: number, constraints: [{ kind: 'range', min: 1, source }] },
    ['out-of-range specification'],
  ],
  [
    'above a range',
    2n,
    { type: number, constraints: [{ kind: 'range', max: 1, source }] },
    ['out-of-range specification'],
  ],
  [
    'as many code points as allowed, in twice the UTF-16 units',
    '😀😀',
    { type: string, constraints: [{ kind: 'length', max: 2, source }] },
    [],
  ],
  [
    'a text too long',
    '😀😀😀',
    { type: string, constraints: [{ kind: 'length', max: 2, source }] },
    ['too-long specification'],
  ],
  ['as many code points as are needed', 'ab', { type: string, constraints: [{ kind: 'length', min: 2, source }] }, []],
  [
    'a text too short',
    '😀',
    { type: string, constraints: [{ kind: 'length', min: 2, source: 'observed' }] },
    ['too-short observed'],
  ],
  [
    'too many items',
    [1, 2],
    { type: { kind: 'array', items: number }, constraints: [{ kind: 'items', max: 1, source }] },
    ['too-many-items specification'],
  ],
  [
    'as many items as allowed',
    [1, 2],
    { type: { kind: 'array', items: number }, constraints: [{ kind: 'items', min: 2, max: 2, source }] },
    [],
  ],
  [
    'too few items',
    [],
    { type: { kind: 'array', items: number }, constraints: [{ kind: 'items', min: 1, source }] },
    ['too-few-items specification'],
  ],
];

for (const [what, value, field, faults] of cases) {
  test(`${what}: ${faults.join(', ') || 'no problem'}`, () => assert.deepEqual(faultsOf(value, field), faults));
}

test('a problem with a type says whether quotes would help, and whether it is an item', () => {
  const values: readonly (readonly [JsonValue, Limits])[] = [
    [5, { type: string }],
    [5, { type: string, constraints: [{ kind: 'length', max: 9, source }] }],
    [5, { type: string, constraints: [{ kind: 'enum', values: ['a'], source }] }],
    [[1], { type: string }],
    ['x', { type: number }],
    [[5], { type: { kind: 'array', items: string } }],
    [['x'], { type: { kind: 'array', items: number } }],
  ];
  assert.deepEqual(
    values.map(([value, field]) => checkValue(value, { name: 'it', description: '', ...field })[0]?.args['variant']),
    ['quote', 'quote', 'plain', 'plain', 'plain', 'quote', 'item'],
  );
});

test('an object is checked down to its members', () => {
  const fields: readonly Field[] = [
    { name: 'hex', isRequired: true, type: string, description: '' },
    { name: 'mode', type: string, description: '', constraints: [{ kind: 'enum', values: ['a'], source }] },
  ];
  const type = { kind: 'array', items: { kind: 'object', fields } } as const;
  assert.deepEqual(
    faultsOf(
      [
        { hex: 'f', mode: 'b' },
        { moed: 1, mode: null },
      ],
      { type },
    ),
    ['not-in-enum 0.mode specification', 'unknown-field 1.moed observed', 'missing-field 1 specification'],
  );
});

test('a list that is only observed is reported as the known values', () => {
  const [fault] = checkValue('loud', {
    name: 'sound',
    type: string,
    description: '',
    constraints: [{ kind: 'enum', values: ['on', 'off'], source: 'observed' }],
  });
  assert.deepEqual(fault?.args, { field: 'sound', value: 'loud', values: 'on, off', variant: 'known' });
});

test('a problem contains the value and the expected one', () => {
  const [fault] = checkValue('jpg', {
    name: 'output_format',
    type: string,
    description: '',
    constraints: [{ kind: 'enum', values: ['jpeg', 'png'], source }],
  });
  assert.deepEqual(fault?.args, {
    field: 'output_format',
    value: 'jpg',
    values: 'jpeg, png',
    suggestion: 'jpeg',
    variant: 'suggestion',
  });
});

test('a problem names the kind of the value that was found, and shows a value up to 40 characters', () => {
  const found = [null, [1], 5n, 5, 1.5, { a: 1 }, Infinity, true, 'x'].map((value) => {
    const kind = typeof value === 'string' ? 'boolean' : 'string';
    return checkValue(value, { name: 'it', description: '', type: { kind } })[0]?.args['found'];
  });
  const shown = [40, 41].map(
    (length) => checkValue('a'.repeat(length), { name: 'it', description: '', type: number })[0]?.args['value'],
  );

  assert.deepEqual(found, ['null', 'array', 'integer', 'integer', 'number', 'object', 'infinite', 'boolean', 'string']);
  assert.deepEqual(shown, ['a'.repeat(40), `${'a'.repeat(40)}…`]);
});

test('a problem shows up to eight of the listed values, and the bounds of a number', () => {
  const argsOf = (value: JsonValue, constraint: NonNullable<Field['constraints']>[number]) =>
    checkValue(value, { name: 'it', description: '', type: { kind: 'unknown' }, constraints: [constraint] })[0]?.args;
  const list = (count: number) => Array.from({ length: count }, (_, at) => at);
  const listed = [8, 9].map((count) => argsOf(99, { kind: 'enum', values: list(count), source })?.['values']);
  const bounds = [{ min: 2 }, { max: 0 }, { min: 2, max: 3 }].map((each) =>
    argsOf(1, { kind: 'range', ...each, source }),
  );

  assert.deepEqual(argsOf(99, { kind: 'enum', values: [1], source }), { field: 'it', value: '99', values: '1' });
  assert.deepEqual(listed, ['0, 1, 2, 3, 4, 5, 6, 7', '0, 1, 2, 3, 4, 5, 6, 7, …']);
  assert.deepEqual(bounds, [
    { field: 'it', value: '1', min: 2, variant: 'min' },
    { field: 'it', value: '1', max: 0, variant: 'max' },
    { field: 'it', value: '1', min: 2, max: 3, variant: 'both' },
  ]);
});

test('a limit is not applied to a value of another type', () => {
  const constraints = [
    { kind: 'enum', values: ['a'], source },
    { kind: 'pattern', pattern: 'a', form: 'a', source },
    { kind: 'range', min: 5, max: 6, source },
    { kind: 'length', min: 5, source },
    { kind: 'items', min: 5, source },
  ] as const;
  const faults = [{ a: 1 }, true, [1, 2, 3, 4, 5]].map((value) =>
    faultsOf(value, { type: { kind: 'unknown' }, constraints }),
  );

  assert.deepEqual(faults, [[], [], []]);
});

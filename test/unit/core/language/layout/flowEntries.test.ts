import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFlowEntries } from '../../../../../src/core/language/layout/flowEntries.ts';

const cases: readonly (readonly [what: string, text: string, entries: readonly (readonly [string, string])[]])[] = [
  [
    'the values of all keys',
    '{a: 1, b: x y}',
    [
      ['a', '1'],
      ['b', 'x y'],
    ],
  ],
  [
    'keys in quotes',
    `{"a": 1, 'b': 2}`,
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'a key without a value',
    '{a:, b: 1}',
    [
      ['a', ''],
      ['b', '1'],
    ],
  ],
  ['no word without a colon', '{a, b: 1}', [['b', '1']]],
  [
    'values in braces and brackets as a whole',
    '{a: {c: 1, d: 2}, b: [1, 2]}',
    [
      ['a', '{c: 1, d: 2}'],
      ['b', '[1, 2]'],
    ],
  ],
  [
    'a value with a colon',
    '{a: b: c, d: 1}',
    [
      ['a', 'b: c'],
      ['d', '1'],
    ],
  ],
  [
    'nothing of a comment',
    '{a: 1 # b: 2, c: 3\n, d: 4}',
    [
      ['a', '1'],
      ['d', '4'],
    ],
  ],
  ['nothing after the brace', '{a: 1} # b: 2\nc: {d: 3}', [['a', '1']]],
  [
    'the keys of an open brace',
    '{a: 1, b: [2',
    [
      ['a', '1'],
      ['b', '[2'],
    ],
  ],
];

for (const [what, text, entries] of cases) {
  test(`the keys in a brace are read: ${what}`, () => {
    assert.deepEqual(
      listFlowEntries(text, 0).map(({ key, value }) => [key, value && text.slice(value.start, value.end)]),
      entries,
    );
  });
}

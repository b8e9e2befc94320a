import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filters, findFilter } from '../../../../../src/core/jobFile/expression/filters.ts';
import type { JsonValue } from '../../../../../src/core/support/json/json.ts';

/** The filter, its arguments, the value and the expected result. */
type Case = readonly [name: string, args: readonly JsonValue[], value: JsonValue, result: JsonValue];

const cases: readonly Case[] = [
  ['slug', [], 'Crème brûlée, 2×', 'creme-brulee-2'],
  ['slug', [], '  -- a  b --  ', 'a-b'],
  ['slug', [], 'Пётр и 猫', 'пётр-и-猫'],
  ['slug', [], '!?', ''],
  ['slug', [], 'x'.repeat(81), 'x'.repeat(80)],
  ['slug', [], `${'x'.repeat(79)} yy`, 'x'.repeat(79)],
  ['lower', [], 'ÄB', 'äb'],
  ['upper', [], 'äb', 'ÄB'],
  ['upper', [], ['a', 1, null], ['A', '1', '']],
  ['trim', [], ' a b\n', 'a b'],
  ['words', [2], ' one  two three ', 'one two'],
  ['words', [0], 'one two', ''],
  ['words', [9], 'one two', 'one two'],
  ['truncate', [3], 'a 😀 b', 'a 😀'],
  ['truncate', [2], 'a b', 'a'],
  ['truncate', [0], 'a b', ''],
  ['pad', [3], 7, '007'],
  ['pad', [1], 12, '12'],
  ['pad', [1_000_000], 1, `${'0'.repeat(79)}1`],
  ['date', ['DD.MM.YY'], '2026-11-21', '21.11.26'],
  ['date', ['YYYY'], 'soon', 'soon'],
  ['default', ['x'], null, 'x'],
  ['default', ['x'], '', 'x'],
  ['default', ['x'], 0, 0],
  ['default', ['x'], false, false],
  ['default', ['x'], ' ', ' '],
  ['default', [], null, null],
  ['json', [], { a: [1, 'b', null] }, '{"a":[1,"b",null]}'],
  ['json', [], 'a', '"a"'],
  ['join', [], ['a', 1, null], 'a, 1, '],
  ['join', [' + '], ['a', 'b'], 'a + b'],
  ['join', [' + '], 'a', 'a'],
  ['join', [], { a: 1 }, '{"a":1}'],
  ['first', [], ['a', 'b'], 'a'],
  ['first', [], [], null],
  ['first', [], 'ab', 'ab'],
  ['lines', [], ' a \r\n\n  \nb', ['a', 'b']],
  ['lines', [], [' a ', ''], [' a ', '']],
  ['lines', [], null, []],
];

for (const [name, args, value, result] of cases) {
  const call = args.length === 0 ? name : `${name}(${JSON.stringify(args).slice(1, -1)})`;
  test(`${JSON.stringify(value).slice(0, 40)} | ${call} is ${JSON.stringify(result).slice(0, 40)}`, () =>
    assert.deepEqual(findFilter(name)?.apply(value, args), result));
}

test('every filter has a case above', () => {
  assert.deepEqual([...new Set(cases.map(([name]) => name))].toSorted(), Object.keys(filters).toSorted());
});

test('a name that all objects have is not a filter', () => {
  assert.deepEqual(
    ['constructor', 'toString', '__proto__', 'Upper'].map((name) => findFilter(name)),
    [undefined, undefined, undefined, undefined],
  );
});

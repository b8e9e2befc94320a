import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filters, findFilter, buildIsoText, formatDate } from '../../../../../src/core/jobFile/expression/filters.ts';
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
  ['words', [1], "well-known, isn't it", 'well-known,'],
  ['words', [2], '今天天气很好', '今天天气'],
  ['words', [9], '你好，世界。', '你好，世界。'],
  ['words', [2], '你好，世界。', '你好，世界。'],
  ['words', [1], '你好，世界。', '你好'],
  ['words', [3], 'cat 今天天气 很好', 'cat 今天天气'],
  ['words', [1], 'ภาษาไทย', 'ภาษา'],
  ['words', [1], '한국어 문장', '한국어'],
  ['words', [0], '今天天气', ''],
  ['truncate', [1], '👩‍👩‍👧‍👦🏖️', '👩‍👩‍👧‍👦'],
  ['truncate', [1], 'e\u0301a', 'e\u0301'],
  ['truncate', [2], '🇫🇷🇩🇪🇯🇵', '🇫🇷🇩🇪'],
  ['truncate', [9], '🇫🇷🇩🇪', '🇫🇷🇩🇪'],
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

const evening = Date.UTC(2026, 0, 2, 23, 4, 5);

const formats: readonly (readonly [value: JsonValue, format: string, text: string])[] = [
  [evening, 'YYYY-MM-DD HH:mm:ss', '2026-01-02 23:04:05'],
  [evening, 'YY/M', '26/M'],
  ['2026-01-02', 'DD HH:mm:ss', '02 00:00:00'],
  ['2026-01-02T09:08', 'HH:mm:ss', '09:08:00'],
  ['2026-01-02 09:08:07', 'HHmmss', '090807'],
  ['2026-01-03T00:34:05+01:30', 'MM-DD HH:mm', '01-03 00:34'],
  ['on 2026-01-02', 'YYYY', 'on 2026-01-02'],
  ['26-01-02', 'YYYY', '26-01-02'],
  [null, 'YYYY', ''],
  [{ a: 1 }, 'YYYY', '{"a":1}'],
  [8.7e15, 'YYYY', '8700000000000000'],
];

for (const [value, format, text] of formats) {
  test(`${JSON.stringify(value)} as "${format}" is "${text}"`, () => assert.equal(formatDate(value, format), text));
}

test('a time is written in the local time of its offset', () => {
  const offsets = [0, 60, 330, -90, -720];
  assert.deepEqual(
    offsets.map((minutes) => buildIsoText(evening, minutes)),
    [
      '2026-01-02T23:04:05Z',
      '2026-01-03T00:04:05+01:00',
      '2026-01-03T04:34:05+05:30',
      '2026-01-02T21:34:05-01:30',
      '2026-01-02T11:04:05-12:00',
    ],
  );
});

test('a time outside the calendar has no text', () => {
  assert.deepEqual([buildIsoText(8.64e15, 1), buildIsoText(NaN, 0)], ['', '']);
});

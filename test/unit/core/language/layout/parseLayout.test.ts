import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutValue } from '../../../../../src/core/language/layout/layout.ts';
import { parseLayout } from '../../../../../src/core/language/layout/parseLayout.ts';

/** Returns the index of the line in which a value ends, although the next line is indented like it. -1 if none is. */
function endOf(style: LayoutValue['style'], lines: readonly string[]): number {
  const [first, ...others] = parseLayout(`key: ${[...lines, 'next'].join('\n  ')}`).lines;
  assert.equal(first?.entry?.value.style, style);
  return others.findIndex(({ kind }) => kind !== 'continuation');
}

const ends: readonly (readonly [what: string, style: LayoutValue['style'], lines: readonly string[], end: number])[] = [
  ['a text in quotes ends at the closing quote', 'quoted', ['"a', 'b" # c'], 1],
  ['an escaped quote closes nothing', 'quoted', ['"a\\"', 'b\\', '"'], 2],
  ['a doubled quote closes nothing', 'quoted', ["'a''", "''b'"], 1],
  ['brackets end with the outermost', 'flow', ['[a, {b: c}', ', [d', ']]'], 2],
  ['brackets in quotes close nothing', 'flow', ['{a: "}', '}", b: c', '}'], 2],
  ['a quote in a word opens nothing', 'flow', ["[it's", 'a]', "']"], 1],
  ['a comment closes nothing', 'flow', ["[a # it's ]", '#]', ']'], 2],
  ['names of the prototype are words', 'flow', ['{constructor: toString}'], 0],
  ['a sign in a word does not begin a comment', 'flow', ['[a#b]'], 0],
  ['plain text ends by indentation alone', 'plain', ['a]', '"b"'], -1],
];

for (const [what, style, lines, end] of ends) {
  test(what, () => assert.equal(endOf(style, lines), end));
}

const flows: readonly (readonly [what: string, text: string, entries: readonly (readonly [string, string])[]])[] = [
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

for (const [what, text, entries] of flows) {
  test(`the keys in a brace are read: ${what}`, () => {
    assert.deepEqual(
      parseLayout(text).entries.map(({ key, value }) => [key, value && text.slice(value.start, value.end)]),
      entries,
    );
  });
}

const roots: readonly (readonly [what: string, text: string, keys: readonly string[]])[] = [
  ['a brace below a key is no root', 'a: 1\n{b: 2}\nc: 3\n', ['a', 'c']],
  ['a word above a key is no root', 'word\na: 1\n', ['a']],
  ['no key above a document marker is a parent', 'a:\n---\n  b: 1\n', ['a', 'b']],
];

for (const [what, text, keys] of roots) {
  test(what, () =>
    assert.deepEqual(
      parseLayout(text).entries.map(({ key }) => key),
      keys,
    ),
  );
}

test('lines end before their line breaks, also an empty first one', () => {
  const { lines } = parseLayout('\na: 1\r\nb: 2');
  assert.deepEqual(
    lines.map(({ start, end }) => [start, end]),
    [
      [0, 0],
      [1, 5],
      [7, 11],
    ],
  );
});

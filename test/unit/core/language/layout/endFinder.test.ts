import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutValue } from '../../../../../src/core/language/layout/layout.ts';
import { createEndFinder } from '../../../../../src/core/language/layout/endFinder.ts';

/** Returns the index of the first line in which a value ends. -1 if there is none. */
function endOf(style: LayoutValue['style'], lines: readonly string[]): number {
  const endsIn = createEndFinder(style);
  return lines.findIndex((line) => endsIn?.(line));
}

const cases: readonly (readonly [what: string, style: LayoutValue['style'], lines: readonly string[], end: number])[] =
  [
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

for (const [what, style, lines, end] of cases) {
  test(what, () => assert.equal(endOf(style, lines), end));
}

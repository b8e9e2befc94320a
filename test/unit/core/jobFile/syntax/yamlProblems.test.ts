import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';

/** Returns problems as `code/variant «text»`. */
function problemsOf(text: string): readonly string[] {
  return parseSyntax(text).problems.map(({ code, args, start, end }) => {
    const variant = code === 'yaml-syntax' ? `/${args['variant']}` : '';
    return `${code}${variant} «${text.slice(start, end)}»`;
  });
}

type Cases = readonly (readonly [what: string, text: string, problems: readonly string[]])[];

const errors: Cases = [
  ['an escape that does not exist', 'a: "\\q"\n', ['yaml-syntax/bad-escape «\\»']],
  ['a line that is indented too little', 'a:\n    b: 1\n  c: 2\n', ['yaml-syntax/bad-indent « »']],
  ['a comma first', 'a: ,b c\n', ['yaml-syntax/bad-start «,»']],
  ['a dash first', 'a: - b\n', ['yaml-syntax/bad-start «-»']],
  ['an ampersand first', 'a: & b\n', ['yaml-syntax/bad-start «&»']],
  ['a comment without a space before it', 'a: "b"#c\n', ['yaml-syntax/comment-without-space «#c»']],
  ['a key after a question mark', '? word\n- "open\na: 1\n', ['yaml-syntax/missing-colon «word»']],
  ['a word on its own line', 'a: 1\nword\n', ['yaml-syntax/missing-colon «word»']],
  ['a word before the next key', 'word\na: 1\n', ['yaml-syntax/missing-colon «word»']],
  ['a word after a list in brackets', 'a: [b]\nword\n', ['yaml-syntax/missing-colon «word»']],
  ['a word in a map after a list in brackets', 'a:\n  b: [c]\n  word\n', ['yaml-syntax/missing-colon «word»']],
  ['a key indented more than a list', 'a:\n  b: [c]\n    d: [e]\n', ['yaml-syntax/bad-indent « »']],
  ['a word indented less than a list', 'a:\n    b: [c]\n  word\n', ['yaml-syntax/bad-indent « »']],
  ['a colon without a space', 'a: 1\nb:2\n', ['yaml-syntax/missing-space «b:2»']],
  ['a URL on its own line', 'a: 1\nhttps://x\n', ['yaml-syntax/missing-colon «https://x»']],
  ['a URL with a word before its colon', 'a: 1\nsee:https://x\n', ['yaml-syntax/missing-space «see:https://x»']],
  ['a tab at the start of a line', 'a:\n\tb: 1\n', ['yaml-syntax/tab «\t»']],
  ['a quote that is not closed', 'a: 1\nb: "c\n', ['yaml-syntax/unclosed-quote «"c»']],
  ['a single quote that is not closed', "a: 'it\nb: 1\n", ["yaml-syntax/unclosed-quote «'it»"]],
  ['an escaped quote at the end', 'a: "b\\"\n', ['yaml-syntax/unclosed-quote «"b\\"»']],
  ['a bracket that is not closed', 'a: [1, 2\n', ['yaml-syntax/unclosed-bracket «[1, 2»']],
  [
    'a bracket that is not closed, around an empty list',
    'a: [b, [], c\n',
    ['yaml-syntax/unclosed-bracket «[b, [], c»'],
  ],
  ['a bracket that nothing opens', 'a: 1\n]\n', ['yaml-syntax/other «]»']],
  ['the inner of two brackets that are not closed', 'a: [b[\n', ['yaml-syntax/unclosed-bracket «[»']],
  ['a brace that is not closed', 'a: {b: 1\nc: 2\n', ['yaml-syntax/unclosed-bracket «{b: 1»']],
  ['an alias without an anchor, in a list', 'a: [*x]\n', ['yaml-syntax/unknown-alias «*x»']],
  ['a second document', 'a: 1\n---\nb: 2\n', ['several-documents «---»']],
  ['a custom tag', 'a: !x 1\n', ['custom-tag «!x»']],
  ['a tag without a name', 'a: ! 1\n', ['custom-tag «!»']],
  ['a tag without a name and a value', 'a: !\nb: [! c]\n', ['custom-tag «!»', 'custom-tag «!»']],
  ['a standard tag', 'a: !!str 1\n', []],
];

const traps: Cases = [
  ['an expression in a flow map', 'a: {b: ${{ vars.c }}}\n', ['expression-in-flow «{b: ${{ vars.c }}}»']],
  ['braces as in a template', 'a: {{ b }}\n', ['braces-as-map «{{ b }}»']],
  ['brackets before words', 'a: [Verse] b\n', ['brackets-as-list «[Verse] b»']],
  ['brackets on the line above words', 'a: [Verse]\n  b\n', ['brackets-as-list «[Verse]»']],
  ['brackets before words, without a key', 'a: 1\n[Verse] b\n', ['brackets-as-list «[Verse] b»']],
  ['an anchor with a comma', 'a: &b, c\n', ['anchor-in-text «&b, c»']],
  ['a star before a word', 'a: *b*\n', ['star-as-alias «*b*»']],
  ['an at sign first', 'a: @b c\n', ['at-sign-start «@b c»']],
  ['a backtick first', 'a: `b`\n', ['backtick-start «`b`»']],
  ['a percent sign first', 'a: %b\n', ['percent-start «%b»']],
  ['braces before words', 'a: {b|c} d\n', ['braces-as-map «{b|c} d»']],
  ['the sign of a block before words', 'a: | b c\n', ['block-sign-start «| b c»']],
  ['the sign of a block before words, with more below', 'a:\n  - >- b c\n    d\n', ['block-sign-start «>- b c»']],
  ['a colon of an input method', 'a: 1\nb：c\n', ['full-width «：»']],
  ['a number sign of an input method', 'a: 1\n＃ b\n', ['full-width «＃»']],
  ['a space that is none to YAML', 'a: 1\nb:\u00a0c\n', ['odd-space «\u00a0»']],
  ['text after a quote', 'a: "b" c\n', ['text-after-quote «"b" c»']],
  ['a colon in text', 'a: b: c\n', ['colon-in-text «b: c»']],
  ['a colon in an item', 'a:\n  - b: c: d\n', ['colon-in-text «c: d»']],
  ['a trap after a quoted key', '"a": @b\n', ['at-sign-start «@b»']],
];

for (const [name, cases] of [
  ['an error of YAML', errors],
  ['a trap that causes an error', traps],
] as const) {
  describe(name, () => {
    for (const [what, text, problems] of cases) {
      test(`${what}: ${problems.join(', ') || 'none'}`, () => assert.deepEqual(problemsOf(text), problems));
    }
  });
}

describe('several errors', () => {
  test('on one line are reported once, and on two lines twice', () => {
    assert.deepEqual(problemsOf('a: [1,,2,,3\n'), ['yaml-syntax/unclosed-bracket «[1,,2,,3»']);
    assert.deepEqual(problemsOf('a: @b\nc: `d\n'), ['at-sign-start «@b»', 'backtick-start «`d»']);
  });

  test('of which one ends a flow map early are reported at the expression', () => {
    assert.deepEqual(problemsOf('a: {b: ${{ c }}, d: 1}\ne: 1\n'), ['expression-in-flow «{b: ${{ c }}, d: 1}»']);
  });

  test('are in the order of the text, those of the tree among them', () => {
    assert.deepEqual(problemsOf('a: 1\na: 2\nb: @c\nb: 3\n'), [
      'duplicate-key «a»',
      'at-sign-start «@c»',
      'duplicate-key «b»',
    ]);
  });
});

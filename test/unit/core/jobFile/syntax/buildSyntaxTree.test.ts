import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { mapToJson, type SyntaxNode } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';
import type { JsonValue } from '../../../../../src/core/support/json/json.ts';

function rootOf(text: string): SyntaxNode {
  const { root } = parseSyntax(text);
  assert.ok(root);
  return root;
}

/** Returns problems as `code/variant «text»`. */
function problemsOf(text: string): readonly string[] {
  return parseSyntax(text).problems.map(({ code, args, start, end }) => {
    const variant = args['variant'];
    return `${code}${variant === undefined ? '' : `/${variant}`} «${text.slice(start, end)}»`;
  });
}

const values: readonly (readonly [what: string, text: string, value: JsonValue])[] = [
  ['numbers', 'a: [1, -2, 1.5, 0x10, 1e3]', { a: [1, -2, 1.5, 16, 1000] }],
  ['the largest exact integer', 'a: 9007199254740991', { a: 9007199254740991 }],
  ['an integer above it', 'a: 9007199254740993', { a: 9007199254740993n }],
  ['words for true, false and null', 'a: [true, False, null, ~, ]', { a: [true, false, null, null] }],
  ['words of YAML 1.1 alone', 'a: [yes, off, 12:30]', { a: ['yes', 'off', '12:30'] }],
  ['a date', 'a: 2026-11-21', { a: '2026-11-21' }],
  ['a missing value', 'a:\nb: 1', { a: null, b: 1 }],
  ['a pair in a flow sequence', 'a: [b: c, d]', { a: [{ b: 'c' }, 'd'] }],
  ['keys that look like other types', '1: a\ntrue: b\nnull: c', { 1: 'a', true: 'b', null: 'c' }],
  ['a key of the prototype', '__proto__: {a: 1}', JSON.parse('{"__proto__": {"a": 1}}') as JsonValue],
  ['a folded string', 'a: >\n  b\n  c\n', { a: 'b c\n' }],
  ['an alias', 'a: &x {b: [1]}\nc: *x', { a: { b: [1] }, c: { b: [1] } }],
  ['an alias to the last of two anchors', 'a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
  ['a merged map', 'a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}', { a: { b: 1, c: 2 }, d: { c: 3, b: 1 } }],
  ['several merged maps, of which the first wins', 'a: {<<: [{b: 1}, {b: 2, c: 3}]}', { a: { b: 1, c: 3 } }],
  ['a merge of a value that is not a map', 'a: {<<: 5, b: 1}', { a: { '<<': 5, b: 1 } }],
  ['a merge of a list with other values', 'a: {<<: [1, {b: 2}]}', { a: { b: 2 } }],
  ['a key that occurs twice, of which the first wins', 'a: 1\na: 2', { a: 1 }],
];

for (const [what, text, value] of values) {
  test(`${what}: a value is read`, () => assert.deepEqual(mapToJson(rootOf(text)), value));
}

const problems: readonly (readonly [text: string, problems: readonly string[]])[] = [
  ['a: 1\nb: 2\na: 3\n', ['duplicate-key «a»']],
  ['a: {b: 1, "b": 2}\n', ['duplicate-key «"b"»']],
  ['a: *x\n', ['star-as-alias «*x»']],
  ['a: &x [*x]\n', ['too-many-aliases/cycle «*x»']],
  ['a: &x {b: {c: *x}}\n', ['too-many-aliases/cycle «*x»']],
  ['a: &x 1\nb: [*x, *x]\n', []],
  ['? [a]\n: 1\n', ['yaml-syntax/complex-key «[a]»']],
  [`a: ${'['.repeat(199)}${']'.repeat(199)}\n`, []],
  [`a: ${'['.repeat(200)}${']'.repeat(200)}\n`, ['yaml-syntax/too-deep «[]»']],
];

for (const [text, expected] of problems) {
  test(`${JSON.stringify(text.slice(0, 30))} has the problems: ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(problemsOf(text), expected));
}

test('a duplicate key names the first one', () => {
  const [problem] = parseSyntax('a: 1\na: 2\n').problems;
  assert.deepEqual(problem?.related, [{ role: 'first-key', start: 0, end: 1, args: { name: 'a' } }]);
});

test('a text with nothing but comments has no root', () => {
  assert.deepEqual(
    ['', '# a\n', '~\n', 'null\n'].map((text) => parseSyntax(text).root),
    [null, null, null, null],
  );
});

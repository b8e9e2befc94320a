import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormProblems, isAccessName } from '../../../../../src/core/jobFile/syntax/formProblems.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';

/** Returns problems as `code «text»`. */
function problemsOf(text: string): readonly string[] {
  const { root } = parseSyntax(text);
  assert.equal(root?.kind, 'map');
  return findFormProblems(root, text).map(({ code, start, end }) => `${code} «${text.slice(start, end)}»`);
}

const key = 'sk-0123456789abcdef';

const cases: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  ['a key of the gateway', `a: ${key}\n`, [`key-in-job-file «${key}»`]],
  ['a key with spaces around it', `a: " ${key} "\n`, [`key-in-job-file «" ${key} "»`]],
  ['a key after "Bearer"', `a: Bearer ${key}\n`, [`key-in-job-file «Bearer ${key}»`]],
  ['a key in a list in a map', `a: [{b: ${key}}]\n`, [`key-in-job-file «${key}»`]],
  ['characters that are too few for a key', 'a: sk-0123456789abcde\n', []],
  ['a sentence that contains a key', `a: use ${key}\n`, []],
  ['a name for a key', 'a: {API-Key: x}\n', ['key-in-job-file «API-Key»']],
  ['a key below a name for keys', `api_key: ${key}\n`, ['key-in-job-file «api_key»']],
  ['a merged key', `x-a: &a {b: ${key}}\nc: {<<: *a}\n`, [`key-in-job-file «${key}»`]],

  ['full-width colons in braces', 'a: {b：c，d：e}\n', ['full-width «：c，d：»']],
  ['a full-width colon in each of two items', 'a: [{b：c, d：e}]\n', ['full-width «：»', 'full-width «：»']],
  ['a full-width colon in a key that has a value', 'a: {b：c: d}\ne：f: null\n', []],
  ['a full-width colon in braces that are text', 'a: {b：0.5|c：0.5}\nd: {(e)：f}\n', []],
  ['a full-width comma in the only item', 'a: [b，c，d]\n', ['full-width «，c，»']],
  ['a full-width comma between quotes', 'a: [“b”，“c”]\n', ['full-width «“b”，“c”»']],
  ['a full-width comma inside quotes', 'a: [“b，c”]\n', ['full-width «，»']],
  ['a full-width comma in one of several items', 'a: [b，c, d]\n', []],

  ['a comment where a value is missing', 'a: #1 song\n', ['comment-as-value «#1 song»']],
  ['a comment where an item is missing', 'a:\n  - b\n  -  #1 song\n', ['comment-as-value «#1 song»']],
  ['a comment after an empty item', 'a:\n  - ~ #1\n  -\n  #1\n  - # song\n', []],
  ['a comment with a space after its sign', 'a: # song\n', []],
  ['a comment on the next line', 'a:\n  #1 song\n', []],
  ['a comment after prose', 'prompt: a door #2 of three\n', ['comment-in-text «#2 of three»']],
  ['a comment after lyrics', 'lyrics: la #la\n', ['comment-in-text «#la»']],
  ['a comment after an item of prose', 'prompt:\n  - a door #2\n  - b\n', ['comment-in-text «#2»']],
  ['a comment after an item that is not prose', 'a:\n  - b #2\n', []],
  ['a comment after a variable', 'vars: {a: b}\nx:\n  vars:\n    a: b #2\n', []],
  ['a comment after an axis', 'matrix:\n  a:\n    - sun #1\n    - rain # 2\n', ['comment-in-text «#1»']],
  ['a comment after an included value', 'matrix: {include: [{a: sun #1\n}]}\n', ['comment-in-text «#1»']],
  ['a comment below prose, indented like it', 'prompt: a door\n  #wood\n', ['comment-in-text «#wood»']],
  ['several comments below prose', 'prompt: a\n  b\n  #c\n  #d\n', ['comment-in-text «#c\n  #d»']],
  ['a comment below prose on its own line', 'prompt:\n  a door\n  #wood\n', ['comment-in-text «#wood»']],
  ['a comment below an item of prose', 'prompt:\n  - a door\n   #wood\n', ['comment-in-text «#wood»']],
  ['a comment below prose, in the column of its key', 'a:\n  prompt: a door\n  #wood\nprompt:\n  - b\n  #c\n', []],
  ['a note after prose', 'prompt: a door # open\n', []],
  ['a comment after a value that is not prose', 'size: 2K #large\n', []],
  ['a number sign in quotes', 'prompt: "a #2"\n', []],
  ['an anchor as the whole text', 'title: &Juliet\nx: y\n', ['anchor-in-text «&Juliet»']],
  ['an anchor before a text', 'a: [&b c d, {e: &f g}]\n', ['anchor-in-text «&b c d»', 'anchor-in-text «&f g»']],
  ['an anchor as an item', 'a:\n  - &b\n  - c\n', ['anchor-in-text «&b»']],
  ['an anchor that an alias uses', 'a: &b c\nd: *b\n', []],
  ['an anchor before quotes, a block, a number or a map', 'a: &b "c"\nd: &e |\n  f\ng: &h 1\ni: &j {k: l}\n', []],
  ['an anchor below a key that is not read', 'x-a: &b c\n', []],
  ['the word Null as prose', 'title: Null\nprompt: [NULL]\n', ['null-word «Null»', 'null-word «NULL»']],
  ['the word Null in an axis', 'matrix: {a: [Null], include: [{a: NULL}]}\n', ['null-word «Null»', 'null-word «NULL»']],
  ['the word Null where no text is', 'size: Null\n', []],
  ['null', 'title: null\nmatrix: {a: [null, ~]}\n', []],
  ['a ratio', 'aspect_ratio: 16:9\n', ['ratio-as-number «16:9»']],
  ['a ratio with a zero', 'aspect_ratio: 16:09\n', ['ratio-as-number «16:09»']],
  ['a ratio with a fraction', 'aspect_ratio: 9:19.5\n', ['ratio-as-number «9:19.5»']],
  ['a ratio that starts with a fraction', 'aspect_ratio: 19.5:9\n', []],
  ['a ratio in quotes', 'aspect_ratio: "16:9"\n', []],
  ['a ratio with seconds above 59', 'aspect_ratio: 16:60\n', []],
  ['a time that starts with zero', 'at: 0:30\n', []],
  ['a number that starts with zero', 'seed: 007\n', ['leading-zero «007»']],
  ['a negative number that starts with zero', 'seed: -01\n', ['leading-zero «-01»']],
  ['zero', 'seed: 0\n', []],
  ['zero and a fraction', 'seed: 0.5\n', []],
  ['an integer above 2^53', 'seed: 9007199254740993\n', ['large-integer «9007199254740993»']],
  ['an integer below 2^53', 'seed: 9007199254740991\n', []],
  ['a large integer in base 16', 'seed: 0xFFFFFFFFFFFFFFFF\n', []],
  ['traps in lists and maps', 'a: [007, {b: 16:9}]\n', ['leading-zero «007»', 'ratio-as-number «16:9»']],
  ['a trap below a key that is not read', 'x-note: 007\n', []],
  ['a trap in a merged map, once', 'a: &a {b: 007}\nc: {<<: *a}\n', ['leading-zero «007»']],
];

for (const [what, text, problems] of cases) {
  test(`${what}: ${problems.join(', ') || 'none'}`, () => assert.deepEqual(problemsOf(text), problems));
}

test('a trap says what is kept and what is lost', () => {
  const text = `prompt: ${'very '.repeat(20)}old door #2 of three\n`;
  const { root } = parseSyntax(text);
  assert.equal(root?.kind, 'map');
  assert.deepEqual(
    findFormProblems(root, text).map(({ severity, args }) => [severity, args]),
    [['warning', { key: 'prompt', kept: '…y very very very very very very old door', text: '#2 of three' }]],
  );
});

test('a key has up to 10000 characters', () => {
  const counts = [10_000, 10_001].map((length) => problemsOf(`a: ${key.padEnd(length, 'x')}\n`).length);
  assert.deepEqual(counts, [1, 0]);
});

test('a trap shows up to 40 characters of what is kept', () => {
  const { root } = parseSyntax(`prompt: ${'x'.repeat(40)} #2\n`);
  assert.equal(root?.kind, 'map');
  assert.equal(findFormProblems(root, `prompt: ${'x'.repeat(40)} #2\n`)[0]?.args['kept'], 'x'.repeat(40));
});

test('names for access are found in any spelling', () => {
  const names = ['api_key', 'API-KEY', 'apikey', 'x-api-key', 'Authorization', 'baseUrl', 'base url', 'base_url'];
  assert.deepEqual(names.filter(isAccessName), names);
  assert.deepEqual(['key', 'api', 'url', 'authorizations', 'base'].filter(isAccessName), []);
});

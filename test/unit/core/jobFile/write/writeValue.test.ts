import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { mapToJson } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';
import {
  writeEntries,
  writeValue,
  isReadAsItself,
  writeLike,
  writeQuoted,
  writeScalar,
} from '../../../../../src/core/jobFile/write/writeValue.ts';
import { setKeys } from '../../../../../src/core/language/edits/setKeys.ts';
import { canonicalJson } from '../../../../../src/core/support/json/canonicalJson.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/support/json/json.ts';
import * as fc from '../../../../support/fastCheck.ts';

/** Texts with signs that are difficult in YAML, and without signs that have a meaning in job files. */
const pieces = [
  'a', 'B', '1', ' ', '  ', '\n', '\n\n', '\t', '#', ':', ': ', '- ', '"', "'", '&', '*', '!', '%', '@', '`', '|',
  '>', '{', '}', '[', ']', ',', '~', 'null', 'yes', '0x1', '\r', '\u0000', '\u2028', '🌅', '---',
] as const; // prettier-ignore
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(''));
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(9007199254740993n));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '<<'),
      tie('value'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
}));

function readBack(yaml: string): JsonValue {
  const { root, problems } = parseSyntax(yaml);
  assert.deepEqual([yaml, problems], [yaml, []]);
  return root && mapToJson(root);
}

test('any value is parsed to what it was', () => {
  fc.assert(
    fc.property(value, (written) => {
      const yaml = `${writeEntries({ field: written, last: 1 }, '')}\n`;
      assert.equal(canonicalJson(readBack(yaml)), canonicalJson({ field: written, last: 1 }), yaml);
    }),
  );
});

test('any string is parsed to what it was, whatever it replaces', () => {
  const befores = ['a', '"a"', "'a'", '|\n  a', '>- # why\n  a\n  b', 'a\n  b', '', '[a]', '\n  - a\n  - b', 'a # why'];
  fc.assert(
    fc.property(text, fc.constantFrom(...befores), (after, before) => {
      const yaml = `first: 1\nfield: ${before}\nlast: 1\n`;
      const changed = setKeys(yaml, [], { field: after });
      const expected: JsonObject = { first: 1, field: after, last: 1 };
      assert.equal(canonicalJson(readBack(changed)), canonicalJson(expected), changed);
    }),
  );
});

test('a text with spaces stays on the line up to 80 characters, in the quotes that it had', () => {
  const text = (length: number): string => `a ${'b'.repeat(length - 2)}`;
  const written = (value: string, style: 'plain' | 'quoted' | 'block'): string =>
    writeValue(value, { indent: '', style });
  assert.deepEqual(
    [
      written(text(80), 'plain'),
      written(text(81), 'plain'),
      written(text(80), 'quoted'),
      written(text(81), 'quoted'),
      written('b'.repeat(81), 'plain'),
      written('a: b', 'plain'),
      written('a: b', 'quoted'),
      written('16:9', 'plain'),
      written('a', 'block'),
      written('a\n', 'plain'),
    ],
    [
      ` ${text(80)}`,
      ` |-\n  ${text(81)}`,
      ` "${text(80)}"`,
      ` |-\n  ${text(81)}`,
      ` ${'b'.repeat(81)}`,
      ' |-\n  a: b',
      ' "a: b"',
      ' "16:9"',
      ' |-\n  a',
      ' |\n  a',
    ],
  );
});

test('a list stays on the line up to 80 characters, if it was there and has no lists or maps', () => {
  const list = (length: number): readonly string[] => ['a', 'b'.repeat(length - 6)];
  const written = (value: JsonValue, style: 'flow' | 'block' = 'flow'): string =>
    writeValue(value, { indent: '', list: style });
  assert.deepEqual(
    [
      written(list(80)).length,
      written(list(81)),
      written(['a', 1, null]),
      written(['a'], 'block'),
      written([], 'block'),
      written([['a'], {}, { b: { c: 1 }, d: 2 }]),
      written({}),
    ],
    [
      80,
      `\n  - a\n  - ${'b'.repeat(75)}`,
      ' [a, 1, null]',
      '\n  - a',
      ' []',
      '\n  - [a]\n  - {}\n  - b:\n      c: 1\n    d: 2',
      ' {}',
    ],
  );
});

test('expressions in sent values stay text', () => {
  assert.deepEqual(
    [writeValue('a ${{ x }}', { indent: '' }), writeValue(['${{ x }}'], { indent: '' })],
    [' |-\n  a $${{ x }}', ' ["$${{ x }}"]'],
  );
});

const plain = ['2K', 'sonic-v4', '/v1/images/generations', 'indie folk, warm guitar', 'Zürich'];
const quoted = ['16:9', 'true', 'no', '5', '1_000', '0x1F', '1e3', '', ' a', 'a: b', 'a #b', '- a', '*a', "it's: x"];

for (const text of plain) test(`"${text}" stays plain`, () => assert.equal(writeScalar(text), text));

for (const text of quoted) {
  test(`"${text}" is quoted`, () => assert.equal(writeScalar(text), JSON.stringify(text)));
}

test('both versions of YAML parse it to the same string', () => {
  for (const text of [...plain, ...quoted]) {
    const read = (['1.1', '1.2'] as const).map((version) => parse(writeScalar(text), { version }) as unknown);
    assert.deepEqual(read, [text, text]);
  }
});

test('a string that YAML reads otherwise, or as several, is not read as itself', () => {
  const sources = ['late light', 'a, b', '', '5', 'a: b', 'a #b', '*a'];
  const read = [false, true].map((isFlow) => sources.filter((source) => isReadAsItself(source, { isFlow })));
  assert.deepEqual(read, [['late light', 'a, b'], ['late light']]);
});

test('single quotes are used where double ones would need escapes, and not the other way round', () => {
  const values = ['a', 'say "a"', 'a\\b', 'it\'s "a"', '"a"\n'];
  assert.deepEqual(values.map(writeQuoted), ['"a"', `'say "a"'`, "'a\\b'", '"it\'s \\"a\\""', '"\\"a\\"\\n"']);
});

test('a string that replaces another one has its quotes, if they can hold it', () => {
  const written = (source: string, value: string, isFlow = false): string => writeLike(source, value, { isFlow });
  assert.deepEqual(
    [
      written("'a'", "it's"),
      written("'a'", 'a\nb'),
      written('"a"', 'b'),
      written('a', 'b c'),
      written('a', 'b: c'),
      written('a', 'b, c'),
      written('a', 'b, c', true),
      written('a', 'b c', true),
    ],
    ["'it''s'", '"a\\nb"', '"b"', 'b c', '"b: c"', 'b, c', '"b, c"', 'b c'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  isReadAsItself,
  writeLike,
  writeQuoted,
  writeScalar,
} from '../../../../../src/core/jobFile/write/writeScalar.ts';

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

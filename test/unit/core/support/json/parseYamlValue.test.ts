import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseYamlValue } from '../../../../../src/core/support/json/parseYamlValue.ts';

test('YAML and JSON are parsed as plain data', () => {
  assert.deepEqual(
    [parseYamlValue('a: [1, x]\nb: &b {c: true}\nd: *b'), parseYamlValue('{"a": null}')],
    [{ a: [1, 'x'], b: { c: true }, d: { c: true } }, { a: null }],
  );
});

test('a malformed string, and one that would expand too much, returns undefined without a throw', () => {
  const bomb = Array.from({ length: 12 }, (_, index) => {
    const before = index === 0 ? 'x' : `*a${index - 1}`;
    return `a${index}: &a${index} [${Array.from({ length: 10 }, () => before).join(', ')}]`;
  }).join('\n');
  const texts = ['a: [', '*nowhere', 'a: b: c', bomb, '['.repeat(50_000)];
  assert.deepEqual(texts.map(parseYamlValue), [undefined, undefined, undefined, undefined, undefined]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from '../../../../../src/core/support/json/canonicalJson.ts';
import { type JsonValue, stringifyJson } from '../../../../../src/core/support/json/json.ts';

test('sorts keys by UTF-16 code units, as RFC 8785 section 3.2.3 shows', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
  assert.equal(canonicalJson(value), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

const vectors: readonly (readonly [value: JsonValue, canonical: string])[] = [
  [333333333.3333333, '333333333.3333333'],
  [1e30, '1e+30'],
  [4.5, '4.5'],
  [2e-3, '0.002'],
  [0.000000000000000000000000001, '1e-27'],
  [-0, '0'],
  ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  [[null, true, false], '[null,true,false]'],
  [{ b: { d: 1, c: [] }, a: {} }, '{"a":{},"b":{"c":[],"d":1}}'],
  [12345678901234567890123n, '12345678901234567890123'],
];

for (const [value, canonical] of vectors) {
  test(`writes ${canonical} in canonical form`, () => assert.equal(canonicalJson(value), canonical));
}

test('refuses numbers that JSON cannot express', () => {
  assert.throws(() => canonicalJson({ a: [Infinity] }), RangeError);
});

test('the sent body keeps the order of its keys and all digits of its integers', () => {
  assert.equal(
    stringifyJson({ b: 9007199254740993n, a: ['x', { c: null }] }),
    '{"b":9007199254740993,"a":["x",{"c":null}]}',
  );
});

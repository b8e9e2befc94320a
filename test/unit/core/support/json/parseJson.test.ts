import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringifyJson } from '../../../../../src/core/support/json/json.ts';
import { parseJson } from '../../../../../src/core/support/json/parseJson.ts';

test('integers beyond 2^53 keep their digits, other numbers stay numbers', () => {
  assert.deepEqual(parseJson('[9007199254740993, -9007199254740993, 12, 1.5, 1e30, "9007199254740993"]'), [
    9007199254740993n,
    -9007199254740993n,
    12,
    1.5,
    1e30,
    '9007199254740993',
  ]);
});

test('numbers are the same in a string with few digits and in one with many', () => {
  const numbers = '1767225600000, 0.1, -0, 1e30, 123456789012345';

  assert.deepEqual(parseJson(`[${numbers}, 1234567890123456]`), [
    ...(parseJson(`[${numbers}]`) as number[]),
    1234567890123456,
  ]);
});

test('written JSON is parsed to the same value', () => {
  const text = '{"a":[1,{"seed":18446744073709551615}],"b":null}';

  assert.equal(stringifyJson(parseJson(text)), text);
});

test('broken JSON throws a SyntaxError', () => {
  assert.throws(() => parseJson('{"a":'), SyntaxError);
});

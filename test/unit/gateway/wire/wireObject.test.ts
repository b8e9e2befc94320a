import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAmount } from '../../../../src/gateway/wire/wireObject.ts';

const rows: readonly (readonly [unknown, number | null])[] = [
  [0.04, 0.04],
  ['0.04', 0.04],
  [0, 0],
  ['1e999', null],
  [Infinity, null],
  [NaN, null],
  [-0.04, null],
  ['0.04 USD', null],
  ['0,04', null],
  ['', null],
  [undefined, null],
];
for (const [amount, expected] of rows) {
  test(`the amount ${typeof amount} ${String(amount)} of a response is read as ${expected}`, () => {
    assert.equal(parseAmount({ amount_usd: amount }), expected);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAt } from '../openAt.ts';

/** Returns the label, with the argument that is being written in brackets. */
function signatureAt(marked: string): string | null {
  const { offset, document } = openAt(marked);
  const found = document.signature(offset);
  if (!found) return null;
  const { label, params, active } = found;
  const { start, end } = params[active] ?? { start: label.length, end: label.length };
  return `${label.slice(0, start)}[${label.slice(start, end)}]${label.slice(end)}`;
}

const rows: readonly (readonly [marked: string, signature: string | null])[] = [
  ['${{ vars.a || truncate(|) }}', 'truncate([n])'],
  ['${{ vars.a || truncate(4|0) }}', 'truncate([n])'],
  ['${{ vars.a || truncate(|', 'truncate([n])'],
  ['${{ vars.a || lower || join("|") }}', 'join([separator?])'],
  ['${{ vars.a || truncate(40, |) }}', 'truncate(n)[]'],
  ['${{ vars.a || truncate|(40) }}', null],
  ['${{ vars.a || truncate(40)| }}', null],
  ['${{ vars.a || upper(|) }}', null],
  ['${{ vars.a || constructor(|) }}', null],
  ['truncate(|)', null],
];

for (const [marked, signature] of rows) {
  test(`the signature in ${marked} is ${signature ?? 'nothing'}`, () => {
    assert.equal(signatureAt(`vars: {a: x}\nmodel: sonic\nprompt: ${marked}\n`), signature);
  });
}

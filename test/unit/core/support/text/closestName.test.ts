import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closestName } from '../../../../../src/core/support/text/closestName.ts';

const fields = ['prompt', 'size', 'output_format'];

const cases: readonly (readonly [typed: string, meant: string | undefined])[] = [
  ['promt', 'prompt'],
  ['Prompt', 'prompt'],
  ['siz', 'size'],
  ['siez', 'size'],
  ['outputformat', 'output_format'],
  ['weather', undefined],
  ['xy', undefined],
  ['sick', undefined],
];

test('the same name in another case is closer than any other', () => {
  assert.equal(closestName('SIZE', ['sized', 'size', 'siez']), 'size');
});

test('the first of several names that are equally close is meant', () => {
  assert.equal(closestName('siz', ['size', 'sizes', 'sit']), 'size');
});

test('a text of more than 100 characters has no closest name', () => {
  const long = 'a'.repeat(100);
  assert.deepEqual([closestName(long, [long]), closestName(`${long}a`, [long])], [long, undefined]);
});

for (const [typed, meant] of cases) {
  test(`"${typed}" ${meant ? `may mean "${meant}"` : 'is near to no name'}`, () => {
    assert.equal(closestName(typed, fields), meant);
  });
}

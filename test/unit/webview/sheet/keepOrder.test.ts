import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepOrder } from '../../../../src/webview/sheet/keepOrder.ts';
import { assert as check, constantFrom, property, uniqueArray } from '../../../support/fastCheck.ts';

const letters = (text: string): readonly string[] => text.split('');

test('known items keep their places, whatever the fresh order is', () => {
  assert.equal(keepOrder(letters('abc'), letters('cab')).join(''), 'abc');
});

test('what is hidden leaves no gap, and comes back beside its neighbor', () => {
  assert.deepEqual(
    [keepOrder(letters('abcd'), letters('acd')).join(''), keepOrder(letters('acd'), letters('abcd')).join('')],
    ['acd', 'abcd'],
  );
});

test('what comes before everything else is first', () => {
  assert.equal(keepOrder(letters('bc'), letters('xyabc')).join(''), 'xyabc');
});

test('the result has exactly the wanted items, and the known ones in their order', () => {
  const id = constantFrom(...letters('abcdefgh'));
  check(
    property(uniqueArray(id), uniqueArray(id), (before, sorted) => {
      const kept = keepOrder(before, sorted);
      assert.deepEqual(kept.toSorted(), sorted.toSorted());
      assert.deepEqual(
        kept.filter((each) => before.includes(each)),
        before.filter((each) => sorted.includes(each)),
      );
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetToShow, windowRange } from '../../../../src/webview/shell/windowRange.ts';
import { assert as check, integer, property, record } from '../../../support/fastCheck.ts';

const view = record({
  offset: integer({ min: 0, max: 100_000 }),
  length: integer({ min: 1, max: 3000 }),
  pitch: integer({ min: 1, max: 200 }),
  count: integer({ min: 0, max: 1000 }),
});

test('each visible item has an element, and their number depends on the length of the view only', () => {
  check(
    property(view, integer({ min: 0, max: 999 }), (place, index) => {
      const { start, end } = windowRange(place);
      assert.ok(start >= 0 && start <= end && end <= place.count);
      assert.ok(end - start <= Math.ceil(place.length / place.pitch) + 13);
      const isVisible =
        index < place.count &&
        (index + 1) * place.pitch > place.offset &&
        index * place.pitch < place.offset + place.length;
      if (isVisible) assert.ok(index >= start && index < end);
    }),
  );
});

test('the item that is shown is whole in the view, if it is not longer, and a second time nothing moves', () => {
  check(
    property(view, integer({ min: 0, max: 999 }), (place, index) => {
      if (place.pitch > place.length) return;
      const offset = offsetToShow(place, index);
      assert.equal(offsetToShow({ ...place, offset }, index), offset);
      assert.ok(offset <= index * place.pitch && (index + 1) * place.pitch <= offset + place.length);
    }),
  );
});

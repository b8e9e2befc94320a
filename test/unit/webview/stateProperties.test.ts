import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreviewItem } from '../../../src/protocol/previewItem.ts';
import {
  applyItems,
  follow,
  initialState,
  select,
  selectByOffset,
  selectedItem,
  stay,
  type PreviewState,
} from '../../../src/webview/state.ts';
import {
  array,
  assert as check,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  type Arbitrary,
} from '../../support/fastCheck.ts';
import { makeArtifactItem, makeDetails, makeItems, makeTaskItem } from '../../support/previewHarness/messages.ts';

const id = constantFrom('a', 'b', 'c', 'd', 'e');
const item: Arbitrary<PreviewItem> = oneof(
  record({ id, at: integer({ min: 0, max: 9 }) }).map(({ id: name, at }) => makeArtifactItem(name, at)),
  record({
    id,
    at: integer({ min: 0, max: 9 }),
    state: constantFrom('planned' as const, 'running', 'failed', 'skipped', 'stopped'),
  }).map(({ id: name, at, state }) => makeTaskItem(name, at, { state })),
);

/** Events of a page, each as a function from one state to the next. */
const step: Arbitrary<(state: PreviewState) => PreviewState> = oneof(
  record({
    part: constantFrom('first' as const, 'rest', 'change'),
    changed: array(item, { maxLength: 4 }),
    removed: array(id, { maxLength: 2 }),
  }).map(({ part, changed, removed }) => {
    const unique = [...new Map(changed.map((each) => [each.id, each])).values()];
    return (state: PreviewState) => applyItems(state, makeItems(unique, { part, removed }), 0);
  }),
  id.map(
    (name) => (state: PreviewState) => (state.items?.some((each) => each.id === name) ? select(state, name) : state),
  ),
  integer({ min: -3, max: 3 }).map((offset) => (state: PreviewState) => selectByOffset(state, offset)),
  id.map(
    (name) => (state: PreviewState) => (state.items?.some((each) => each.id === name) ? follow(state, name) : state),
  ),
  constantFrom(
    stay,
    (state: PreviewState) => follow(state, null),
    // The host sends the details of what is selected.
    (state: PreviewState) => (state.selectedId === null ? state : { ...state, details: makeDetails(state.selectedId) }),
  ),
);

/** Calls `look` with each state of random stories, and the state before. */
function tell(look: (state: PreviewState, before: PreviewState) => void): void {
  check(
    property(array(step, { maxLength: 20 }), (steps) => {
      let state = initialState;
      for (const next of steps) {
        const before = state;
        state = next(before);
        look(state, before);
      }
    }),
  );
}

describe('Whatever happens to a page,', () => {
  test('the selected item is in the list, and there is one if the list is not empty', () => {
    tell((state) => assert.equal(selectedItem(state)?.id ?? null, state.selectedId));
    tell(({ items, selectedId }) => assert.equal(selectedId === null, (items?.length ?? 0) === 0));
  });

  test('each item is in the list once', () => {
    tell(({ items }) => assert.equal(new Set(items?.map((each) => each.id)).size, items?.length ?? 0));
  });

  test('the details are those of the selected item', () => {
    tell(({ details, selectedId }) => assert.ok(details === null || details.id === selectedId));
  });

  test('an item that the user stays at is left only if it is gone', () => {
    check(
      property(array(step, { maxLength: 10 }), item, (steps, arrival) => {
        const state = stay(steps.reduce((before, next) => next(before), initialState));
        const next = applyItems(state, makeItems([arrival]), 0);
        assert.ok(state.selectedId === null || next.selectedId === state.selectedId);
      }),
    );
  });

  test('items that a change does not name stay the same objects, so that they are not drawn again', () => {
    check(
      property(array(step, { maxLength: 10 }), item, (steps, arrival) => {
        const state = steps.reduce((before, next) => next(before), initialState);
        const { items } = applyItems(state, makeItems([arrival]), 0);
        const known = new Set(state.items);
        assert.ok(items?.every((each) => each === arrival || known.has(each)));
      }),
    );
  });
});

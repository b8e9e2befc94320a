import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskState } from '../../../src/core/task/model/task.ts';
import { isInFlight, isTaskState, taskStates } from '../../../src/core/task/model/taskStates.ts';
import { comparePreviewItems, type PreviewItem } from '../../../src/protocol/previewItem.ts';
import { parseSavedState } from '../../../src/protocol/savedState.ts';
import { array, assert as check, boolean, constantFrom, integer, property, tuple } from '../../support/fastCheck.ts';
import { makeArtifactItem, makeTaskItem } from '../../support/previewHarness/messages.ts';

const order = (...items: readonly PreviewItem[]) => items.toSorted(comparePreviewItems).map(({ id }) => id);

describe('The order of the list', () => {
  test('has tasks in flight first, then the newest, then the clips of one task in their order', () => {
    const clips = [2, 0, 1].map((clip) => makeArtifactItem(`clip${clip}`, 5, { order: clip }));
    assert.deepEqual(order(makeArtifactItem('old', 1), ...clips, makeTaskItem('live', 0), makeArtifactItem('new', 9)), [
      'live',
      'new',
      'clip0',
      'clip1',
      'clip2',
      'old',
    ]);
  });

  test('has exactly the tasks in flight before the results', () => {
    const states = Object.keys(taskStates).filter(isTaskState);
    const first = states.filter(
      (state) => order(makeArtifactItem('a', 9), makeTaskItem(state, 1, { state }))[0] === state,
    );
    assert.deepEqual(
      first,
      states.filter((state: TaskState) => isInFlight(state)),
    );
  });

  test('does not depend on the order in which the items arrived', () => {
    const item = tuple(
      boolean(),
      integer({ min: 0, max: 3 }),
      integer({ min: 0, max: 1 }),
      constantFrom('a', 'b', 'c', 'd'),
    );
    check(
      property(array(item, { maxLength: 8 }), (parts) => {
        const items = parts.map(([isTask, at, place, id], index): PreviewItem => {
          const name = `${id}${index}`;
          return isTask ? makeTaskItem(name, at, { order: place }) : makeArtifactItem(name, at, { order: place });
        });
        assert.deepEqual(order(...items.toReversed()), order(...items));
      }),
    );
  });
});

describe('The saved state of a page', () => {
  const full = { jobFile: 'file:///a', selectedId: 'a', isDetailsOpen: true, zoom: { id: 'a', side: 2, x: -1, y: 0 } };

  test('is read as it was written', () => {
    const least = { jobFile: 'file:///a', selectedId: null, isDetailsOpen: null, zoom: null };
    assert.deepEqual([full, least].map(parseSavedState), [full, least]);
  });

  test('is refused if a part is missing or wrong', () => {
    const names = Object.keys(full) as (keyof typeof full)[];
    const broken = [
      ...names.map((name) => ({ ...full, [name]: undefined })),
      ...names.map((name) => ({ ...full, [name]: 7 })),
      { ...full, zoom: { ...full.zoom, side: '2' } },
      { ...full, zoom: { side: 2, x: 0, y: 0 } },
      { ...full, jobFile: null },
    ];
    assert.deepEqual(
      broken.map(parseSavedState),
      broken.map(() => null),
    );
  });
});

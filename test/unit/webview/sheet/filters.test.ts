import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreviewItem } from '../../../../src/protocol/previewItem.ts';
import { sheetSorts } from '../../../../src/protocol/sheet.ts';
import { filterItems, keepOrder, listChoices, sortItems } from '../../../../src/webview/sheet/filters.ts';
import { assert as check, constantFrom, property, uniqueArray } from '../../../support/fastCheck.ts';
import { makeArtifactItem, makeTaskItem } from '../../../support/previewHarness/messages.ts';

const items: readonly PreviewItem[] = [
  makeArtifactItem('cat', 10, {
    uri: 'x',
    model: 'm1',
    job: 'still',
    run: 'r1',
    index: 2,
    amountUsd: 0.04,
    axes: [['light', 'dawn']],
    mark: 'star',
    rating: 4,
  }),
  makeArtifactItem('dog', 20, {
    uri: 'x',
    model: 'm2',
    job: 'still',
    run: 'r2',
    index: 1,
    amountUsd: 0.2,
    axes: [['light', 'noon']],
    mark: 'reject',
  }),
  makeTaskItem('live', 30, { run: 'r2', index: 3, state: 'running', axes: [['light', 'dusk']] }),
  makeArtifactItem('gone', 1, { index: 9, mark: 'reject' }),
  makeTaskItem('bad', 5, { run: 'r1', index: 4, state: 'failed', job: 'clip' }),
];

test('a query shows what it finds, and hides missing files unless it asks for a status', () => {
  const found = new Set(['dog', 'bad', 'gone', 'unknown']);
  const shown = ['', 'words', 'words status:any', '-status:saved'].map((query) =>
    filterItems(items, query, { found: query === '' ? null : found }).map(({ id }) => id),
  );
  assert.deepEqual(shown, [
    ['cat', 'dog', 'live', 'bad'],
    ['dog', 'bad'],
    ['dog', 'gone', 'bad'],
    ['dog', 'gone', 'bad'],
  ]);
});

test('each order has all items, whatever order they were in', () => {
  const orders = Object.fromEntries(
    sheetSorts.map((sort) => [
      sort,
      sortItems(items, sort)
        .map(({ id }) => id)
        .join(),
    ]),
  );
  assert.deepEqual(orders, {
    newest: 'live,dog,cat,bad,gone',
    oldest: 'gone,bad,cat,dog,live',
    matrix: 'live,gone,bad,dog,cat',
    rating: 'cat,live,bad,dog,gone',
    cost: 'dog,cat,live,bad,gone',
    name: 'bad,cat,dog,gone,live',
  });
  const rated = [1, 3, null].map((rating) => makeArtifactItem(`r${rating}`, 10, { rating }));
  assert.deepEqual(
    sortItems(rated, 'rating').map(({ id }) => id),
    ['r3', 'r1', 'rnull'],
  );
  const twice = [makeArtifactItem('old', 1), makeArtifactItem('new', 2), makeArtifactItem('next', 3, { index: 2 })];
  assert.deepEqual(
    sortItems(twice, 'matrix').map(({ id }) => id),
    ['new', 'old', 'next'],
  );
  const alike = ['a', 'b'].map((id) => makeArtifactItem(id, 10, { name: 'same.png' }));
  for (const sort of sheetSorts) {
    assert.deepEqual(sortItems(items.toReversed(), sort), sortItems(items, sort));
    assert.deepEqual(sortItems(alike.toReversed(), sort), alike);
  }
});

test('choices are what items differ in, in the order of the file, and then as they first appeared', () => {
  const run = (name: string, at: number, values: readonly string[]) =>
    values.map((value, index) =>
      makeArtifactItem(`${name}${value}`, at, {
        run: name,
        index: index + 1,
        axes: [
          ['light', value],
          ['size', '2K'],
        ],
      }),
    );
  const all = [...run('new', 2, ['noon', 'dusk', 'dawn']), ...run('old', 1, ['dawn', 'night'])];
  const choices = listChoices(all);
  assert.deepEqual(
    [[...choices.axes], choices.runs, choices.models, choices.maxUsd],
    [
      [['light', ['dawn', 'night', 'noon', 'dusk']]],
      [
        { id: 'new', at: 2 },
        { id: 'old', at: 1 },
      ],
      [],
      0,
    ],
  );
  const inFile = listChoices(all, [
    ['style', ['ink', 'oil']],
    ['light', ['dusk', 'storm']],
    ['light', ['noon', 'dusk']],
  ]);
  assert.deepEqual([...inFile.axes], [['light', ['dusk', 'noon', 'dawn', 'night']]]);
  assert.equal(listChoices(items).maxUsd, 0.2);
});

test('of many runs, the newest fifty can be chosen', () => {
  const runs = Array.from({ length: 60 }, (_, at) => makeArtifactItem(`a${at}`, at, { run: `run${at}` }));
  const offered = listChoices(runs).runs.map(({ id }) => id);
  assert.deepEqual([offered.length, offered[0], offered.at(-1)], [50, 'run59', 'run10']);
});

const letters = (text: string): readonly string[] => text.split('');

for (const [title, before, sorted, shown] of [
  ['known items keep their places, whatever the fresh order is', 'abc', 'cab', 'abc'],
  ['what is hidden leaves no gap', 'abcd', 'acd', 'acd'],
  ['what was hidden comes back beside its neighbor', 'acd', 'abcd', 'abcd'],
  ['what comes before everything else is first', 'bc', 'xyabc', 'xyabc'],
] as const) {
  test(title, () => assert.equal(keepOrder(letters(before), letters(sorted)).join(''), shown));
}

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

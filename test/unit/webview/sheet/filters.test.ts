import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreviewItem } from '../../../../src/protocol/previewItem.ts';
import { noFilter, sheetSorts, type SheetFilter } from '../../../../src/protocol/sheet.ts';
import { filterItems, listChoices, sortItems } from '../../../../src/webview/sheet/filters.ts';
import { makeArtifactItem, makeTaskItem } from '../../../support/previewHarness/messages.ts';

const items: readonly PreviewItem[] = [
  makeArtifactItem('cat', 10, {
    uri: 'x',
    prompt: 'A Cat at dawn',
    model: 'm1',
    job: 'still',
    seed: '41',
    run: 'r1',
    index: 2,
    amountUsd: 0.04,
    axes: [['light', 'dawn']],
    mark: 'star',
    rating: 4,
  }),
  makeArtifactItem('dog', 20, {
    uri: 'x',
    prompt: 'A dog at noon',
    model: 'm2',
    job: 'still',
    run: 'r2',
    index: 1,
    amountUsd: 0.2,
    axes: [['light', 'noon']],
    mark: 'reject',
    note: 'Blurred',
  }),
  makeTaskItem('live', 30, { run: 'r2', index: 3, state: 'running', axes: [['light', 'dusk']] }),
  makeArtifactItem('gone', 1, { index: 9, mark: 'reject' }),
  makeTaskItem('bad', 5, { run: 'r1', index: 4, state: 'failed', job: 'clip' }),
];
const shown = (filter: Partial<SheetFilter>) => filterItems(items, { ...noFilter, ...filter }).map(({ id }) => id);

describe('A filter', () => {
  test('hides at first only what has no file any longer', () => {
    assert.deepEqual(
      [shown({}), shown({ state: 'missing' }), shown({ state: 'all' }).length],
      [['cat', 'dog', 'live', 'bad'], ['gone'], 5],
    );
  });

  test('finds each word in the prompt, the name, the note, the seed or a value, whatever its case', () => {
    assert.deepEqual(
      ['CAT dawn', 'dog.png', 'blurred', '41', 'noon m2', 'cat noon', '  '].map((words) => shown({ words }).join()),
      ['cat', 'dog', 'dog', 'cat', 'dog', '', 'cat,dog,live,bad'],
    );
  });

  test('takes the filters of a search, and what it cannot understand as words', () => {
    const searches = {
      'model:m job:STILL': 'cat,dog',
      '-model:1 mark:reject': 'dog',
      'seed:41': 'cat',
      'seed:4': '',
      'mark:none': '',
      'rating:>=4': 'cat',
      'rating:0': 'dog',
      'cost:>0.1': 'dog',
      'cost:<=0.04 at': 'cat',
      'status:failed': 'bad',
      'status:saved -dawn': 'dog',
      'before:2000': 'cat,dog,live,bad',
      'after:2000': '',
      'model:': 'cat,dog,live,bad',
      'mark:blue': '',
      '"at noon"': 'dog',
    };
    assert.deepEqual(
      Object.keys(searches).map((words) => [words, shown({ words }).join()]),
      Object.entries(searches),
    );
  });

  test('has a condition for each fact', () => {
    const conditions: readonly Partial<SheetFilter>[] = [
      { model: 'm1' },
      { job: 'clip' },
      { run: 'r2' },
      { state: 'saved' },
      { state: 'live' },
      { state: 'problem' },
      { mark: 'star' },
      { mark: 'unrejected' },
      { mark: 'unmarked' },
      { mark: 'reject' },
      { minRating: 4 },
      { from: 20 },
      { maxUsd: 0.1 },
      { axes: { light: 'dusk' } },
    ];
    assert.deepEqual(
      conditions.map((each) => shown(each).join()),
      [
        'cat',
        'bad',
        'dog,live',
        'cat,dog',
        'live',
        'bad',
        'cat',
        'cat,live,bad',
        'live,bad',
        'dog',
        'cat',
        'dog,live',
        'cat',
        'live',
      ],
    );
  });

  test('combines its conditions', () => {
    assert.deepEqual(shown({ run: 'r2', state: 'saved', words: 'dog' }), ['dog']);
    assert.deepEqual(shown({ run: 'r2', state: 'saved', mark: 'star' }), []);
  });
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
  for (const sort of sheetSorts) assert.deepEqual(sortItems(items.toReversed(), sort), sortItems(items, sort));
});

test('choices are what items differ in, and values are in the order of the newest run', () => {
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
  const choices = listChoices([...run('old', 1, ['dawn', 'night']), ...run('new', 2, ['noon', 'dawn'])]);
  assert.deepEqual(
    [[...choices.axes], choices.runs, choices.models],
    [
      [['light', ['noon', 'dawn', 'night']]],
      [
        { id: 'new', at: 2 },
        { id: 'old', at: 1 },
      ],
      [],
    ],
  );
});

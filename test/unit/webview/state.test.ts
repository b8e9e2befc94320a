import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemsMessage } from '../../../src/protocol/preview.ts';
import type { PreviewDetails, TaskItem } from '../../../src/protocol/previewItem.ts';
import { applyItems, follow, initialState, select, stay, type PreviewState } from '../../../src/webview/state.ts';
import { makeArtifactItem, makeItems, makeTaskItem } from '../../support/previewHarness/messages.ts';

const start = initialState;

const artifact = makeArtifactItem;
const items = makeItems;
const task = (id: string, at: number, state: TaskItem['state'] = 'running'): TaskItem =>
  makeTaskItem(id, at, { state });

/** Plays messages and selections into an empty preview. */
function arrange(...steps: readonly (ItemsMessage | string)[]): PreviewState {
  return steps.reduce<PreviewState>(
    (state, step) => (typeof step === 'string' ? select(state, step) : applyItems(state, step, 400)),
    start,
  );
}

const view = ({ items, selectedId }: PreviewState) => ({ ids: items?.map(({ id }) => id), selectedId });

test('running items come first, then the newest result', () => {
  const state = arrange(items([artifact('old', 1), task('live', 2), artifact('new', 3)], { part: 'first' }));
  assert.deepEqual(view(state), { ids: ['live', 'new', 'old'], selectedId: 'new' });
});

test('a page that opens during a run starts with its newest result, or else with what the gateway works on', () => {
  const old = { ...artifact('old', 9), run: 'before' };
  const waiting = ['a', 'b', 'c'].map((id, at) => task(id, 10 + at, at === 1 ? 'running' : 'planned'));
  const starts = [
    [old, ...waiting],
    [old, ...waiting, artifact('saved', 5)],
    [old, artifact('saved', 5)],
  ].map((all) => arrange(items(all, { part: 'first' })));
  assert.deepEqual(
    starts.map(({ selectedId, isFollowing }) => [selectedId, isFollowing]),
    [
      ['b', true],
      ['saved', true],
      ['old', true],
    ],
  );
});

test('a result that arrives is selected if the newest was selected', () => {
  const first = items([artifact('a', 1), task('b', 2), task('c', 3)], { part: 'first' });
  assert.deepEqual(view(arrange(first, items([artifact('b', 4)]))), { ids: ['c', 'b', 'a'], selectedId: 'b' });
});

test('while a run is followed each new result is selected, until the user selects an item', () => {
  const first = items([artifact('a', 1), task('b', 2), task('c', 3), task('d', 4)], { part: 'first' });
  const followed = follow(arrange(first), 'a');
  const second = applyItems(followed, items([artifact('b', 5)]), 0);
  const touched = applyItems(stay(second), items([artifact('c', 6)]), 0);
  const pressedAgain = applyItems(follow(touched, null), items([artifact('d', 7)]), 0);
  assert.deepEqual(
    [followed, second, touched, follow(touched, null), pressedAgain].map(({ selectedId }) => selectedId),
    ['a', 'b', 'b', 'b', 'd'],
  );
});

test('a run that ended while the page was hidden is followed from its newest result', () => {
  const first = items([artifact('a', 1), artifact('b', 2), task('c', 3)], { part: 'first' });
  const { selectedId, isFollowing } = follow(arrange(first), 'a');
  assert.deepEqual([selectedId, isFollowing], ['b', true]);
});

test('of a failed chain the job that failed is selected, in whatever order the tasks end', () => {
  const first = items([task('still', 1, 'planned'), task('clip', 2, 'planned')], { part: 'first' });
  const [failed, skipped] = [task('still', 3, 'failed'), task('clip', 4, 'skipped')];
  const ways = [
    arrange(first, items([failed, skipped])),
    arrange(first, items([failed]), items([skipped])),
    arrange(first, 'still', items([skipped]), items([failed])),
    arrange(items([failed, skipped], { part: 'first' })),
  ];
  assert.deepEqual(
    ways.map(({ selectedId }) => selectedId),
    ['still', 'still', 'still', 'still'],
  );
});

test('results that have only been stopped or skipped are selected if there are no others', () => {
  const state = arrange(items([task('a', 1, 'stopped'), task('b', 2, 'skipped')], { part: 'first' }));
  assert.deepEqual(view(state), { ids: ['b', 'a'], selectedId: 'b' });
});

test('what is seen stays until there is something new to see, whatever tasks start', () => {
  const live = (over: Partial<TaskItem>) => ({ ...task('new', 4, 'running'), run: 'another', ...over });
  const shown = {
    result: artifact('old', 3),
    card: task('old', 3, 'failed'),
    running: task('old', 3, 'running'),
    text: { ...task('old', 3, 'running'), hasText: true },
  };
  for (const [before, arrival, selected] of [
    ['result', live({ state: 'planned' }), 'old'],
    ['result', live({ state: 'sending' }), 'old'],
    ['result', live({ hasText: true }), 'new'],
    ['result', live({ hasText: true, run: shown.result.run }), 'old'],
    ['result', { ...artifact('new', 4), run: 'another' }, 'new'],
    ['card', live({ state: 'planned' }), 'new'],
    ['running', live({ state: 'planned' }), 'old'],
    ['running', live({ hasText: true }), 'new'],
    ['text', live({ hasText: true, run: shown.text.run }), 'old'],
    ['text', artifact('new', 4), 'new'],
  ] as const) {
    const { selectedId } = arrange(items([shown[before]], { part: 'first' }), items([arrival]));
    assert.equal(selectedId, selected, `${before}: ${JSON.stringify(arrival)}`);
  }
});

test('of several tasks that start at once the first of the run is selected', () => {
  const first = items([task('old', 1, 'failed')], { part: 'first' });
  const started = ['a', 'b', 'c'].map((id, at) => task(id, 2 + at, 'planned'));
  assert.equal(arrange(first, items(started)).selectedId, 'a');
});

test('the first item is selected when the selected one is removed', () => {
  const first = items([artifact('a', 1), artifact('b', 2)], { part: 'first' });
  assert.deepEqual(view(arrange(first, 'a', items([], { removed: ['a'] }))), { ids: ['b'], selectedId: 'b' });
});

test('a first part removes the items that it does not name and keeps a selection that it does', () => {
  const first = items([artifact('a', 1), artifact('b', 2)], { part: 'first' });
  const second = items([artifact('a', 1), artifact('c', 3)], { part: 'first' });
  assert.deepEqual(view(arrange(first, 'a', second)), { ids: ['c', 'a'], selectedId: 'a' });
});

test('older parts of the list do not take the selection, except for what was selected before a reload', () => {
  const parts = [items([artifact('b', 2)], { part: 'first' }), items([artifact('a', 1)], { part: 'rest' })];
  const restored = parts.reduce<PreviewState>((state, part) => applyItems(state, part, 0), { ...start, wantedId: 'a' });
  assert.deepEqual(
    [arrange(...parts), restored].map(({ selectedId, isFollowing }) => [selectedId, isFollowing]),
    [
      ['b', true],
      ['a', false],
    ],
  );
});

test('details stay while their item is selected, and no longer', () => {
  const first = arrange(items([artifact('a', 1), artifact('b', 2)], { part: 'first' }), 'a');
  const details = { id: 'a' } as PreviewDetails;
  const parts = [items([artifact('a', 1, { rating: 4 })]), items([], { removed: ['a'] })];
  assert.deepEqual(
    parts.map((part) => applyItems({ ...first, details }, part, 0).details),
    [details, null],
  );
});

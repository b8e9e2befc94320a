import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildGrid, type Grid } from '../../../../src/webview/sheet/grid.ts';
import {
  extendTo,
  moveFrom,
  nextOf,
  noSelection,
  retain,
  selectOne,
  toggle,
  type Selection,
} from '../../../../src/webview/sheet/selection.ts';
import { makeArtifactItem } from '../../../support/previewHarness/messages.ts';

const order = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const brief = ({ activeId, ids }: Selection) => `${activeId}: ${[...ids].join('')}`;

describe('A selection', () => {
  test('extends from its start, in either direction, and shrinks again', () => {
    const start = selectOne('c');
    const down = extendTo(start, 'e', order);
    assert.deepEqual([down, extendTo(down, 'd', order), extendTo(down, 'a', order)].map(brief), [
      'e: cde',
      'd: cd',
      'a: abc',
    ]);
  });

  test('starts where it is extended to if nothing was selected', () => {
    assert.equal(brief(extendTo(noSelection, 'd', order)), 'd: d');
  });

  test('loses what is hidden, and moves on to what took its place', () => {
    const left = order.filter((id) => id !== 'c');
    const cases = [
      retain(selectOne('c'), order, left),
      retain(selectOne('g'), order, order.slice(0, 6)),
      retain(toggle(selectOne('a'), 'c'), order, left),
      retain(selectOne('b'), order, left),
      retain(selectOne('b'), order, []),
    ];
    assert.deepEqual(cases.map(brief), ['d: d', 'f: f', 'd: a', 'b: b', 'null: ']);
  });

  test('is the same as long as nothing of it is hidden', () => {
    const both = extendTo(selectOne('a'), 'b', order);
    assert.equal(retain(both, order, order), both);
    assert.equal(retain(noSelection, order, order), noSelection);
  });

  test('extends from its start as long as the start is shown, and otherwise from the active item', () => {
    const from = (anchor: string) => extendTo(selectOne(anchor), 'c', order);
    const left = order.filter((id) => id !== 'a');
    const again = [retain(from('a'), order, left), retain(toggle(from('b'), 'c'), order, order)];
    const shown = retain(
      extendTo(from('b'), 'd', order),
      order,
      order.filter((id) => id !== 'c'),
    );
    assert.deepEqual(
      [...again, shown].map((each) => brief(extendTo(each, 'e', order))),
      ['e: cde', 'e: cde', 'e: bcde'],
    );
  });

  test('has a next item after the active one, even if the active one is not selected', () => {
    assert.equal(nextOf(toggle(selectOne('b'), 'b'), order), 'c');
  });

  test('has a next item, after the last of several', () => {
    assert.deepEqual(
      [selectOne('b'), extendTo(selectOne('b'), 'd', order), selectOne('g')].map((each) => nextOf(each, order)),
      ['c', 'e', null],
    );
  });
});

describe('A move', () => {
  const flow = (columns: number): Grid =>
    buildGrid(
      order.map((id) => makeArtifactItem(id)),
      { axes: new Map(), rows: null, columns: null, fittingColumns: columns },
    );

  test('goes by one item over the ends of lines, and by one line in the same column', () => {
    const grid = flow(3);
    const from = (id: string, ...moves: readonly Parameters<typeof moveFrom>[2][]) =>
      moves.map((move) => moveFrom(grid, id, move, 2)).join('');
    assert.deepEqual(
      [
        from('d', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
        from('a', 'ArrowLeft', 'ArrowUp', 'PageDown', 'End'),
        from('g', 'ArrowRight', 'ArrowDown', 'PageUp', 'Home'),
      ],
      ['ceag', 'aagg', 'ggaa'],
    );
  });

  test('goes no further than it says', () => {
    const grid = flow(1);
    const targets = [
      moveFrom(grid, 'd', 'ArrowDown', 2),
      moveFrom(grid, 'd', 'ArrowUp', 2),
      moveFrom(grid, 'a', 'PageDown', 2),
    ];
    assert.deepEqual(targets, ['e', 'c', 'c']);
  });

  test('passes headings, and empty cells', () => {
    const place = (id: string, style: string, light: string) =>
      makeArtifactItem(id, 1, {
        axes: [
          ['style', style],
          ['light', light],
        ],
      });
    const items = [place('a', 'ink', 'dawn'), place('b', 'ink', 'noon'), place('c', 'oil', 'dusk')];
    const axes = new Map([
      ['style', ['ink', 'oil']],
      ['light', ['dawn', 'noon', 'dusk']],
    ]);
    const grid = buildGrid(items, { axes, rows: null, columns: 'light', fittingColumns: 1 });
    assert.equal(grid.lines[2]?.kind, 'heading');
    const targets = [moveFrom(grid, 'a', 'ArrowDown', 1), moveFrom(grid, 'c', 'ArrowUp', 1)];
    assert.deepEqual([...targets, moveFrom(grid, 'b', 'ArrowRight', 1)], ['c', 'b', 'c']);
  });

  test('starts at the first item, and leads nowhere in an empty grid', () => {
    const empty = buildGrid([], { axes: new Map(), rows: null, columns: null, fittingColumns: 1 });
    assert.deepEqual([moveFrom(flow(2), null, 'ArrowDown', 1), moveFrom(empty, null, 'ArrowDown', 1)], ['a', null]);
  });
});

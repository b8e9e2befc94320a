import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreviewItem } from '../../../../src/protocol/previewItem.ts';
import { listChoices } from '../../../../src/webview/sheet/filters.ts';
import { buildGrid, chooseAxes, type Grid } from '../../../../src/webview/sheet/grid.ts';
import { makeArtifactItem } from '../../../support/previewHarness/messages.ts';

/** Makes items of a matrix. Each id consists of the first letters of the values, with a number if there are several. */
function makeMatrix(axes: Readonly<Record<string, readonly string[]>>): readonly PreviewItem[] {
  let combinations: [string, string][][] = [[]];
  for (const [name, values] of Object.entries(axes)) {
    combinations = combinations.flatMap((each) => values.map((value): [string, string][] => [...each, [name, value]]));
  }
  return combinations.map((each, index) =>
    makeArtifactItem(each.map(([, value]) => value[0]).join(''), 1, { index: index + 1, axes: each }),
  );
}

const arrange = (items: readonly PreviewItem[], picks: { rows?: string; columns?: string } = {}): Grid =>
  buildGrid(items, {
    axes: listChoices(items).axes,
    rows: picks.rows ?? null,
    columns: picks.columns ?? null,
    fittingColumns: 3,
  });

/** Returns lines as text: headings in brackets, a dot for a cell without an item. */
const draw = ({ lines }: Grid): readonly string[] =>
  lines.map((line) =>
    line.kind === 'heading'
      ? `[${line.text}]`
      : `${line.label ?? ''}|${line.cells.map((item) => item?.id ?? '.').join(' ')}`,
  );

const matrix = makeMatrix({ style: ['ink', 'oil'], time: ['dawn', 'noon'], size: ['2K', '4K'] });

describe('The grid', () => {
  test('is filled line by line without axes', () => {
    assert.deepEqual(draw(arrange(makeMatrix({ time: ['a', 'b', 'c', 'd'] }))), ['|a b c', '|d']);
  });

  test('has axes as rows and columns, and further ones as groups in the order of the matrix', () => {
    const grid = arrange(matrix, { rows: 'style', columns: 'time' });
    assert.deepEqual(draw(grid), [
      '[size: 2K]',
      'ink|id2 in2',
      'oil|od2 on2',
      '[size: 4K]',
      'ink|id4 in4',
      'oil|od4 on4',
    ]);
    assert.deepEqual([grid.columnLabels, grid.columnCount, grid.rowsName], [['dawn', 'noon'], 2, 'style']);
  });

  test('has its groups in the order of the matrix, whatever the order of the results, and results without a value last', () => {
    const axes: [string, string][] = [
      ['style', 'ink'],
      ['size', '2K'],
    ];
    const items = [makeArtifactItem('timeless', 1, { axes }), ...matrix.toReversed()];
    const grid = buildGrid(items, { axes: listChoices(matrix).axes, rows: null, columns: 'style', fittingColumns: 3 });
    assert.deepEqual(
      draw(grid).filter((line) => line.startsWith('[')),
      [
        '[time: dawn · size: 2K]',
        '[time: dawn · size: 4K]',
        '[time: noon · size: 2K]',
        '[time: noon · size: 4K]',
        '[size: 2K]',
      ],
    );
  });

  test('wraps each row if there is only a row axis', () => {
    assert.deepEqual(draw(arrange(matrix.slice(0, 4), { rows: 'time' })), [
      '[size: 2K]',
      'dawn|id2',
      'noon|in2',
      '[size: 4K]',
      'dawn|id4',
      'noon|in4',
    ]);
  });

  test('has several results of one combination below one another, and says the row once', () => {
    const again = makeArtifactItem('again', 2, matrix[0] ? { axes: matrix[0].axes } : {});
    const grid = arrange([again, ...matrix], { rows: 'style', columns: 'time' });
    assert.deepEqual(draw(grid).slice(0, 4), ['[size: 2K]', 'ink|again in2', '|id2 .', 'oil|od2 on2']);
  });

  test('leaves cells of missing combinations empty, and puts what has not both axes at the end', () => {
    const [first, ...rest] = makeMatrix({ style: ['ink', 'oil'], time: ['dawn', 'noon'] });
    assert.ok(first);
    const loose = ['p', 'q', 'r'].map((id) => makeArtifactItem(id, 1));
    assert.deepEqual(draw(arrange([...rest, ...loose], { rows: 'style', columns: 'time' })), [
      'ink|in .',
      'oil|on od',
      '[]',
      '|p q',
      '|r',
    ]);
  });

  test('has a heading for each job file that fills a line, and the few results of the others together', () => {
    const of = (group: string, ...ids: readonly string[]) => ids.map((id) => makeArtifactItem(id, 1, { group }));
    const few = [...of('d1/a', 'a1'), ...of('d2/b', 'b1', 'b2')];
    assert.deepEqual(draw(arrange(few)), ['|a1 b1 b2']);
    const [first, ...others] = of('d3/c', 'c1', 'c2', 'c3', 'c4');
    assert.ok(first);
    assert.deepEqual(draw(arrange([first, ...few, ...others])), ['[d3/c]', '|c1 c2 c3', '|c4', '[]', '|a1 b1 b2']);
  });

  test('knows where each item is, and the reading order', () => {
    const grid = arrange(matrix.slice(0, 4), { columns: 'time' });
    assert.deepEqual(grid.order, ['id2', 'in2', 'id4', 'in4']);
    const { item, line, column } = grid.cells.get('in4') ?? {};
    assert.deepEqual([item?.id, line, column], ['in4', 3, 1]);
  });
});

test('the first two axes are rows and columns, and a single one is the columns', () => {
  const axes = (...names: readonly string[]) => new Map(names.map((name) => [name, ['a', 'b']]));
  assert.deepEqual(
    [chooseAxes(axes()), chooseAxes(axes('a')), chooseAxes(axes('a', 'b', 'c'))],
    [
      { rows: null, columns: null },
      { rows: null, columns: 'a' },
      { rows: 'a', columns: 'b' },
    ],
  );
});

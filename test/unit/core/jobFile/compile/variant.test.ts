import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createProblemCollector,
  createPicker,
  describeCombination,
  type ExpandedAxis,
  indexAxis,
  memoizeByAxes,
  noDependencies,
  unionOf,
  type Variant,
} from '../../../../../src/core/jobFile/compile/variant.ts';
import { buildProblem, type Problem } from '../../../../../src/core/jobFile/problem.ts';

const node = { kind: 'scalar', start: 0, end: 0, value: null, style: 'plain' } as const;
const axis = (name: string, ...values: readonly string[]): ExpandedAxis => ({
  name,
  values: values.map((value) => ({ value, node })),
});

const axes = [axis('size', 'S', 'L'), axis('mood', 'calm', 'wild')];

/** All combinations, and a combination without a mood. */
const variants: readonly Variant[] = [
  { index: 1, axes: { size: 'S', mood: 'calm' }, ids: [0, 0] },
  { index: 2, axes: { size: 'S', mood: 'wild' }, ids: [0, 1] },
  { index: 3, axes: { size: 'L', mood: 'calm' }, ids: [1, 0] },
  { index: 4, axes: { size: 'L', mood: 'wild' }, ids: [1, 1] },
  { index: 5, axes: { size: 'L' }, ids: [1, undefined] },
];

const on = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

describe('a value that is evaluated by axes', () => {
  /** Returns the variants for which a value is evaluated, and the values of all variants. */
  function evaluateAll(dependencies: ReadonlySet<string>): readonly (readonly number[])[] {
    const evaluated: number[] = [];
    const evaluate = memoizeByAxes(dependencies, axes, ({ index }) => {
      evaluated.push(index);
      return index;
    });
    return [variants.map(evaluate), evaluated];
  }

  test('without dependencies is evaluated once', () => {
    assert.deepEqual(evaluateAll(noDependencies), [[1, 1, 1, 1, 1], [1]]);
  });

  test('with one axis is evaluated for each of its values, and for none', () => {
    assert.deepEqual(evaluateAll(on('size')), [
      [1, 1, 3, 3, 3],
      [1, 3],
    ]);
    assert.deepEqual(evaluateAll(on('mood')), [
      [1, 2, 1, 2, 5],
      [1, 2, 5],
    ]);
  });

  test('with two of three axes is evaluated for each pair of their values', () => {
    const three = [axis('tone', 'low', 'high'), ...axes];
    const pairs = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, undefined],
    ];
    const evaluate = memoizeByAxes(on('size', 'mood'), three, ({ index }) => index);
    const values = [0, 1].flatMap((tone) =>
      pairs.map((pair, at) => evaluate({ index: 10 * tone + at, axes: {}, ids: [tone, ...pair] })),
    );
    assert.deepEqual(values, [0, 1, 2, 3, 0, 1, 2, 3]);
  });

  test('with all axes, or with the index, is evaluated for each variant', () => {
    const all = [1, 2, 3, 4, 5];
    assert.deepEqual(evaluateAll(on('size', 'mood')), [all, all]);
    assert.deepEqual(evaluateAll(on(indexAxis)), [all, all]);
  });
});

describe('representatives', () => {
  const pick = createPicker(axes, variants);
  const indexes = (...names: readonly string[]) => pick(on(...names)).map(({ index }) => index);

  test('are the first variants with different values in the axes', () => {
    assert.deepEqual(
      [indexes(), indexes('size'), indexes('mood'), indexes('size', 'mood'), indexes(indexAxis)],
      [[1], [1, 3], [1, 2, 5], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
    );
  });

  test('are picked once for the same axes', () => {
    assert.equal(pick(on('size')), pick(on('size')));
  });

  test('are none without variants', () => {
    assert.deepEqual(createPicker(axes, [])(noDependencies), []);
  });
});

test('dependencies are joined, without a copy where one side has all', () => {
  const size = on('size');
  assert.equal(unionOf([noDependencies, size, noDependencies]), size);
  assert.equal(unionOf([]), noDependencies);
  assert.deepEqual([...unionOf([size, on('mood', 'size')])], ['size', 'mood']);
});

describe('problems of a job with a matrix', () => {
  /** Reports the problems of these variants. */
  function flush(found: readonly (readonly [problem: Problem, combination: string])[]): readonly Problem['args'][] {
    const collector = createProblemCollector();
    for (const [problem, combination] of found) collector.add(problem, combination);
    const reported: Problem[] = [];
    collector.flush((problem) => reported.push(problem));
    return reported.map(({ args }) => args);
  }

  const at = { start: 1, end: 2 };
  const range = (value: number, max = 9) => buildProblem('out-of-range', at, { args: { field: 'n', value, max } });

  test('have the first combination, and the number of the others', () => {
    assert.deepEqual(
      flush([
        [range(10), 'size: S'],
        [range(11), 'size: M'],
        [range(12), 'size: L'],
      ]),
      [{ field: 'n', value: 10, max: 9, combination: 'size: S', others: 2 }],
    );
  });

  test('of one combination do not count others', () => {
    assert.deepEqual(flush([[range(10), 'size: S']]), [{ field: 'n', value: 10, max: 9, combination: 'size: S' }]);
  });

  test('of all variants name no combination', () => {
    assert.deepEqual(
      flush([
        [range(10), ''],
        [range(10), ''],
      ]),
      [{ field: 'n', value: 10, max: 9 }],
    );
  });

  test('with another limit, range, code or severity are different problems', () => {
    const found: readonly Problem[] = [
      range(10),
      range(10, 8),
      { ...range(10), end: 3 },
      { ...range(10), start: 0 },
      { ...range(10), severity: 'warning' },
      { ...range(10), code: 'too-long' },
    ];
    assert.equal(flush(found.map((problem) => [problem, ''])).length, 6);
  });
});

test('a combination has the axes that a value depends on, with short values', () => {
  const variant: Variant = {
    index: 1,
    axes: { size: 'S', text: `a\n ${'b'.repeat(40)}`, list: [1], full: 'c'.repeat(30) },
    ids: [],
  };
  assert.equal(describeCombination(variant, on('size')), 'size: S');
  assert.equal(describeCombination(variant, on('full')), `full: ${'c'.repeat(30)}`);
  assert.equal(describeCombination(variant, on('list', 'text')), `text: a ${'b'.repeat(28)}…, list: [1]`);
  assert.equal(describeCombination(variant, on('absent')), '');
});

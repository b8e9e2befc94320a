import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import { stringifyJson } from '../../../../../src/core/support/json/json.ts';
import { planHero } from '../../../../fakes/planning/planHero.ts';
import * as fc from '../../../../support/fastCheck.ts';

interface MatrixText {
  readonly axes: Readonly<Record<string, readonly number[]>>;
  readonly include?: readonly Readonly<Record<string, number>>[];
  readonly exclude?: readonly Readonly<Record<string, number>>[];
  readonly repeat?: number;
}

/** Returns the combinations of a matrix, each with its axes in alphabetical order. */
function expand({ axes, include, exclude, repeat = 1 }: MatrixText): readonly string[] {
  const names = [...Object.keys(axes), ...(include ?? []).flatMap((each) => Object.keys(each))];
  // The prompt contains every axis, so that none is without effect.
  const prompt = [...new Set(names)].map((name) => `\${{ matrix.${name} }}`).join(' ');
  const matrix = { ...axes, ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
  const text = JSON.stringify({ gen: { max_runs: 100_000, repeat }, model: 'sonic', prompt: `${prompt} x`, matrix });
  return planHero(text).requests.map((request) =>
    Object.entries(request.axes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => name + stringifyJson(value))
      .join(' '),
  );
}

test('the first axis changes slowest', () => {
  assert.deepEqual(expand({ axes: { a: [1, 2], b: [1, 2, 3] } }), [
    'a1 b1',
    'a1 b2',
    'a1 b3',
    'a2 b1',
    'a2 b2',
    'a2 b3',
  ]);
});

test('a matrix has at most a hundred axes, those that only include has among them', () => {
  const problemsOf = (own: number, included: number): readonly string[] => {
    const write = (from: number, count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${from + at}`, value]));
    const matrix = { ...write(0, own, [1]), include: [write(own, included, 1)] };
    const text = JSON.stringify({ model: 'sonic', prompt: 'x', matrix });
    const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
    return problems.flatMap(({ code, args }) =>
      code === 'too-many-items' ? [`${args['field']} ${args['count']}`] : [],
    );
  };
  assert.deepEqual([problemsOf(60, 40), problemsOf(60, 41)], [[], ['matrix 101']]);
});

test('repetitions are next to each other', () => {
  assert.deepEqual(expand({ axes: { a: [1, 2] }, repeat: 2 }), ['a1', 'a1', 'a2', 'a2']);
});

const axis = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 });
const axes = fc.record({ a: axis, b: axis, c: axis });
const partial = fc.record({ a: fc.nat(4), b: fc.nat(4), c: fc.nat(4) }, { requiredKeys: [] });

test('there are as many requests as combinations, without the excluded ones, with those that include adds', () => {
  const included = fc.record({ a: fc.nat(9), b: fc.nat(9), c: fc.nat(9) });
  fc.assert(
    fc.property(axes, fc.array(partial, { maxLength: 3 }), fc.array(included, { maxLength: 3 }), (all, out, more) => {
      const exclude = out.filter((each) => Object.keys(each).length > 0);
      const product = all.a.flatMap((a) => all.b.flatMap((b) => all.c.map((c) => ({ a, b, c }))));
      const isExcluded = (each: Readonly<Record<string, number>>): boolean =>
        exclude.some((pattern) => Object.entries(pattern).every(([name, value]) => each[name] === value));
      const kept = product.filter((each) => !isExcluded(each));
      const isThere = (each: (typeof product)[number]): boolean =>
        kept.some(({ a, b, c }) => a === each.a && b === each.b && c === each.c);
      const added = more.filter((each) => !isThere(each));
      fc.pre(kept.length + added.length > 0);
      const name = ({ a, b, c }: (typeof product)[number]): string => `a${a} b${b} c${c}`;
      assert.deepEqual(expand({ axes: all, exclude, include: more }), [...kept, ...added].map(name));
    }),
    { numRuns: 200 },
  );
});

test('what include adds to a combination changes none of its axes', () => {
  const extra = fc.record({ a: fc.nat(4), d: fc.nat(4), e: fc.nat(4) }, { requiredKeys: ['d'] });
  fc.assert(
    fc.property(axes, fc.array(extra, { minLength: 1, maxLength: 3 }), (all, include) => {
      const onAxes = (names: readonly string[]): readonly string[] =>
        names.map((each) => each.replaceAll(/ ?[de]\d/g, '')).filter((each) => each.split(' ').length === 3);
      assert.deepEqual(onAxes(expand({ axes: all, include })), expand({ axes: all }));
    }),
    { numRuns: 100 },
  );
});

test('a matrix of ten thousand requests is planned completely, and equal values are separate requests', () => {
  const ten = Array.from({ length: 10 }, (_, each) => each);
  assert.equal(expand({ axes: { a: ten, b: ten, c: ten, d: ten } }).length, 10_000);
  assert.deepEqual(expand({ axes: { a: [1, 1] } }), ['a1', 'a1']);
});

test('values are distinguished even if a number cannot count the possible combinations', () => {
  const names = Array.from({ length: 60 }, (_, each) => `a${each}`);
  const matrix = {
    ...Object.fromEntries(names.map((name) => [name, [0]])),
    a0: [1, 2],
    a59: [3, 4],
    size: ['2K', '3K'],
  };
  const prompt = names.map((name) => `\${{ matrix.${name} }}`).join('');
  const text = JSON.stringify({ model: 'seedream-5-0-260128', prompt, matrix });
  const prompts = planHero(text).requests.map(({ body }) => stringifyJson(body['prompt'] ?? null).replaceAll('0', ''));
  assert.deepEqual(prompts, ['"13"', '"13"', '"14"', '"14"', '"23"', '"23"', '"24"', '"24"']);
});

test('a matrix that is too large is refused without being expanded', () => {
  const many = Array.from({ length: 100 }, (_, each) => each);
  const matrix = { a: many, b: many, c: many, d: many, e: many };
  const text = JSON.stringify({ model: 'sonic', prompt: 'x', matrix });
  const { problems, requests } = planHero(text);
  const found = problems.flatMap(({ code, args }) => (code === 'too-many-runs' ? [args] : []));
  assert.deepEqual([requests.length, found], [0, [{ count: 10_000_000_000, max: 100, variant: 'for-any-file' }]]);
});

const problems: readonly (readonly [matrix: string, problems: readonly string[]])[] = [
  ['{a: [x], b: []}', ['wrong-matrix/empty-axis «[]»']],
  ['{a: x}', ['wrong-matrix/not-a-list «x»']],
  ['{a: {b: 1}}', ['wrong-matrix/not-a-list «{b: 1}»']],
  ['{a: "${{ vars.list }}"}', []],
  ['{a: "${{ vars.none }}"}', ['wrong-matrix/empty-axis «"${{ vars.none }}"»']],
  ['{a: "${{ vars.word }}"}', ['wrong-matrix/not-a-list «"${{ vars.word }}"»']],
  ['{a: "${{ env.CITY }}"}', []],
  ['{a: [x], exclude: [{b: 1}]}', ['wrong-matrix/exclude-no-axis «b»']],
  ['{a: [x, y], exclude: [{a: x, b: 1}]}', ['wrong-matrix/exclude-no-axis «b»']],
  ['{a: [], exclude: [{a: x}]}', ['wrong-matrix/empty-axis «[]»']],
  ['{a: [x], exclude: [{a: x}]}', ['wrong-matrix/nothing-left «matrix»']],
  ['{}', []],
];

for (const [matrix, expected] of problems) {
  test(`matrix: ${matrix} has the problems: ${expected.join(', ') || 'none'}`, () => {
    const text = `vars: {list: [x, y], none: [], word: x}\nmodel: sonic\nprompt: "a \${{ matrix.a | default('') }}"\nmatrix: ${matrix}\n`;
    const found = checkJobFile(text, { catalog: bundledCatalog, isStrict: false }).problems;
    assert.deepEqual(
      found.map(({ code, args, start, end }) => `${code}/${args['variant']} «${text.slice(start, end)}»`),
      expected,
    );
  });
}

/** Returns the prompts of the requests of a matrix whose axes are in the prompt. */
function promptsOf(matrix: string): readonly unknown[] {
  const prompt = "${{ matrix.a | default('-') }} ${{ matrix.b | default('-') }}";
  const text = `vars: {list: [x, y]}\nmodel: sonic\nprompt: "${prompt}"\nmatrix: ${matrix}\n`;
  return planHero(text).requests.map(({ body }) => body['prompt']);
}

test('an axis may be a list from a variable, and its values may be lists and maps', () => {
  assert.deepEqual(promptsOf('{a: "${{ vars.list }}", b: [1, [2], {c: 3}]}'), [
    'x 1',
    'x [2]',
    'x {"c":3}',
    'y 1',
    'y [2]',
    'y {"c":3}',
  ]);
});

test('excluded maps and lists match by their content, whatever the order of keys', () => {
  assert.deepEqual(promptsOf('{a: [{c: 1, d: 2}, [1]], exclude: [{a: {d: 2, c: 1}}]}'), ['[1] -']);
  assert.deepEqual(promptsOf('{a: [1, "1"], exclude: [{a: 1}]}'), ['1 -']);
  assert.deepEqual(promptsOf('{a: [x], b: [1, 2], exclude: [{}]}'), []);
});

test('a map of include extends what it fits, and is a separate request otherwise', () => {
  assert.deepEqual(promptsOf('{a: [x, y], include: [{a: x, b: 1}]}'), ['x 1', 'y -']);
  assert.deepEqual(promptsOf('{a: [x, y], include: [{b: 1}, {a: y, b: 2}, {a: z}]}'), ['x 1', 'y 2', 'z -']);
  assert.deepEqual(promptsOf('{include: [{a: x}, {b: 2}]}'), ['x -', '- 2']);
});

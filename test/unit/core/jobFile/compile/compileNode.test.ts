import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compileNode,
  exceedsSize,
  maxValueSize,
  noVariant,
} from '../../../../../src/core/jobFile/compile/compileNode.ts';
import type { Scope } from '../../../../../src/core/jobFile/compile/scope.ts';
import { indexAxis, type Variant } from '../../../../../src/core/jobFile/compile/variant.ts';
import {
  conceal,
  isPending,
  isSettled,
  pendingOf,
  type PlanValue,
  reveal,
  type SettledValue,
  unknownValue,
} from '../../../../../src/core/jobFile/planValue.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { findEntry, type SyntaxNode } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';

const node = { kind: 'scalar', start: 0, end: 0, value: null, style: 'plain' } as const;

interface Arrangement {
  readonly vars?: Readonly<Record<string, SettledValue>>;
  readonly nulls?: 'leave-out' | 'keep';
  readonly model?: PlanValue;
}

/** Compiles the value of the key `it` with the axis `city`, which has two values. */
function compile(written: string, { vars = {}, nulls = 'keep', model }: Arrangement = {}) {
  const text = `it: ${written}\n`;
  const { root } = parseSyntax(text);
  const value: SyntaxNode | undefined = root?.kind === 'map' ? findEntry(root, 'it')?.value : undefined;
  assert.ok(value);
  const problems: string[] = [];
  const scope: Scope = {
    stage: 'field',
    text,
    shownAt: null,
    file: { isKnown: true, base: 'hero', dir: '', name: 'hero.gen.yaml', jobIds: ['idea'] },
    job: { id: null, name: 'hero', isBroken: false },
    vars: {
      names: Object.keys(vars),
      resolve: (name) => (name in vars ? { state: 'known', value: vars[name] ?? null } : { state: 'missing' }),
    },
    axes: [
      {
        name: 'city',
        values: [
          { value: 'Oslo', node },
          { value: 'Rome', node },
        ],
      },
    ],
    model: model === undefined ? null : { dependencies: new Set(['model']), evaluate: () => model },
    lookups: undefined,
    report: ({ code, args, start, end }) => problems.push(`${code}/${args['variant']} «${text.slice(start, end)}»`),
    addNeed: () => undefined,
  };
  const { dependencies, evaluate } = compileNode(value, scope, nulls);
  return { dependencies: [...dependencies], problems, evaluate };
}

const variants: readonly Variant[] = [
  { index: 1, axes: { city: 'Oslo' }, ids: [0] },
  { index: 2, axes: { city: 'Rome' }, ids: [1] },
  { index: 3, axes: {}, ids: [undefined] },
];

/** Returns the value in each variant: JSON, or the kind of its placeholder. */
function evaluateAll(written: string, arrangement?: Arrangement): readonly unknown[] {
  const { dependencies, evaluate } = compile(written, arrangement);
  const values = variants.map((variant) => {
    const value = evaluate(variant);
    if (isPending(value)) return `‹${pendingOf(value).kind}›`;
    return isSettled(value) ? reveal(value) : '‹part›';
  });
  return dependencies.length === 0 ? values.slice(0, 1) : [dependencies, ...values];
}

const cases: readonly (readonly [what: string, written: string, values: readonly unknown[]])[] = [
  ['a constant', '[1, {a: b}]', [[1, { a: 'b' }]]],
  ['a variable alone, with its type', '${{ vars.list }}', [['a', 'b']]],
  ['a variable in a text', 'of ${{ vars.list }}', ['of ["a","b"]']],
  ['null in a text', 'a${{ vars.none }}b', ['ab']],
  ['an axis alone', '${{ matrix.city }}', [['city'], 'Oslo', 'Rome', null]],
  ['an axis in a text', 'in ${{ matrix.city }}!', [['city'], 'in Oslo!', 'in Rome!', 'in !']],
  ['an axis twice', '${{ matrix.city }}-${{ matrix.city | upper }}', [['city'], 'Oslo-OSLO', 'Rome-ROME', '-']],
  ['an axis in a list', '[a, "${{ matrix.city }}"]', [['city'], ['a', 'Oslo'], ['a', 'Rome'], ['a', null]]],
  ['the index', '${{ job.index }}', [[indexAxis], 1, 2, 3]],
  ['the index in a text', 'n${{ job.index | pad(2) }}', [[indexAxis], 'n01', 'n02', 'n03']],
  ['the value of another job', '${{ jobs.idea.text }}', ['‹template›']],
  [
    'the value of another job and an axis',
    '${{ jobs.idea.text }} ${{ matrix.city }}',
    [['city'], '‹template›', '‹template›', '‹template›'],
  ],
  ['an unknown part', 'a ${{ now }}', ['‹unknown›']],
  [
    'a problem beside an axis',
    '${{ matrix.city }} ${{ vars.absent }}',
    [['city'], '‹unknown›', '‹unknown›', '‹unknown›'],
  ],
];

for (const [what, written, values] of cases) {
  test(`${what} is evaluated in each variant`, () =>
    assert.deepEqual(evaluateAll(written, { vars: { list: ['a', 'b'], none: null } }), values));
}

test('null members are left out or kept at every level', () => {
  const written = '{a: ~, b: [{c: ~, d: 1}], e: "${{ vars.none }}"}';
  const vars = { none: null };
  assert.deepEqual(evaluateAll(written, { vars, nulls: 'leave-out' }), [{ b: [{ d: 1 }] }]);
  assert.deepEqual(evaluateAll(written, { vars, nulls: 'keep' }), [{ a: null, b: [{ c: null, d: 1 }], e: null }]);
});

test('the model is evaluated in each variant, and depends on what its value depends on', () => {
  assert.deepEqual(evaluateAll('${{ job.model }}', { model: 'sonic' }), [['model'], 'sonic', 'sonic', 'sonic']);
  assert.deepEqual(evaluateAll('a ${{ job.model | upper }}', { model: 'sonic' })[1], 'a SONIC');
  assert.deepEqual(evaluateAll('${{ job.model }}', { model: unknownValue })[1], '‹unknown›');
});

test('a text with a value from the environment is known as such, alone and joined', () => {
  const isFromEnv = (written: string, arrangement: Arrangement): boolean => {
    const value = compile(written, arrangement).evaluate(noVariant);
    return typeof value === 'object' && !isPending(value);
  };
  const vars = { city: conceal('Bergen'), plain: 'a', none: conceal('') };
  assert.deepEqual(
    [
      '${{ vars.city }}',
      'in ${{ vars.city }}',
      '${{ vars.plain }} ${{ vars.city | lower }}',
      'a${{ vars.none }}',
      'in ${{ vars.plain }}',
    ].map((written) => isFromEnv(written, { vars })),
    [true, true, true, true, false],
  );
  assert.equal(isFromEnv('${{ job.model }}', { model: conceal('sonic') }), true);
});

test('a template holds what is known, and the references that are not', () => {
  const value = compile('a ${{ vars.v }} ${{ jobs.idea.text | upper }}${{ jobs["idea"].title }} z', {
    vars: { v: 'b' },
  }).evaluate(noVariant);
  assert.ok(isPending(value));
  assert.deepEqual(pendingOf(value), {
    kind: 'template',
    template: [
      'a b ',
      { path: ['jobs', 'idea', 'text'], filters: [{ name: 'upper', args: [] }] },
      { path: ['jobs', 'idea', 'title'], filters: [] },
      ' z',
    ],
  });
});

test('errors of an expression are reported at what is wrong', () => {
  const problems = (written: string) => compile(written).problems;
  assert.deepEqual(problems('"a ${{ vars.a + 1 }}"'), ['bad-expression/code «+ 1»']);
  assert.deepEqual(problems('"a ${{ }}"'), ['bad-expression/empty «${{ }}»']);
  assert.deepEqual(problems('"a ${{ vars.a"'), ['bad-expression/unclosed «"a ${{ vars.a"»']);
  assert.deepEqual(problems('"${{ a }} ${{ b }}"'), ['unknown-context/plain «a»', 'unknown-context/plain «b»']);
});

test('a text above the limit is refused, and one at the limit is not', () => {
  const half = 'x'.repeat(maxValueSize / 2);
  const build = (written: string) => {
    const { evaluate, problems } = compile(written, { vars: { half } });
    const value = evaluate(noVariant);
    return [isPending(value), problems];
  };
  assert.deepEqual(build('${{ vars.half }}${{ vars.half }}'), [false, []]);
  assert.deepEqual(build('a${{ vars.half }}${{ vars.half }}'), [
    true,
    ['bad-expression/too-long «a${{ vars.half }}${{ vars.half }}»'],
  ]);
});

test('the size of a value counts its characters and its items', () => {
  assert.deepEqual(
    [exceedsSize('abc', 3), exceedsSize('abcd', 3), exceedsSize(conceal('abcd'), 3), exceedsSize(5, 0)],
    [false, true, true, true],
  );
  assert.deepEqual([exceedsSize(['a', 'b'], 3), exceedsSize(['a', 'b'], 2)], [false, true]);
  assert.deepEqual([exceedsSize([null, 5], 3), exceedsSize([null, 5], 2)], [false, true]);
  assert.deepEqual([exceedsSize({ a: ['b'] }, 3), exceedsSize({ a: ['b'] }, 2)], [false, true]);
  assert.deepEqual([exceedsSize([unknownValue], 2), exceedsSize([unknownValue], 1)], [false, true]);
});

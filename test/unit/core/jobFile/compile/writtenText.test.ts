import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';

/** The problems of a song with these values and this title, as `code «text»`. */
function problemsOf(values: string, title: string): readonly string[] {
  const text = `model: sonic\nprompt: x\n${values}\ntitle: ${title}\n`;
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  return problems.map(({ code, start, end }) => `${code} «${text.slice(start, end)}»`);
}

const cases: readonly (readonly [values: string, title: string, problems: readonly string[]])[] = [
  ['vars: {a: [b, c]}', 'x ${{ vars.a }}', ['value-in-text «[b, c]»']],
  ['vars: {a: [b, {c: d}]}', 'x ${{ vars.a[1] }}', ['value-in-text «{c: d}»']],
  ['vars: {a: [b, c]}', 'x ${{ vars.a[1] }}', []],
  ['vars: {a: [b, c]}', 'x ${{ vars.a | join(", ") }}', []],
  ['vars: {a: {b: c}}', 'x ${{ vars.a | json }}', []],
  ['vars: {a: [b, c]}', 'x', []],
  ['vars: {a: 1.50}', 'x ${{ vars.a }}', ['number-in-text «1.50»']],
  ['vars: {a: 1.50}', 'x ${{ vars.a | pad(2) }}', []],
  ['vars: {a: "1.50", b: 1.5, c: -3}', 'x ${{ vars.a }} ${{ vars.b }} ${{ vars.c }}', []],
  ['vars: {a: TRUE, b: true}', 'x ${{ vars.a }} ${{ vars.b }}', ['number-in-text «TRUE»']],
  ['vars: {a: &n 3, b: *n}', 'x ${{ vars.b }}', []],
  ['vars: {a: &n 1.10, b: *n}', 'x ${{ vars.b }}', ['number-in-text «1.10»']],
  ['vars: {a: &n 1.10, b: *n}', 'x ${{ vars.a }} ${{ vars.b }}', ['number-in-text «1.10»']],
  ['x-a: &n 1.10\nvars: {b: [*n]}', 'x ${{ vars.b[0] }}', ['number-in-text «1.10»']],
  ['x-a: &n 007\nvars: {b: *n}', 'x ${{ vars.b }}', []],
  ['vars: {a: 1.50, b: "y ${{ vars.a }}"}', 'x', []],
  ['vars: {a: 1.50, b: "y ${{ vars.a }}"}', '${{ vars.b }}', ['number-in-text «1.50»']],
  ['matrix: {a: [1.0, {b: 2.0}]}', 'x ${{ matrix.a }}', ['number-in-text «1.0»', 'value-in-text «{b: 2.0}»']],
  ['matrix: {a: [{b: 1}, x, {b: 2}, [c]]}', 'x ${{ matrix.a }}', ['value-in-text «{b: 1}»']],
  ['matrix: {a: [[b], [c]]}', 'x ${{ matrix.a }}', ['value-in-text «[b]»']],
  ['matrix: {a: [{b: [1]}, {b: [2]}]}', 'x ${{ matrix.a.b }}', ['value-in-text «[1]»']],
  [
    'matrix: {a: [{b|c}, {d|e}, 1.0, 2.0]}',
    'x ${{ matrix.a }}',
    ['value-in-text «{b|c}»', 'value-in-text «{d|e}»', 'number-in-text «1.0»', 'number-in-text «2.0»'],
  ],
  ['matrix: {a: [{b: 2.0}]}', 'x ${{ matrix.a.b }}', ['number-in-text «2.0»']],
];

for (const [values, title, problems] of cases) {
  test(`${values}, title: ${title}: ${problems.join(', ') || 'none'}`, () =>
    assert.deepEqual(problemsOf(values, title), problems));
}

test('a value from the environment is not in a problem', () => {
  const text = 'model: sonic\nprompt: x ${{ vars.a }}\nvars: {a: ["${{ env.TOKEN }}"]}\n';
  const lookups = { env: () => ({ state: 'set' as const, value: 's3cret' }) } as const;
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false, lookups });
  assert.deepEqual(
    problems.map(({ code, args }) => `${code} ${args['value']}`),
    ['value-in-text ["${{ env.TOKEN }}"]'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import type { Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import { planHero } from '../../../../fakes/planning/planHero.ts';

const write = (matrix: string, vars = ''): string =>
  `vars: {known: Ann, list: [Ann, Bob]${vars}}\nmodel: sonic\nprompt: "\${{ matrix.a | default('-') }} \${{ matrix.b | default('-') }}"\nmatrix: ${matrix}\n`;

const readEnv: NonNullable<Lookups['env']> = (name) =>
  name === 'SET' ? { state: 'set', value: 'Bergen' } : { state: 'unset' };

/** Problems of the matrix as `«text» suggestion`. */
function problemsOf(matrix: string): readonly string[] {
  const text = write(matrix, `, fromEnv: "\${{ env.UNSET | default('-') }}"`);
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false, lookups: { env: readEnv } });
  return problems.flatMap(({ code, args, start, end }) => {
    const what = code === 'no-match' ? '' : `${code} `;
    const shown = `${what}«${text.slice(start, end)}» ${args['suggestion'] ?? '-'}`;
    return ['no-match', 'wrong-matrix', 'too-many-items'].includes(code) ? [shown] : [];
  });
}

const misses: readonly (readonly [matrix: string, problems: readonly string[]])[] = [
  ['{a: [Ann, Bob], exclude: [{a: Bobb}]}', ['«Bobb» "Bob"']],
  ['{a: [Ann, Bob], exclude: [{a: Bob}]}', []],
  ['{a: [Ann, Bob], exclude: [{a: Zoe}, {a: ann}]}', ['«Zoe» -', '«ann» "Ann"']],
  ['{a: [1, 2], exclude: [{a: "1"}]}', ['«"1"» 1']],
  ['{a: ["1", "2"], exclude: [{a: 1}]}', ['«1» "1"']],
  ['{a: [1, 2, 4], exclude: [{a: 3}, {a: 1.0}]}', ['«3» -']],
  ['{a: ["1.10", "1.1", x], exclude: [{a: 1.10}]}', ['«1.10» "1.10"']],
  ['{a: [1.10, x], exclude: [{a: "1.10"}]}', ['«"1.10"» 1.1']],
  ['{a: [~, x], exclude: [{a: "~"}, {a: "null"}]}', ['«"~"» null', '«"null"» null']],
  ['{a: ["{b: 1}", {b: 1}], exclude: [{a: "{b: 1} "}]}', ['«"{b: 1} "» "{b: 1}"']],
  ['{a: [{b: 1}, x], exclude: [{a: "{b: 1}"}]}', ['«"{b: 1}"» -']],
  ['{a: [true, false], exclude: [{a: "true"}]}', ['«"true"» true']],
  ['{a: [x, null], exclude: [{a: "null"}, {a: null}]}', ['«"null"» null']],
  ['{a: [v1, v2], exclude: [{a: v3}]}', ['«v3» -']],
  [
    '{a: [12345678901234567890, 2], exclude: [{a: "12345678901234567890"}]}',
    ['«"12345678901234567890"» 12345678901234567890'],
  ],
  ['{a: [Анна, Борис], exclude: [{a: Ана}]}', ['«Ана» "Анна"']],
  ['{a: [红色, 绿色], exclude: [{a: 蓝色}]}', ['«蓝色» -']],
  ['{a: [x, y], b: [1, 2], exclude: [{a: x, b: 3}, {a: x, b: 1}]}', ['«3» -']],
  ['{a: [x, y], exclude: [{a: [x, y]}]}', ['«[x, y]» -']],
  ['{a: [{c: {d: 1, e: 2}}, f], exclude: [{a: {c: {d: 1}}}, {a: {c: {d: 2}}}, {a: {}}]}', ['«{c: {d: 2}}» -']],
  ['{a: [{c: 1}, {c: [1, {d: 2, e: 3}]}], exclude: [{a: {c: [1, {d: 2}]}}, {a: {c: [1]}}]}', ['«{c: [1]}» -']],
  ['{a: "${{ vars.list }}", exclude: [{a: "${{ vars.known }}"}, {a: Bop}]}', ['«Bop» "Bob"']],
  ['{a: "${{ env.CITY }}", exclude: [{a: x}]}', []],
  ['{a: [x, y], exclude: [{a: "${{ env.CITY }}"}]}', []],
  // Another machine may have another value, and a variable may be another one in the next run.
  ['{a: [x, Bergem], exclude: [{a: "${{ env.SET }}"}], include: [{a: "${{ env.SET }}"}]}', []],
  ['{a: [x, y], exclude: [{a: "${{ env.UNSET | default(\'-\') }}"}]}', []],
  ['{a: [{c: x}], exclude: [{a: {c: "${{ env.SET }}"}}]}', []],
  ['{a: ["${{ env.SET }}", x], exclude: [{a: Oslo}]}', []],
  ['{a: [{c: "${{ env.SET }}"}, x], exclude: [{a: {c: Oslo}}]}', []],
  ['{a: [x, y], exclude: [{a: "${{ vars.fromEnv }}"}]}', []],
  ['{a: [x, y], exclude: [{c: x}]}', ['wrong-matrix «c» -']],
  // A combination that only `include` has is as usual as one that extends others.
  ['{a: [Anna, Robert], include: [{a: Roberd, b: gold}]}', ['«Roberd» "Robert"']],
  ['{a: [Anna, Robert], include: [{a: robert}, {a: Rboert}]}', ['«robert» "Robert"', '«Rboert» "Robert"']],
  ['{a: [Anna, Robert], include: [{a: Robert, b: gold}, {a: Ann}, {a: Albert}]}', []],
  ['{a: [scene1, "2"], include: [{a: scene2}, {a: 2}]}', ['«2» "2"']],
  ['{a: [穿红色的衣服, x], include: [{a: 穿绿色的衣服}]}', []],
  ['{a: [{c: 1}], include: [{a: {c: 2}}, {b: 1}]}', []],
];

for (const [matrix, expected] of misses) {
  test(`matrix: ${matrix} has values that match nothing: ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(problemsOf(matrix), expected));
}

/** The prompts of the requests. */
function promptsOf(matrix: string): readonly unknown[] {
  return planHero(write(matrix)).requests.map(({ body }) => body['prompt']);
}

test('a map of exclude matches the values that have its members, with all combinations of other axes', () => {
  const looks = '{a: [{c: 1, d: 1}, {c: 1, d: 2}, {c: 2}], b: [x, y]';
  assert.deepEqual(promptsOf(`${looks}, exclude: [{a: {c: 1}}]}`), ['{"c":2} x', '{"c":2} y']);
  assert.deepEqual(promptsOf(`${looks}, exclude: [{a: {c: 1}, b: x}, {a: {c: 2}}]}`), [
    '{"c":1,"d":1} y',
    '{"c":1,"d":2} y',
  ]);
  assert.equal(promptsOf(`${looks}, exclude: [{a: {c: 1, e: 1}}]}`).length, 6);
});

test('only a few maps with maps in them are compared with every value', () => {
  const some = (count: number, value: string): string =>
    `{a: [{c: 1}, x], exclude: [${Array.from({ length: count }, () => `{a: ${value}}`).join(', ')}]}`;
  assert.deepEqual(
    [some(200, '{c: 1}'), some(201, '{c: 1}'), some(201, 'x')].map((matrix) => problemsOf(matrix).length),
    [0, 1, 0],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVars } from '../../../../../src/core/jobFile/compile/createVars.ts';
import type { TextOutcome } from '../../../../../src/core/jobFile/lookups.ts';
import { parseJobFileText } from '../../../../../src/core/jobFile/parse/parseJobFile.ts';
import { isEnvText, isSettledObject, reveal } from '../../../../../src/core/jobFile/planValue.ts';

const scope: Parameters<typeof createVars>[1] = {
  text: '',
  file: { isKnown: false, base: '', dir: '', name: '', jobs: [], suggestions: { left: 100 } },
  job: { id: null, name: null, isBroken: false },
  lookups: undefined,
  report: () => undefined,
  addNeed: () => undefined,
};

const files: Readonly<Record<string, TextOutcome>> = {
  'brand.yaml': {
    ok: true,
    text: 'color: red\nslogan: "${{ vars.color }} ${{ vars.name }}"\nbrief: file://brief.md\n',
  },
  'brief.md': { ok: true, text: 'A calm harbor.' },
  'link.md': { ok: true, text: 'file://brief.md' },
  'cycle.yaml': { ok: true, text: 'a: "${{ vars.b }}"\nb: "${{ vars.a }}"\n' },
  'empty.yaml': { ok: true, text: '# nothing\n' },
  'broken.yaml': { ok: true, text: 'a: 1\nb: [1\n' },
  'list.yaml': { ok: true, text: '- a\n' },
};

/** Returns the values of these names, and problems as `code/variant «text»` with the line. */
function resolveAll(written: string, names: readonly string[]): readonly unknown[] {
  const text = `vars: ${written}\n`;
  const { jobFile } = parseJobFileText(text);
  const problems: string[] = [];
  const vars = createVars(jobFile.vars, {
    ...scope,
    text,
    lookups: {
      files: {
        readText: (path) => files[path] ?? { ok: false, reason: 'missing' },
        inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
      },
      env: () => ({ state: 'set', value: 'Bergen' }),
    },
    report: ({ code, args, start, end, related = [] }) => {
      const line = args['line'] === undefined ? '' : ` line ${args['line']}`;
      const steps = related.map((step) => ` then «${text.slice(step.start, step.end)}» of ${step.args['name']}`);
      problems.push(`${code}/${args['variant']} «${text.slice(start, end)}»${line}${steps.join('')}`);
    },
  });
  const values = names.map((name) => {
    const outcome = vars.resolve(name, { start: 0, end: 4 });
    return outcome.state === 'known' ? reveal(outcome.value) : `‹${outcome.state}›`;
  });
  return [...values, ...problems];
}

const sources: readonly (readonly [
  what: string,
  written: string,
  names: readonly string[],
  result: readonly unknown[],
])[] = [
  ['a variable of another', '{a: "${{ vars.b }}!", b: x}', ['a', 'c'], ['x!', '‹missing›']],
  ['a file', 'file://brand.yaml', ['color', 'brief'], ['red', 'A calm harbor.']],
  [
    'a file and a map that wins',
    '[file://brand.yaml, {name: Nord, color: blue}]',
    ['color', 'slogan'],
    ['blue', 'blue Nord'],
  ],
  ['a map and a file that wins', '[{color: blue}, file://brand.yaml]', ['color'], ['red']],
  ['an empty file', 'file://empty.yaml', ['a'], ['‹missing›']],
  ['a text of a file, at any depth', '{a: [x, {b: file://brief.md}]}', ['a'], [['x', { b: 'A calm harbor.' }]]],
  ['a text that an expression names', '{a: "${{ vars.b }}", b: "file:// brief.md"}', ['a'], ['A calm harbor.']],
  [
    'a text that looks like a file, which is not read',
    '{a: "${{ vars.b }}", b: file://link.md}',
    ['a', 'b'],
    ['file://brief.md', 'file://brief.md'],
  ],
  ['a map that an expression names', '{a: "${{ vars.b }}", b: {c: file://brief.md}}', ['a'], [{ c: 'A calm harbor.' }]],
  ['a missing file', 'file://absent.yaml', ['a'], ['‹unknown›', 'unreadable-file/missing «file://absent.yaml»']],
  [
    'a broken file',
    '[file://broken.yaml, {c: 1}]',
    ['a', 'c'],
    ['‹unknown›', 1, 'unreadable-file/not-yaml «file://broken.yaml» line 2'],
  ],
  [
    'a file with a list',
    'file://list.yaml',
    ['a'],
    ['‹unknown›', 'unreadable-file/not-a-map «file://list.yaml» line 1'],
  ],
  ['a missing text', '{a: file://absent.md}', ['a'], ['‹unknown›', 'unreadable-file/missing «file://absent.md»']],
  [
    'a problem in a file, shown where the file is named',
    'file://brand.yaml',
    ['slogan'],
    ['‹unknown›', 'unknown-name/plain «file://brand.yaml»'],
  ],
  ['a name in a key that is meant as several', '{a：x，b：y}', ['a', 'c'], ['‹unknown›', '‹unknown›']],
  ['a name beside a merged map', '{<<: {a：x}, b: 1}', ['a'], ['‹missing›']],
  ['a name beside a text in braces', '{a：x|b：y}', ['a'], ['‹missing›']],
  ['an expression that is not known', '{a: "${{ now }}"}', ['a'], ['‹unknown›']],
  [
    'a matrix, which variables do not see',
    '{a: "${{ matrix.b }}"}',
    ['a'],
    ['‹unknown›', 'unknown-context/not-in-vars «matrix»'],
  ],
];

for (const [what, written, names, result] of sources) {
  test(`${what} is resolved`, () => assert.deepEqual(resolveAll(written, names), result));
}

test('a cycle is one problem at its first variable, wherever it is entered', () => {
  const written = '{a: "${{ vars.b }}", b: "${{ vars.c }}", c: "${{ vars.a }}", d: "${{ vars.d }}"}';
  assert.deepEqual(resolveAll(written, ['d']), ['‹unknown›', 'cycle/vars «d»']);
  for (const entered of ['a', 'b', 'c']) {
    assert.deepEqual(
      resolveAll(written, [entered]),
      ['‹unknown›', 'cycle/vars «b» then «c» of b then «a» of c'],
      entered,
    );
  }
});

test('a cycle in another file is reported at the name of that file, without its steps', () => {
  for (const entered of ['a', 'b']) {
    assert.deepEqual(resolveAll('file://cycle.yaml', [entered]), ['‹unknown›', 'cycle/vars «file://cycle.yaml»']);
  }
});

test('a value of the environment is known as such, and the plain part of a map is not', () => {
  const { jobFile } = parseJobFileText('vars: {a: {city: "${{ env.CITY }}", plain: x}}\n');
  const vars = createVars(jobFile.vars, { ...scope, lookups: { env: () => ({ state: 'set', value: 'Bergen' }) } });
  const outcome = vars.resolve('a', { start: 0, end: 0 });
  assert.ok(outcome.state === 'known' && isSettledObject(outcome.value));
  assert.deepEqual([isEnvText(outcome.value['city']), isEnvText(outcome.value['plain'])], [true, false]);
});

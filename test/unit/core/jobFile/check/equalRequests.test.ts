import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import { createJobFileReader } from '../../../../../src/core/jobFile/check/createJobFileReader.ts';
import type { Problem } from '../../../../../src/core/jobFile/problem.ts';

const options = { catalog: bundledCatalog, isStrict: false };
const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: ${{ matrix.x }}\n';

/** Returns the texts at which requests are reported to be equal to others, and those of the others. */
function placesOf({
  text,
  problems,
}: {
  readonly text: string;
  readonly problems: readonly Problem[];
}): readonly string[] {
  return problems.map(({ code, severity, start, end, related = [] }) => {
    const [place, ...others] = [{ start, end }, ...related].map((each) => text.slice(each.start, each.end));
    return [...(code === 'same-request' ? [] : [`${severity} ${code}`]), place, ...others].join(' < ');
  });
}

const cases: readonly (readonly [what: string, text: string, places: readonly string[]])[] = [
  ['a value twice', `${song}matrix: {x: [cat, cat]}\n`, ['cat']],
  ['a value three times', `${song}matrix: {x: [cat, dog, cat, cat]}\n`, ['cat', 'cat']],
  [
    'numbers that are written in two ways',
    `model: sonic\nprompt: No. \${{ matrix.x }}\nmatrix: {x: [1, 1.0, "1"]}\n`,
    ['1.0'],
  ],
  ['a value of a field twice', `${image}prompt: x\nmatrix: {size: [2K, 3K, 2K]}\n`, ['2K']],
  [
    'the same values in two axes',
    `${image}prompt: \${{ matrix.x }}\nmatrix: {x: [a, a], size: [2K, 2K]}\n`,
    ['a', '2K'],
  ],
  ['an entry of include twice', `${song}matrix:\n  x: [a]\n  include:\n    - {x: b}\n    - {x: b}\n`, ['{x: b}']],
  ['an entry of include in block style', `${song}matrix:\n  include:\n    - x: b\n    - x: b\n`, ['x: b']],
  [
    'a value that include repeats',
    `${song}title: \${{ matrix.y }}\nmatrix:\n  x: [a]\n  include:\n    - {x: a, y: b}\n    - {x: a, y: c}\n`,
    [],
  ],
  ['repetitions', `gen: {repeat: 3}\n${song}matrix: {x: [a, b]}\n`, []],
  ['a value twice, repeated', `gen: {repeat: 3}\n${song}matrix: {x: [a, a]}\n`, ['a']],
  [
    'an axis that only names results',
    `${song}matrix: {x: [a], take: [1, 2]}\noutput: {name: "\${{ matrix.take }}"}\n`,
    [],
  ],
  ['values that are not known yet', `${song}title: \${{ now }}\nmatrix: {x: ["\${{ env.A }}", "\${{ env.B }}"]}\n`, []],
  ['two models', 'prompt: x\nmatrix: {model: [sonic, gpt-4o, sonic]}\n', ['sonic']],
  [
    'jobs with one content',
    'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x}\n  c: {model: sonic, prompt: y}\n',
    ['b < a'],
  ],
  [
    'jobs that use their id',
    'jobs:\n' + ['a', 'b'].map((id) => `  ${id}: {model: sonic, prompt: "\${{ job.id }}"}\n`).join(''),
    [],
  ],
  [
    'jobs with one matrix',
    'jobs:\n' +
      ['a', 'b'].map((id) => `  ${id}: {model: sonic, prompt: "\${{ matrix.x }}", matrix: {x: [v, w]}}\n`).join(''),
    ['b < a'],
  ],
  [
    'jobs at two endpoints',
    'jobs:\n  a: {model: gpt-5.2, prompt: x}\n  b: {model: gpt-5.2, prompt: x, gen: {endpoint: /v1/chat/completions}}\n',
    [],
  ],
  [
    'jobs that are not complete',
    'jobs:\n  a: {model: sonic}\n  b: {model: sonic}\n',
    ['error missing-field < a', 'error missing-field < b'],
  ],
  [
    'values of an axis without effect',
    `${image}prompt: x\nmatrix: {mood: [calm, wild]}\n`,
    ['warning no-effect < mood'],
  ],
];

for (const [what, text, places] of cases) {
  test(`${what}: ${places.length === 0 ? 'no equal request' : places.join(', ')}`, () => {
    assert.deepEqual(placesOf({ text, problems: checkJobFile(text, options).problems }), places);
  });
}

test('equal jobs are found while one of them is edited', () => {
  const reader = createJobFileReader(options);
  const write = (prompt: string): string =>
    `jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: ${prompt}}\n`;
  const read = (prompt: string): readonly string[] =>
    placesOf({ text: write(prompt), problems: reader.read(write(prompt)).problems });
  assert.deepEqual([read('y'), read('x'), read('xx')], [[], ['b < a'], []]);
});

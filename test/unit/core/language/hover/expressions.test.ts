import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesAt } from './hoverAt.ts';

const song = 'model: sonic\n';
const matrix = `${song}prompt: \${{ matrix.mo|od || upper }}\nmatrix:\n  mood: [dark, light]\n  title: [x, y]\n`;
const chain =
  'jobs:\n  still:\n    model: seedream-5-0-260128\n    prompt: x\n  clip:\n    model: kling-v3\n    prompt: x\n    image: ${{ jobs.still.url }}\n    title: x\n';

const now = [
  'now',
  'When the run began, as an ISO date and time. `date` formats it.',
  'Known when the request is sent.',
];
const url = [
  'jobs.still.url',
  '**Job `still`** · Image · `seedream-5-0-260128`',
  'URL of its first result.',
  'Known when that job has its result.',
];

const rows: readonly (readonly [what: string, marked: string, lines: readonly string[] | null])[] = [
  ['a variable', `vars: {mood: dark}\n${song}prompt: a \${{ vars.mo|od }}\n`, ['vars.mood', 'Evaluates to: `dark`']],
  [
    'a variable with a filter',
    `vars: {mood: dark}\n${song}prompt: \${{ vars.mo|od || upper }}\n`,
    ['vars.mood | upper', 'Evaluates to: `DARK`'],
  ],
  [
    'a variable with backticks',
    `vars: {mood: "a\`b"}\n${song}prompt: \${{ vars.mo|od }}\n`,
    ['vars.mood', 'Evaluates to: `` a`b ``'],
  ],
  [
    'a variable of several lines',
    `vars:\n  mood: ||\n    a\n    b\n${song}prompt: \${{ vars.mo|od }}\n`,
    ['vars.mood', 'Evaluates to:', '```', 'a', 'b', '```'],
  ],
  [
    'an empty variable',
    `vars: {mood: ""}\n${song}prompt: \${{ vars.mo|od }}\n`,
    ['vars.mood', 'Evaluates to nothing: the field is left out, or the string is empty'],
  ],
  ['an unknown variable', `${song}prompt: \${{ vars.mo|od }}\n`, null],
  [
    'an axis, as the head of an expression',
    matrix,
    ['matrix.mood | upper', '- mood: dark → `DARK`', '- mood: light → `LIGHT`'],
  ],
  [
    'an axis with many values',
    `${song}prompt: \${{ matrix.|n }}\nmatrix:\n  n: [1, 2, 3, 4, 5, 6, 7]\n`,
    ['matrix.n', '- n: 1', '- n: 2', '- n: 3', '- n: 4', '- n: 5', '- …and 2 more'],
  ],
  [
    'a default, in each job',
    'vars: {t: x}\ngen: {defaults: {title: "${{ job.i|d }}"}}\njobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x}\n',
    ['job.id', 'Its id under "jobs". Empty for a job at the root.', '- a → `a`', '- b → `b`'],
  ],
  ['the result of a job', chain.replace('still.url', 'still.u|rl'), url],
  ['the job in an expression', chain.replace('still.url', 'st|ill.url'), url],
  ['the time', `${song}prompt: \${{ n|ow }}\n`, now],
  [
    'the run',
    `${song}prompt: \${{ run.|n }}\n`,
    ['run.n', 'The number of this run of the file, starting at 1.', 'Known when the request is sent.'],
  ],
  [
    'the file',
    `${song}prompt: \${{ file.|dir }}\n`,
    ['file.dir', 'Its folder in the workspace.', 'Evaluates to: `art`'],
  ],
  [
    'a filter',
    `${song}prompt: \${{ now || da|te("YYYY") }}\n`,
    ['date', '**`date(format)`** · Filter', 'A date in a format such as "YYYY-MM-DD" or "HH:mm".'],
  ],
  ['the environment', `${song}prompt: \${{ env.HO|ME }}\n`, ['env.HOME', '`HOME` may be read and is set.']],
  [
    'a variable of the environment that is not set',
    `${song}prompt: \${{ env.N|O }}\n`,
    ['env.NO', '`NO` may be read but is not set.'],
  ],
  [
    'a variable of the environment that may not be read',
    `${song}prompt: \${{ env.PA|TH }}\n`,
    ['env.PATH', '`PATH` may not be read. Add it to your setting "genwright.env.allow" to allow it.'],
  ],
  ['a half-typed expression', `${song}prompt: \${{ n|ow \n`, now],
  ['the second expression of a line', `${song}prompt: \${{ file.dir }} \${{ n|ow }}\n`, now],
  ['an open expression at the end of a comment', `# \${{ now|\n${song}`, null],
  ['an expression in a comment', `${song}prompt: x # \${{ n|ow }}\n`, null],
  ['an escape', `${song}negative_tags: $\${{ n|ow }}\n`, null],
];

for (const [what, marked, lines] of rows) {
  test(`hover of ${what}`, () => assert.deepEqual(linesAt(marked), lines));
}

test('text of the user is shown as text', () => {
  const lines = linesAt(`${song}prompt: \${{ matrix.|a }}\nmatrix:\n  a: ["[x](https://y)", "<b>!"]\n`);
  assert.deepEqual(lines?.slice(1), ['- a: \\[x\\]\\(https\\://y\\)', '- a: \\<b\\>!']);
});

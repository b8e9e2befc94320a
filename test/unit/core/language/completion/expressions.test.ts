import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageServiceOptions } from '../../../../../src/core/language/index.ts';
import { filesOf } from '../openAt.ts';
import { choose, completeAt } from './completeAt.ts';

const options: LanguageServiceOptions = {
  files: () => filesOf({ 'brand.vars.yaml': 'palette: [teal, sand]\ntone: calm\n' }),
  env: { names: ['STUDIO'], read: (name) => (name === 'STUDIO' ? { state: 'set', value: 'x' } : { state: 'blocked' }) },
};

function labelsAt(marked: string): readonly string[] {
  return completeAt(marked, options).map(({ label }) => label);
}

const image = 'model: seedream-5-0-260128\n';
const vars = 'vars:\n  color: red\n  studio: {name: North, lights: [warm, cold]}\n  night shift: dark\n';
const chain = [
  'jobs:',
  '  idea: {model: gpt-5.2, prompt: x}',
  '  still: {model: seedream-5-0-260128, prompt: "${{ jobs.idea.text }}"}',
  '  song: {model: sonic, prompt: x}',
  '  last:\n    model: kling-v2-6\n',
].join('\n');

/** The variables of `vars`, and the contexts that every field knows. */
const allVars = ['color', 'studio', 'night shift'];
const ofAll = ['job', 'file', 'run', 'now', 'env'];

const matrix = `${image}matrix:\n  size: [2K, 3K]\n  light: [{name: warm, hue: 1}, {name: cold}]\n`;

const cases: readonly (readonly [what: string, marked: string, labels: readonly string[]])[] = [
  // Contexts
  ['contexts that are not empty', `${image}prompt: \${{ | }}`, ofAll],
  ['vars and matrix if the file has them', `${vars}${matrix}prompt: \${{ | }}`, ['vars', 'matrix', ...ofAll]],
  ['other jobs in a job', `${chain}    prompt: \${{ | }}`, ['jobs', ...ofAll]],
  ['the other of two jobs', 'jobs:\n  a: {model: sonic}\n  b:\n    prompt: ${{ | }}', ['jobs', ...ofAll]],
  ['no job if there is no other', 'jobs:\n  b:\n    prompt: ${{ | }}', ofAll],
  ['the result in output', `${image}output: \${{ | }}`, [...ofAll, 'result', 'ext']],
  ['no job in the matrix', `${vars}${image}matrix: {size: ["\${{ | }}"]}`, ['vars', 'file', 'run', 'now', 'env']],
  ['no job for the model', `${vars}model: \${{ | }}`, ['vars', 'file', 'run', 'now', 'env']],
  [
    'no job for the model of the defaults',
    `${vars}gen: {defaults: {model: "\${{ | }}"}}`,
    ['vars', 'file', 'run', 'now', 'env'],
  ],
  ['nothing in gen, which is read before', `${vars}${image}gen:\n  name: \${{ | }}`, []],
  ['nothing in needs', `${chain}    needs: ["\${{ | }}"]`, []],
  ['nothing for a key that is not read', `${vars}${image}x-note: \${{ | }}`, []],
  ['nothing for a word of the format', `${vars}${image}output:\n  collision: \${{ | }}`, []],
  ['nothing in a comment', `${vars}${image}# \${{ | }}`, []],
  ['nothing in a comment after a value', `${vars}${image}size: 2K # \${{ | }}`, []],
  ['nothing in a comment after an apostrophe', `${vars}${image}prompt: it's # \${{ | }}`, []],

  // Names
  ['variables of the file', `${vars}${image}prompt: \${{ vars.| }}`, allVars],
  ['members of a variable', `${vars}${image}prompt: \${{ vars.studio.| }}`, ['name', 'lights']],
  ['items of a variable', `${vars}${image}prompt: \${{ vars.studio.lights[|] }}`, ['0', '1']],
  ['nothing below a text', `${vars}${image}prompt: \${{ vars.color.| }}`, []],
  ['variables of another file', `vars: file://./brand.vars.yaml\n${image}prompt: \${{ vars.| }}`, ['palette', 'tone']],
  [
    'variables of this job before those of the next',
    `jobs:\n  a:\n    ${image}    vars: {own: 1}\n    prompt: \${{ vars.| }}\n  b:\n    vars: {other: 1}\n`,
    ['own'],
  ],
  [
    'variables that do not reference this one',
    'vars:\n  a: x\n  b: ${{ vars.| }}\n  c: ${{ vars.b }}\n  d: ${{ vars.c }}\n',
    ['a'],
  ],
  ['variables that use an axis with the name of this one', 'vars:\n  a: ${{ vars.| }}\n  b: ${{ matrix.a }}\n', ['b']],
  ['axes', `${matrix}prompt: \${{ matrix.| }}`, ['size', 'light']],
  [
    'in defaults, the axes that all jobs have',
    'gen: {defaults: {prompt: "${{ matrix.| }}"}}\njobs:\n  a: {model: sonic, matrix: {mood: [x], key: [y]}}\n  b: {model: sonic, matrix: {mood: [z]}}\n',
    ['mood'],
  ],
  ['members of an axis, of any of its values', `${matrix}prompt: \${{ matrix.light.| }}`, ['name', 'hue']],
  ['jobs except this one', `${chain}    prompt: \${{ jobs.| }}`, ['idea', 'still', 'song']],
  ['no job that waits for this one', chain.replace('prompt: x}', 'prompt: "${{ jobs.| }}"}'), ['song', 'last']],
  ['no job in defaults', `output: \${{ jobs.| }}\n${chain}`, []],
  ['values of a chat job', `${chain}    prompt: \${{ jobs.idea.| }}`, ['text', 'file', 'files', 'amount_usd']],
  [
    'values of a music job, texts first for a text',
    `${chain}    prompt: \${{ jobs.song.| }}`,
    ['title', 'lyrics', 'url', 'urls', 'file', 'files', 'duration', 'task_id', 'amount_usd'],
  ],
  [
    'values of an image job, addresses first for media',
    `${chain}    metadata:\n      image: \${{ jobs.still.| }}`,
    ['url', 'file', 'urls', 'files', 'task_id', 'amount_usd'],
  ],
  [
    'values of an image job, lists first for a list of media',
    `${chain.replace('kling-v2-6', 'seedream-5-0-260128')}    images: ["\${{ jobs.still.| }}"]`,
    ['url', 'urls', 'file', 'files', 'task_id', 'amount_usd'],
  ],
  ['nothing of a missing job', `${chain}    prompt: \${{ jobs.other.| }}`, []],
  ['members of job', `${image}prompt: \${{ job.| }}`, ['id', 'name', 'model', 'index']],
  [
    'the fingerprint where it is known',
    `${image}output: \${{ job.| }}`,
    ['id', 'name', 'model', 'index', 'fingerprint'],
  ],
  ['members of result', `${image}output: \${{ result.| }}`, ['index', 'count', 'title', 'width', 'height']],
  ['nothing of result before there is one', `${image}prompt: \${{ result.| }}`, []],
  ['names of the environment that may be read', `${image}prompt: \${{ env.| }}`, ['STUDIO']],
  ['nothing after a finished path', `${vars}${image}prompt: \${{ vars.color | }}`, []],
  ['nothing after a dot and a space', `${vars}${image}prompt: \${{ vars. | }}`, []],
  ['nothing in quotes after a dot', `${vars}${image}prompt: \${{ vars.'c|' }}`, []],
  ['nothing in code', `${vars}${image}prompt: \${{ vars.color ||||  | }}`, []],
  ['nothing after a call', `${vars}${image}prompt: \${{ upper(|) }}`, []],

  // Filters
  [
    'filters, those for texts first',
    `${vars}${image}prompt: \${{ vars.color || | }}`,
    ['slug', 'lower', 'upper', 'trim', 'words', 'truncate', 'default', 'lines', 'pad', 'date', 'json', 'join', 'first'],
  ],
  [
    'forms of a date',
    `${image}prompt: \${{ now || date('|') }}`,
    [
      "'YYYY-MM-DD'",
      "'YYYYMMDD'",
      "'YYYY-MM'",
      "'YYYY-MM-DD HH:mm'",
      "'YYYYMMDD-HHmmss'",
      "'HH-mm-ss'",
      "'DD.MM.YYYY'",
    ],
  ],
  ['nothing for a number that only the user knows', `${vars}${image}prompt: \${{ vars.color || truncate(|) }}`, []],
  ['nothing after a finished argument', `${image}prompt: \${{ now || date('YYYY' |) }}`, []],

  // Places
  ['names in double quotes', `${vars}${image}prompt: "a \${{ vars.| }} b"`, allVars],
  ['names in single quotes', `${vars}${image}prompt: 'a \${{ vars.| }} b'`, allVars],
  ['names in a block', `${vars}${image}prompt: ||\n  a # b\n  \${{ vars.| }}\n`, allVars],
  ['names in folded text', `${vars}${image}prompt: >-\n  a\n\n  \${{ vars.| }}\n`, allVars],
  ['names in text over several lines', `${vars}${image}prompt: a\n  \${{ vars.| }}\n`, allVars],
  ['names in quotes over several lines', `${vars}${image}prompt: "a\n  \${{ vars.| }}"\n`, allVars],
  ['names on the line below the key', `${vars}${image}prompt:\n  \${{ vars.| }}\n`, allVars],
  ['names in an item', `${vars}${image}images:\n  - \${{ vars.| }}\n`, allVars],
  ['names in braces', `${vars}jobs: {a: {prompt: "\${{ vars.| }}"}}`, allVars],
  ['names with CRLF', `${vars}${image}prompt: \${{ vars.| }}\n`.replaceAll('\n', '\r\n'), allVars],
  ['names of an expression that is open', `${vars}${image}prompt: \${{ vars.|\nsize: 2K\n`, allVars],
  ['names before another expression', `${vars}${image}prompt: \${{ vars.| and \${{ vars.color }}\n`, allVars],
  ['names below a job that is broken', `${vars}jobs:\n  a:\n    prompt: "x\n  b:\n    prompt: \${{ vars.|\n`, allVars],
];

for (const [what, marked, labels] of cases) {
  test(`offers ${what}`, () => assert.deepEqual(labelsAt(marked), labels));
}

test('filters for lists, numbers and dates come first if they fit', () => {
  const firstOf = (path: string): readonly string[] =>
    labelsAt(`${vars}${matrix}prompt: \${{ ${path} || | }}`).slice(0, 4);
  assert.deepEqual(['vars.studio.lights', 'now', 'job.index', 'vars.color || lines'].map(firstOf), [
    ['default', 'json', 'join', 'first'],
    ['date', 'default', 'slug', 'lower'],
    ['pad', 'default', 'slug', 'lower'],
    ['default', 'json', 'join', 'first'],
  ]);
});

test('the kind of a value decides which filter comes first', () => {
  const values = 'vars: {day: "2026-01-31", count: 5, map: {a: b}, text: a}\n';
  const firstOf = (path: string, field = 'prompt'): string | undefined =>
    labelsAt(`${values}${image}${field}: \${{ ${path} || | }}`)[0];
  assert.deepEqual(
    ['vars.day', 'vars.count', 'vars.map', 'vars.text', 'run.n', 'run.id', 'job.name', 'file.base'].map((path) =>
      firstOf(path),
    ),
    ['date', 'pad', 'default', 'slug', 'pad', 'slug', 'slug', 'slug'],
  );
  assert.deepEqual([firstOf('result.title', 'output'), firstOf('result.width', 'output')], ['slug', 'pad']);
});

test('names are offered with their values, filters with their usage and meaning', () => {
  const details = (marked: string): readonly (readonly [string, string | undefined])[] =>
    completeAt(marked, options).map(({ label, detail }) => [label, detail]);
  assert.deepEqual(details(`${vars}${image}prompt: \${{ vars.| }}`).slice(0, 2), [
    ['color', 'red'],
    ['studio', '{"name":"North","lights":["warm","cold"]}'],
  ]);
  assert.deepEqual(
    details(`vars: {a: ${'x'.repeat(50)}, b: ${'y'.repeat(51)}}\nprompt: \${{ vars.| }}`).map(([, value]) => value),
    ['x'.repeat(50), `${'y'.repeat(50)}…`],
  );
  assert.deepEqual(details(`vars: {name: "\${{ file.base }}"}\nprompt: \${{ vars.| }}`), [['name', 'hero']]);
  assert.deepEqual(details(`${matrix}prompt: \${{ matrix.| }}`)[0], ['size', '2K, 3K']);
  assert.deepEqual(details(`${chain}    prompt: \${{ jobs.| }}`)[2], ['song', 'sonic']);
  const truncate = completeAt(`${image}prompt: \${{ now || | }}`, options).find(({ label }) => label === 'truncate');
  assert.deepEqual([truncate?.detail, truncate?.documentation], ['truncate(n)', 'The first n characters.']);
});

test('the environment is not offered if it may not be read', () => {
  const untrusted = { ...options, files: () => filesOf({}, { isTrusted: false }) };
  const labels = completeAt(`${image}prompt: \${{ | }}`, untrusted).map(({ label }) => label);
  assert.deepEqual(labels, ['job', 'file', 'run', 'now']);
});

const choices: readonly (readonly [marked: string, label: string, line: string])[] = [
  ['prompt: ${{|}}', 'now', 'prompt: ${{ now }}'],
  ['prompt: ${{|}}', 'vars', 'prompt: ${{ vars.| }}'],
  ['prompt: ${{|', 'vars', 'prompt: ${{ vars.| }}'],
  ['prompt: ${{ va|', 'vars', 'prompt: ${{ vars.| }}'],
  ['prompt: ${{ v|ar }}', 'vars', 'prompt: ${{ vars. }}'],
  ['prompt: $|', '${{ vars }}', 'prompt: ${{ vars.| }}'],
  ['prompt: a ${|} b', '${{ vars }}', 'prompt: a ${{ vars.| }} b'],
  ['prompt: "$|"', '${{ now }}', 'prompt: "${{ now }}"'],
  ['prompt: ${{ vars.co| }}', 'color', 'prompt: ${{ vars.color }}'],
  ['prompt: ${{ vars.co|', 'color', 'prompt: ${{ vars.color }}'],
  ['prompt: ${{ vars.c|ol }} b', 'color', 'prompt: ${{ vars.color }} b'],
  ['prompt: ${{ vars.co| and ${{ now }}', 'color', 'prompt: ${{ vars.color }} and ${{ now }}'],
  ['prompt: ${{ vars.| }}', 'night shift', "prompt: ${{ vars['night shift'] }}"],
  ["prompt: '${{ vars.| }}'", 'night shift', `prompt: '\${{ vars["night shift"] }}'`],
  ['prompt: "${{ vars.ni| }}"', 'night shift', `prompt: "\${{ vars['night shift'] }}"`],
  ["prompt: ${{ vars['ni|'] }}", 'night shift', "prompt: ${{ vars['night shift'] }}"],
  ["prompt: ${{ vars['ni| }} more", 'color', "prompt: ${{ vars['color'] }} more"],
  ["prompt: ${{ vars['ni| and more", 'color', "prompt: ${{ vars['color'] }} and more"],
  ['prompt: ${{ vars[| }}', 'color', "prompt: ${{ vars['color'] }}"],
  ['prompt: ${{ vars.color || |}}', 'upper', 'prompt: ${{ vars.color || upper }}'],
  ['prompt: ${{ vars.color || tru|', 'truncate', 'prompt: ${{ vars.color || truncate(40) }}'],
  ['prompt: ${{ now || d| }}', 'date', "prompt: ${{ now || date('YYYY-MM-DD') }}"],
  ["prompt: '${{ now || d| }}'", 'date', `prompt: '\${{ now || date("YYYY-MM-DD") }}'`],
  ["prompt: ${{ now || date('YY|') }}", "'YYYYMMDD'", "prompt: ${{ now || date('YYYYMMDD') }}"],
];

for (const [marked, label, line] of choices) {
  test(`selecting ${label} in ${marked} closes and quotes what is necessary`, () => {
    assert.equal(choose(`${vars}${marked}`, label, options)?.slice(vars.length), line.replaceAll('||', '|'));
  });
}

test('a name whose quotes would end the string around it is not offered', () => {
  const own = `vars: {"it's": x}\n`;
  assert.deepEqual(labelsAt(`${own}prompt: '\${{ vars.| }}'`), []);
  assert.equal(choose(`${own}prompt: \${{ vars.| }}`, "it's"), `${own}prompt: \${{ vars["it's"] }}`);
});

const silent: readonly string[] = [
  'prompt: it costs $$|',
  'prompt: $|{{ now }}',
  'prompt: x # $|',
  '$|',
  'prompt: x\n# ${|',
];

for (const marked of silent) {
  test(`starts no expression at ${JSON.stringify(marked)}`, () => {
    assert.deepEqual(
      labelsAt(marked).filter((label) => label.includes('{{')),
      [],
    );
  });
}

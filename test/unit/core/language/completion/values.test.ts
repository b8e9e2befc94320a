import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageServiceOptions } from '../../../../../src/core/language/index.ts';
import { markedText } from '../../../../support/markedText.ts';
import { choose, completeAt, labelsAt } from './completeAt.ts';

const options: LanguageServiceOptions = {
  profiles: ['sandbox', 'Our studio, north'],
  typicalCost: (model) => (model === 'sonic' ? { amountUsd: 0.0412, samples: 7 } : null),
};

function detailsAt(marked: string): readonly string[] {
  return completeAt(marked, options).map(({ label, detail }) =>
    detail === undefined ? label : `${label} (${detail})`,
  );
}

const image = 'model: seedream-5-0-260128\n';
const sonic = 'model: sonic\n';
const versions = ['sonic-v3-5', 'sonic-v4 (Default: sonic-v4)', 'sonic-v4-5', 'sonic-v4-5-plus', 'sonic-v5'];
const twoImages = ['seedream-5-0-260128', 'wan2.7-image'];
const two = `matrix:\n  model: [${twoImages.join(', ')}]\n`;
const twoJobs = `gen: {defaults: {size: 2K}}\njobs:\n  a: {model: ${twoImages[0]}}\n  b: {model: ${twoImages[1]}}\n`;

const cases: readonly (readonly [what: string, marked: string, offered: readonly string[]])[] = [
  ['values in the order of the catalog, the default marked', `${sonic}model_version: |`, versions],
  ['what a letter means', `${sonic}vocal_gender: |`, ['f (female)', 'm (male)']],
  ['true and false, the default marked', `${sonic}custom_mode: |`, ['true (Default: true)', 'false']],
  ['a default where nothing else is listed', 'model: claude-any\nmax_tokens: |', ['4096 (Default: 4096)']],
  [
    'values of an object at any depth',
    'model: kling-v2-6\nmetadata:\n  camera_control:\n    type: |',
    ['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'],
  ],
  ['values in items of a list of objects', 'model: claude-any\nmessages:\n  - role: |', ['user', 'assistant']],
  ['values in braces over several lines', 'jobs: {\n  a: {\n    model: sonic,\n    model_version: |\n  }\n}', versions],
  ['values on the line below the key', `${sonic}model_version:\n  |`, versions],
  ['values after a key in quotes', `${sonic}"model_version": |`, versions],
  ['nothing for a value that is whole', `${sonic}model_version: sonic-v5|`, []],
  ['nothing for a model that is whole', 'model: seedream-5-0-260128|', []],
  ['nothing for a whole value in quotes', `${sonic}model_version: "sonic-v5"|`, []],
  ['a value that is whole while another one begins with it', `${sonic}model_version: sonic-v4-5|`, versions],
  ['values before one that is whole', `${sonic}model_version: |sonic-v5`, versions],
  ['nothing for a text without a list', `${sonic}tags: |`, []],
  ['nothing for a number that the user decides', `${image}seed: |`, []],
  ['nothing for prose', `${sonic}prompt: |`, []],
  ['nothing in request', `${image}request:\n  size: |`, []],
  ['the profiles of the user', 'gen:\n  profile: |', ['sandbox', 'Our studio, north']],
  ['the profiles of the user in braces', `gen: {profile: |}\n${image}`, ['sandbox', 'Our studio, north']],
  ['values in a file that is one map in braces', '{model: sonic, model_version: |}', versions],
  ['values in a map before its brace is closed', '{model: sonic, model_version: |', versions],
  ['only its words for on_error', 'gen:\n  on_error: |', ['continue', 'stop']],

  ['the version of the format', 'gen: |\n', ['1']],
  ['the version of the format below gen', 'gen:\n  version: |\n', ['1']],
  ['no version in a job', 'jobs:\n  a:\n    gen: |\n', []],
  ['no version in the defaults', 'gen:\n  defaults:\n    gen: |\n', []],
  ['no model beside jobs', 'jobs: {a: {model: sonic}}\nmodel: |\n', []],
  ['no model in a list', 'model: [|]\n', []],
  ['no jobs to wait for at the root', 'model: sonic\nneeds: |\n', []],
  ['nothing in a list that a reserved word cannot have', 'gen: {on_error: [|]}\n', []],
  ['nothing in a list for the name of a file', `${sonic}output: {name: [|]}\n`, []],

  // Rules
  [
    'no value that other fields exclude',
    'model: wan2.7-image\nprompt: x\ncolor_palette: []\nenable_sequential: |',
    ['false'],
  ],

  // Matrix
  ['values of the field for an axis', `${image}matrix:\n  output_format:\n    - |`, ['jpeg', 'png']],
  ['values of the field in brackets', `${image}matrix: {output_format: [jpeg, |]}`, ['jpeg', 'png']],
  ['values of the field as items below the axis', `${image}matrix:\n  output_format:\n    |`, ['jpeg', 'png']],
  [
    'values of the field that an axis of another name sets',
    `matrix:\n  look:\n    - |\n${image}output_format: \${{ matrix.look }}\n`,
    ['jpeg', 'png'],
  ],
  ['nothing for an axis that is not a list yet', `${image}matrix:\n  output_format: |`, []],
  ['nothing for an axis that is not a field', `${image}matrix:\n  light:\n    - |`, []],
  ['values of the axis in exclude', `${image}matrix:\n  size: [2K, 3K]\n  exclude:\n    - size: |`, ['2K', '3K']],
  [
    'a number of the axis once, although exclude has it as a text',
    'model: gpt-4o\nprompt: x\nmatrix:\n  temperature: [0.1, 0.5]\n  exclude:\n    - temperature: "0.5"\n    - temperature: |',
    ['0.1', '0.5'],
  ],
  [
    'only values of the axis that fit on the line',
    `${image}matrix:\n  mood: [a, "", {b: c}]\n  exclude:\n    - mood: |`,
    ['a'],
  ],
  [
    'values of the axis before values of the field in include',
    `${sonic}matrix:\n  model_version: [sonic-v5]\n  include:\n    - model_version: |`,
    ['sonic-v5', ...versions.filter((each) => each !== 'sonic-v5')],
  ],

  // Needs, vars and output
  [
    'jobs to wait for',
    'jobs:\n  a: {model: sonic}\n  b: {model: sonic, needs: a}\n  c: {model: sonic}\n  d:\n    needs: [c, |]\n',
    ['a', 'b'],
  ],
  [
    'no job that waits for this one',
    'jobs:\n  a:\n    needs: |\n  b: {needs: [a]}\n  c: {needs: [b]}\n  d: {}\n',
    ['d'],
  ],
  [
    'values of the field for a variable that sets it',
    `vars:\n  version: |\n${sonic}model_version: \${{ vars.version }}\n`,
    versions,
  ],
  [
    'nothing in a list of a variable that sets a field',
    `vars:\n  version: [|]\n${sonic}model_version: \${{ vars.version }}\n`,
    [],
  ],
  [
    'values of the field that a job sets by a variable of the file',
    'vars:\n  version: |\njobs:\n  a:\n    model: sonic\n    model_version: ${{ vars.version }}\n',
    versions,
  ],
  [
    'values of the field that a job sets by its own variable',
    'jobs:\n  a:\n    model: sonic\n    vars:\n      version: |\n    model_version: ${{ vars.version }}\n',
    versions,
  ],
  [
    'nothing for a variable in the middle of a text',
    `vars:\n  version: |\n${sonic}model_version: sonic-\${{ vars.version }}\n`,
    [],
  ],
  [
    'nothing for a variable of which a field uses a member',
    `vars:\n  version: |\n${sonic}model_version: \${{ vars.version.a }}\n`,
    [],
  ],
  [
    'names of files',
    `${image}output:\n  name: |`,
    ["${{ file.base }}-${{ now || date('YYYY-MM-DD') }}", '${{ file.base }}-${{ run.n || pad(3) }}'],
  ],
  [
    'names of files that tell combinations apart',
    `jobs:\n  a:\n    ${image}    matrix: {size: [2K]}\n    output:\n      name: |`,
    [
      '${{ job.id }}-${{ matrix.size || slug }}',
      "${{ job.id }}-${{ now || date('YYYY-MM-DD') }}",
      '${{ job.id }}-${{ run.n || pad(3) }}',
    ],
  ],
];

for (const [what, marked, offered] of cases) {
  test(`offers ${what}`, () =>
    assert.deepEqual(
      detailsAt(marked),
      offered.map((each) => each.replaceAll('||', '|')),
    ));
}

for (const [where, marked] of [
  ['a job with a model for an axis', `${two}size: |`],
  ['the defaults of several jobs', twoJobs.replace('size: 2K', 'size: |')],
] as const) {
  test(`in ${where} values that all models accept come first, and the others name their models`, () => {
    const offered = detailsAt(marked);
    assert.deepEqual(offered.slice(0, 2), ['2K', `3K (only ${twoImages[0]})`]);
    assert.ok(offered.includes(`1K (only ${twoImages[1]})`));
  });
}

test('models are offered for the axis and the variable that is used as the model', () => {
  const models = labelsAt('model: |');
  assert.deepEqual(labelsAt('matrix:\n  m:\n    - |\nmodel: ${{ matrix.m }}\n'), models);
  const [first = '', ...others] = models;
  const included = labelsAt(`matrix:\n  model: [${first}]\n  include:\n    - model: |`);
  assert.deepEqual(included, [first, ...others]);
  assert.deepEqual(labelsAt('vars:\n  m: |\nmodel: ${{ vars.m }}\n'), models);
});

test('models that the user has used come first, then all by modality, with a short detail: what is usually paid', () => {
  const models = completeAt('model: |', options);
  const modalities = [...new Set(models.map(({ detail }) => detail?.split(' · ')[0]))];
  assert.deepEqual(modalities, ['Music', 'Image', 'Video', 'Speech', 'Chat']);
  assert.deepEqual([models[0]?.label, models[1]?.detail], ['sonic', 'Image']);
  const detailOf = (id: string): string | undefined => models.find(({ label }) => label === id)?.detail;
  assert.deepEqual([detailOf('sonic'), detailOf('grok-imagine-image')], ['Music · about $0.0412', 'Image']);
});

const choices: readonly (readonly [marked: string, label: string, line: string])[] = [
  ['gen: {profile: |}', 'sandbox', 'gen: {profile: sandbox}'],
  ['gen:\n  profile: |', 'Our studio, north', 'gen:\n  profile: Our studio, north'],
  ['model_version: "so|"', 'sonic-v5', 'model_version: "sonic-v5"'],
  ['model_version: "so|', 'sonic-v5', 'model_version: "sonic-v5"'],
  ['model_version: |[a]', 'sonic-v5', 'model_version: sonic-v5'],
  ['custom_mode: "t|"', 'true', 'custom_mode: true'],
  ["model_version: 's|'", 'sonic-v5', "model_version: 'sonic-v5'"],
  ['custom_mode:|', 'true', 'custom_mode: true'],
  [
    'output: |',
    '${{ file.base }}/${{ file.base }}-${{ run.n || pad(3) }}',
    'output: ${{ file.base }}/${{ file.base }}-${{ run.n || pad(3) }}',
  ],
];

for (const [marked, label, line] of choices) {
  test(`selecting ${label} in ${marked} writes it so that YAML parses it to the same value`, () => {
    const text = choose(`${sonic}${marked}`, label.replaceAll('||', '|'), options);
    assert.equal(text?.slice(sonic.length), line.replaceAll('||', '|'));
  });
}

test('quotes in braces are replaced together with their content', () => {
  assert.equal(choose('jobs: {a: {model: "so|", prompt: x}}', 'sonic'), 'jobs: {a: {model: "sonic", prompt: x}}');
  assert.equal(choose(`${image}matrix: {size: ["2|K", 3K]}`, '3K'), `${image}matrix: {size: ["3K", 3K]}`);
});

test('the typed text is found in the filter text', () => {
  const typed: readonly (readonly [marked: string, label: string])[] = [
    ['model: "so|"', 'sonic'],
    [`${sonic}"ti|": x`, 'title'],
    ['vars: {night shift: x}\nprompt: ${{ vars.ni| }}', 'night shift'],
    ["vars: {night shift: x}\nprompt: ${{ vars['ni| }}", 'night shift'],
    ["prompt: ${{ now || date('YY|') }}", "'YYYYMMDD'"],
    ['prompt: ${|}', '${{ now }}'],
  ];
  for (const [marked, label] of typed) {
    const { text, offset } = markedText(marked);
    const item = completeAt(marked).find((each) => each.label === label);
    assert.ok(item, marked);
    assert.ok((item.filterText ?? item.label).startsWith(text.slice(item.start, offset)), marked);
  }
});

test('an expression is quoted in a flow map, which it would end', () => {
  const name = '${{ job.id }}-${{ run.n | pad(3) }}';
  const text = choose('jobs: {a: {model: sonic, output: {name: ||}}}'.replace('||', '|'), name);
  assert.equal(text, `jobs: {a: {model: sonic, output: {name: "${name}"}}}`);
});

test('a string with a comma is quoted in a flow map, where the comma would end it', () => {
  const text = choose('gen: {profile: |}', 'Our studio, north', options);
  assert.equal(text, 'gen: {profile: "Our studio, north"}');
});

test('null is never offered', () => {
  for (const key of ['model_version', 'custom_mode', 'make_instrumental', 'vocal_gender']) {
    assert.ok(!labelsAt(`${sonic}${key}: |`).includes('null'), key);
  }
});

test('the default value is selected first, wherever it is in the list', () => {
  const offered = completeAt('model: sonic\nprompt: x\nmodel_version: |');
  const selected = offered.filter(({ isPreselected }) => isPreselected).map(({ label }) => label);
  assert.deepEqual([offered[0]?.label, selected], ['sonic-v3-5', ['sonic-v4']]);
});

test('a model is found by what it makes', () => {
  const found = (word: string): readonly string[] =>
    completeAt('model: |').flatMap(({ label, filterText }) => (filterText?.includes(` ${word}`) ? [label] : []));
  assert.deepEqual([found('song'), found('voice')], [['sonic'], ['seed-tts-2.0']]);
});

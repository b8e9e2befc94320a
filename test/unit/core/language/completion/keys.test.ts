import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, completeAt, labelsAt } from './completeAt.ts';

const image = 'model: seedream-5-0-260128\n';
const sonic = 'model: sonic\n';

function detailOf(marked: string, label: string): string | undefined {
  return completeAt(marked).find((each) => each.label === label)?.detail;
}

/** Returns labels with the kind of each, without whole jobs. */
function keysAt(marked: string): readonly string[] {
  return completeAt(marked).flatMap(({ label, kind }) => (kind === 'job' ? [] : [label]));
}

const cases: readonly (readonly [what: string, marked: string, labels: readonly string[]])[] = [
  ['members of an object in a list', 'model: claude-any\nmessages:\n  - |', ['role', 'content']],
  ['members of an object in a list while typing', 'model: claude-any\nmessages:\n  - ro|', ['role', 'content']],
  ['the other members of an item', 'model: claude-any\nmessages:\n  - role: user\n    |', ['content']],
  ['the other members of an item below its dash', 'model: claude-any\nmessages:\n  - role: user\n  |', ['content']],
  [
    'the other members of an item while typing',
    'model: claude-any\nmessages:\n  - role: user\n  con|\nsystem: x\n',
    ['content'],
  ],
  ['no members below the dash of a text', `${image}prompt: x\nimages:\n  - a.png\n  |`, []],
  [
    'fields after a list in the column of its key',
    `${sonic}prompt: x\nx-list:\n- a\n|`,
    keysAt(`${sonic}prompt: x\nx-list: []\n|`),
  ],
  ['members in braces in brackets', 'model: claude-any\nmessages: [{role: user, |}]', ['content']],
  [
    'members of an object in an object',
    'model: kling-v2-6\nmetadata:\n  camera_control:\n    config:\n      pan: 1\n      |',
    ['horizontal', 'vertical', 'tilt', 'roll', 'zoom'],
  ],
  [
    'members of an object in braces over several lines',
    'model: kling-v2-6\nmetadata: {\n  mode: std,\n  camera_control: {\n    |\n',
    ['type', 'config'],
  ],
  [
    'fields in a file that is one map in braces',
    '# note\n{model: seedream-5-0-260128, prompt: x, |}',
    keysAt('jobs: {a: {model: seedream-5-0-260128, prompt: x, |}}').filter((key) => key !== 'needs'),
  ],
  [
    'fields in braces over several lines, in any column, before they are closed',
    '{\n"model": "seedream-5-0-260128",\n  prompt: x,\n|',
    keysAt('{model: seedream-5-0-260128, prompt: x, |}'),
  ],
  [
    'fields in braces after comments and words with signs in them',
    "{\n  # it's closed }\n  model: seedream-5-0-260128,\n  prompt: it's x,\n|",
    keysAt('{model: seedream-5-0-260128, prompt: x, |}'),
  ],
  ['nothing in a text over several lines in braces', '{model: sonic, prompt: "x\n  y|"}', []],
  ['nothing in a key over several lines in braces', '{model: sonic, "x\n  y|": 1}', []],
  [
    'fields of a job in a file that is one map in braces',
    '{jobs: {a: {model: seedream-5-0-260128, prompt: x, |}}}',
    keysAt('jobs: {a: {model: seedream-5-0-260128, prompt: x, |}}'),
  ],
  ['nothing after the closing brace', '{model: sonic, prompt: x} |', []],
  [
    'no field under another of its names',
    'model: wan2.7-image\nbboxList: []\nprompt: x\nbb|',
    keysAt('model: wan2.7-image\nbbox_list: []\nprompt: x\n|'),
  ],
  [
    'no field that an axis sets',
    `${image}matrix: {size: [2K], output_format: [png]}\nprompt: x\nimage: y\n|`,
    ['optimize_prompt_options', 'gen', 'vars', 'output', 'request'],
  ],
  [
    'a field of whose name an axis is a variable',
    `${image}matrix: {size: [2K]}\nprompt: \${{ matrix.size }}\nimage: y\n|`,
    ['size', 'output_format', 'optimize_prompt_options', 'gen', 'vars', 'output', 'request'],
  ],
  [
    'no field that a rule excludes',
    'model: wan2.7-image\nprompt: x\nenable_sequential: true\n|',
    keysAt('model: wan2.7-image\nprompt: x\nenable_sequential: 1\n|').filter(
      (key) => key !== 'thinking_mode' && key !== 'color_palette',
    ),
  ],

  [
    'fields although another field is refused',
    'model: wan2.6-t2i\nprompt: x\nimage: y\n|',
    ['size', 'negative_prompt', 'prompt_extend', 'seed', 'gen', 'vars', 'matrix', 'output', 'request'],
  ],

  // Matrix
  [
    'fields of the model for axes',
    `${sonic}matrix:\n  title: [a]\n  |`,
    [
      'prompt',
      'tags',
      'model_version',
      'make_instrumental',
      'vocal_gender',
      'auto_lyrics',
      'negative_tags',
      'style_weight',
      'weirdness_constraint',
      'custom_mode',
      'gpt_description_prompt',
      'include',
      'exclude',
    ],
  ],
  ['axes in exclude', `${image}matrix:\n  size: [2K]\n  light: [a]\n  exclude:\n    - |`, ['size', 'light']],
  [
    'only axes of the matrix in exclude',
    `${image}matrix:\n  size: [2K]\n  include: [{size: 2K, light: a}]\n  exclude:\n    - |`,
    ['size'],
  ],
  [
    'the other axes in exclude',
    `${image}matrix:\n  size: [2K]\n  light: [a]\n  exclude:\n    - size: 2K\n      |`,
    ['light'],
  ],
  [
    'axes of the matrix and of other entries in include',
    `${image}matrix:\n  size: [2K]\n  include:\n    - {size: 2K, light: a}\n    - |`,
    ['size', 'light', 'prompt', 'output_format', 'image', 'images', 'optimize_prompt_options'],
  ],
  [
    'axes, then fields in include',
    `${image}matrix:\n  size: [2K]\n  light: [a]\n  include:\n    - size: 2K\n      |`,
    ['light', 'prompt', 'output_format', 'image', 'images', 'optimize_prompt_options'],
  ],

  // Variables
  [
    'names in expressions',
    `vars:\n  a: 1\n  |\n${image}prompt: \${{ vars.a }} \${{ vars.b }} \${{ vars.c | upper }}\n`.replace(
      'c | upper',
      'c || upper',
    ),
    ['b', 'c'],
  ],
  [
    'names that expressions of any job use, for the variables of the file',
    'vars:\n  |\njobs:\n  one: {prompt: "${{ vars.a }}"}\n  two: {prompt: "${{ vars.b }}"}\n',
    ['a', 'b'],
  ],
  [
    'names that expressions of a job use, for its own variables',
    'jobs:\n  one:\n    prompt: ${{ vars.a }} ${{ job.name }}\n    vars:\n      |\n  two: {prompt: "${{ vars.b }}"}\n',
    ['a'],
  ],
  ['nothing inside a variable', 'vars:\n  a:\n    |\n', []],

  // Broken and unusual
  [
    'fields of a job below one with an open quote',
    `jobs:\n  a:\n    prompt: "x\n  b:\n    ${image}    size: 2K\n    prompt: x\n    image: y\n    |`,
    ['output_format', 'optimize_prompt_options', 'gen', 'vars', 'matrix', 'output', 'request', 'needs'],
  ],
  [
    'the model for a job that is not indented',
    'jobs:\na:\n  |',
    ['model', 'gen', 'vars', 'matrix', 'output', 'request', 'needs'],
  ],
  [
    'fields beside keys in quotes',
    `"model": seedream-5-0-260128\n'prompt': x\n"image": y\n|`,
    ['size', 'output_format', 'optimize_prompt_options', 'gen', 'vars', 'matrix', 'output', 'request'],
  ],
  ['jobs as long as there is no field', 'vars: {a: 1}\noutput: x\n|', ['model', 'gen', 'matrix', 'request', 'jobs']],
  [
    'the model and whole jobs after a schema',
    '$schema: x\nvars: {a: 1}\n|',
    ['model', 'gen', 'matrix', 'output', 'request', 'jobs'],
  ],
  [
    'no model if the endpoint accepts none',
    'gen: {endpoint: /v1/videos/subtitle-erase}\nvideo_url: x\n|',
    keysAt('gen: {endpoint: /v1/videos/subtitle-erase}\nvideo_url: x\n|').filter((key) => key !== 'model'),
  ],
];

for (const [what, marked, labels] of cases) {
  test(`offers ${what}`, () => assert.deepEqual(keysAt(marked), labels));
}

const models = ['seedream-5-0-260128', 'prunaai/p-image'] as const;
const lists: readonly (readonly [where: string, text: string])[] = [
  ['an axis', `matrix:\n  model: [${models.join(', ')}]\n|`],
  ['an expression', `matrix:\n  m: [${models.join(', ')}]\nmodel: \${{ matrix.m }}\n|`],
  [
    'an axis below a text that is open',
    `jobs:\n  a:\n    prompt: "x\n    matrix:\n      model:\n        - ${models.join('\n        - ')}\n    |`,
  ],
  ['an axis of a job whose text is open', `prompt: "x\nmatrix:\n  model:\n    - ${models.join('\n    - ')}\n|`],
  ['an axis in a job that is broken', `matrix:\n  model:\n    - ${models.join('\n    - ')}\nprompt: x: "y\n|`],
  [
    'the fields of several jobs, for their defaults',
    `gen:\n  defaults:\n    |\njobs:\n  a: {model: ${models[0]}}\n  b: {model: ${models[1]}}\n`,
  ],
];

for (const [where, text] of lists) {
  test(`under a model that is ${where} common fields come first, and the others name their models`, () => {
    const fields = completeAt(text).filter(
      ({ kind, label }) => kind === 'field' && label !== 'model' && label !== 'prompt',
    );
    const details = fields.map(({ label, detail }) => `${label}: ${/only .*$/.exec(detail ?? '')?.[0] ?? 'all'}`);
    assert.deepEqual(details.slice(0, 3), [
      'size: all',
      'output_format: only seedream-5-0-260128',
      'image: only seedream-5-0-260128',
    ]);
    assert.ok(details.includes('width: only prunaai/p-image'));
  });
}

test('a field of some models names the first two of them', () => {
  const several = ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128'];
  const onlyOf = (ids: readonly string[]): string | undefined =>
    detailOf(`matrix:\n  model: [${ids.join(', ')}, prunaai/p-image]\n|`, 'output_format')?.split(' · ')[1];
  assert.equal(onlyOf(several), `only ${several.join(', ')}`);
});

const choices: readonly (readonly [marked: string, label: string, text: string])[] = [
  ['model: claude-any\nmessages:\n  - |', 'role', 'model: claude-any\nmessages:\n  - role: '],
  ['model: claude-any\nmessages:\n  -|', 'role', 'model: claude-any\nmessages:\n  - role: '],
  ['model: claude-any\nmessages: [|]', 'role', 'model: claude-any\nmessages: [{role: |}]'],
  ['model: claude-any\nmessages:\n  - c|', 'content', 'model: claude-any\nmessages:\n  - content: ||\n      |'],
  [
    'model: claude-any\nmessages:\n  - role: user\n  c|',
    'content',
    'model: claude-any\nmessages:\n  - role: user\n    content: ||\n      |',
  ],
  [`${sonic}ti|tle: x`, 'tags', `${sonic}tags: x`],
  [`${sonic}"ti|tle": x`, 'tags', `${sonic}tags: x`],
  [`${sonic}"ti|"`, 'title', `${sonic}title: `],
  [`${sonic}'ti|`, 'title', `${sonic}title: `],
  ['jobs: {a: {model: sonic, "ti|tle": x}}', 'tags', 'jobs: {a: {model: sonic, tags: x}}'],
  ['model: claude-any\nmessages:\n  |', 'role', 'model: claude-any\nmessages:\n  - role: '],
  ['model: claude-any\nmessages:\n  |', 'content', 'model: claude-any\nmessages:\n  - content: ||\n      |'],
  ['jobs:\n  a: {}\n  b:\n    needs:\n      |', 'a', 'jobs:\n  a: {}\n  b:\n    needs:\n      - a'],
  ['title: ${{ matrix.mood }}\nmatrix:\n  mo|', 'mood', 'title: ${{ matrix.mood }}\nmatrix:\n  mood:\n    - |'],
  [`${sonic}matrix:\n  m|`, 'model_version', `${sonic}matrix:\n  model_version:\n    - |`],
  [`${sonic}matrix: {m|}`, 'model_version', `${sonic}matrix: {model_version: [|]}`],
  [`${sonic}matrix: {title: [a], i|}`, 'include', `${sonic}matrix: {title: [a], include: [{|}]}`],
  [`${sonic}matrix:\n  i|`, 'include', `${sonic}matrix:\n  include:\n    - |`],
  [`${sonic}v|`, 'vars', `${sonic}vars:\n  |`],
  ['jobs: {a: {model: sonic, ma|}}', 'matrix', 'jobs: {a: {model: sonic, matrix: {|}}}'],
  ['jobs:\n  |', 'New job', 'jobs:\n  name:\n    model: |'],
  ['jobs:\n  name: {}\n  |', 'New job', 'jobs:\n  name: {}\n  name-2:\n    model: |'],
];

test('axes that expressions use and the matrix lacks are offered before fields', () => {
  const text = `${sonic}title: \${{ matrix.mood }}, \${{ matrix.key }}\nmatrix:\n  key: [a]\n  |`;
  assert.deepEqual(
    completeAt(text)
      .slice(0, 2)
      .map(({ label }) => label),
    ['mood', 'prompt'],
  );
});

for (const [marked, label, text] of choices) {
  test(`selecting ${label} at ${JSON.stringify(marked.slice(-24))} leaves the cursor at its value`, () => {
    assert.equal(choose(marked, label), text.replaceAll('||', '|'));
  });
}

test('a key whose value is a map of known names asks for the next list at once, on lines and in braces', () => {
  const asks = (marked: string, label: string): boolean =>
    completeAt(marked).find((each) => each.label === label)?.triggersNext === true;
  assert.deepEqual(
    [
      asks(`${sonic}m|`, 'matrix'),
      asks(`${sonic}matrix:\n  i|`, 'include'),
      asks('jobs: {a: {model: sonic, m|}}', 'matrix'),
      asks(`${sonic}matrix: {i|}`, 'include'),
      asks('jobs:\n  |', 'New job'),
      asks('gen:\n  b|', 'budget'),
    ],
    [true, true, true, true, true, false],
  );
});

test('a field is described from the catalog, with the source', () => {
  const { documentation = '' } = completeAt(`${image}|`).find(({ label }) => label === 'size') ?? {};
  assert.match(documentation, /Resolution class/);
  assert.match(documentation, /Source: the interface specification/);
});

test('reserved words are described, are not fields, and come last', () => {
  const words = ['|', 'gen:\n  |', 'output:\n  |'].flatMap((marked) => completeAt(marked));
  const silent = words.filter(({ kind, documentation }) => kind === 'keyword' && !documentation);
  assert.deepEqual(silent, []);
  assert.deepEqual(labelsAt('gen: {|}'), []);
  assert.equal(completeAt(`${image}|`).at(-1)?.kind, 'keyword');
});

test('a required field is marked as required, except as an axis', () => {
  const detailsOf = (marked: string): readonly (string | undefined)[] =>
    completeAt(marked)
      .filter(({ label }) => label === 'prompt')
      .map(({ detail }) => detail);

  assert.deepEqual(detailsOf(`${image}|`), ['a string, required']);
  assert.deepEqual(detailsOf(`${image}matrix:\n  |`), ['a string']);
  assert.deepEqual(detailsOf(`${image}matrix:\n  size: [2K]\n  include:\n    - |`), ['a string']);
});

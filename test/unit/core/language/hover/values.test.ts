import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, linesAt } from './hoverAt.ts';

const song = 'model: sonic\n';

const aboutSonic = [
  'sonic',
  '**sonic** · Music · Sonic',
  'Songs with or without vocals. A task usually returns two clips.',
  '- Endpoint: `/v1/music/generations` · Runs as a task that is watched until it ends',
];
const negativeTags = [
  'negative_tags',
  '**negative_tags** · a string',
  'Styles to avoid, separated by commas.',
  '*Source: observed, not specified. Problems are only warnings.*',
];
const styleWeight = ['0.5', '**style_weight**: `0.5`', 'How closely the song follows the style tags.', '- From 0 to 1'];

const rows: readonly (readonly [what: string, marked: string, lines: readonly string[] | null])[] = [
  [
    'an alias',
    `x-a: &base\n  prompt: x\n  title: y\n${song}<<: *ba|se\n`,
    ['*base', 'The value of *`base`:', '```yaml', 'prompt: x', 'title: y', '```'],
  ],
  [
    'an alias of a text',
    `x-a: &t "a b"\n${song}negative_tags: *|t\n`,
    ['*t', 'The value of *`t`:', '```yaml', '"a b"', '```'],
  ],
  ...[`|*t`, `*t|`].map(
    (marked) =>
      [
        `an alias at ${marked}`,
        `x-a: &t "a b"\n${song}negative_tags: ${marked}\n`,
        ['*t', 'The value of *`t`:', '```yaml', '"a b"', '```'],
      ] as const,
  ),
  [
    'a text file',
    `${song}prompt: file://./br|ief.md\n`,
    [
      'file://./brief.md',
      '**`./brief.md`** · 3 lines, 29 characters:',
      '````',
      '# Brief',
      'A ```fence``` here.',
      '````',
    ],
  ],
  ['a missing input file', 'model: seedream-5-0-260128\nimage: in/n|o.png\n', null],
  ['a missing file', `${song}negative_tags: file://./n|o.md\n`, null],
  [
    'a file of variables',
    'vars: file://lo|ng.md\n',
    [
      'file://long.md',
      '**`long.md`** · 20 lines, 100 characters:',
      '```',
      ...Array<string>(8).fill('line'),
      '…',
      '```',
    ],
  ],
  [
    'characters used',
    `${song}title: "L|a 😀"\n`,
    ['"La 😀"', '**title**: `La 😀`', 'Title of the song.', '- 4 of 120 characters'],
  ],
  [
    'characters used, with the values of expressions',
    `vars: {a: abc}\n${song}title: "L|a \${{ vars.a }}"\n`,
    ['"La ${{ vars.a }}"', '**title**: `La ${{ vars.a }}`', 'Title of the song.', '- 6 of 120 characters'],
  ],
  [
    'a text that is short enough to be repeated',
    `${song}title: |${'x'.repeat(60)}\n`,
    ['x'.repeat(60), `**title**: \`${'x'.repeat(60)}\``, 'Title of the song.', '- 60 of 120 characters'],
  ],
  [
    'a text that is too long to be repeated',
    `${song}title: |${'x'.repeat(61)}\n`,
    ['x'.repeat(61), '**title**', '- 61 of 120 characters'],
  ],
  ['a long text', `${song}prompt: a lo|ng text\n`, ['a long text', '**prompt**', '- 11 of 5000 characters']],
  [
    'a value of a list',
    `${song}model_version: sonic-|v4\n`,
    [
      'sonic-v4',
      '**model_version**: `sonic-v4`',
      'Version of the music model.',
      '- Allowed: `sonic-v3-5` `sonic-v4` `sonic-v4-5` `sonic-v4-5-plus` `sonic-v5`',
      '- This is the default, so the field may be left out.',
    ],
  ],
  ['a number', `${song}style_weight: 0|.5\n`, styleWeight],
  ...['|"L\\u0061"', '"L\\u0061"|'].map(
    (marked) =>
      [
        `characters used, at ${marked}`,
        `${song}title: ${marked}\n`,
        ['"L\\u0061"', '**title**: `La`', 'Title of the song.', '- 2 of 120 characters'],
      ] as const,
  ),
  ['a value of an axis', `${song}prompt: x\nmatrix:\n  style_weight: [0|.5, 1]\n`, styleWeight],
  [
    'a nested value',
    'model: wan2.7-image\ncolor_palette:\n  - ratio: 4|0%\n',
    ['40%', '**ratio**: `40%`', 'Share of the color in the image.', '- Written as `40%`'],
  ],
  ['a model with its cost', 'model: so|nic\n', [...aboutSonic, 'Your typical cost: $0.04, from 3 earlier requests']],
  ['a model without history at the profile of the file', 'gen: { profile: other }\nmodel: so|nic\n', [...aboutSonic]],
  [
    'an endpoint',
    'model: claude-opus-4-5\ngen: {endpoint: /v1/mess|ages}\n',
    ['/v1/messages', 'Endpoint: `/v1/messages` · Returns the result in the response', 'For: Messages'],
  ],
  [
    'a need',
    'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x, needs: |a}\n',
    ['a', '**Job `a`** · Music · `sonic`'],
  ],
  [
    'a need in braces',
    'jobs: {a: {model: sonic, prompt: x}, b: {model: sonic, prompt: x, needs: |a}}\n',
    ['a', '**Job `a`** · Music · `sonic`'],
  ],
  [
    'a need for a job that is indented by a tab',
    'jobs:\n  b: {model: sonic, prompt: x, needs: |a}\n\ta:\n    model: sonic\n',
    ['a', '**Job `a`**'],
  ],
  [
    'a job',
    `jobs:\n  |a:\n    ${song}    prompt: \${{ matrix.n }}\n    matrix: {n: [1, 2]}\n`,
    ['a', '**Job `a`** · Music · `sonic` · 2 requests'],
  ],
  [
    'an axis that is a variable',
    `${song}prompt: \${{ matrix.mood }}\nmatrix:\n  mo|od: [a]\n`,
    ['mood', '**mood** · Axis of the matrix', 'A variable: expressions reference it, and it sets no field.'],
  ],
  [
    'a variable with an expression, at its key',
    `vars:\n  a: x\n  |b: \${{ vars.a }}!\n${song}prompt: x\n`,
    ['b', '**b** · Variable', 'Evaluates to: `x!`'],
  ],
  ['a variable without an expression, at its key', `vars:\n  |b: x\n${song}`, ['b', '**b** · Variable']],
  [
    'a variable of a job, at its key',
    `jobs:\n  one:\n    ${song}    vars:\n      a: x\n      |b: \${{ vars.a }}!\n`,
    ['b', '**b** · Variable', 'Evaluates to: `x!`'],
  ],
  [
    'a value of the job file',
    `${song}prompt: x\noutput: {collision: rep|lace}\n`,
    [
      'replace',
      '**collision**',
      'What to do when the name is taken: `number` uses the next free number, `replace` replaces a file that is unchanged since Genwright saved it, `fail` stops.',
    ],
  ],
  ['a key after an open quote', `${song}prompt: "x\nneg|ative_tags: y\n`, negativeTags],
  [
    'a key after an open quote in the same job',
    'jobs:\n  a:\n    model: sonic\n    prompt: "x\n    neg|ative_tags: y\n',
    negativeTags,
  ],
  ['a key in braces that stay open', 'jobs:\n  a: {model: sonic, neg|ative_tags: x,\n', negativeTags],
];

for (const [what, marked, lines] of rows) {
  test(`hover of ${what}`, () => assert.deepEqual(linesAt(marked), lines));
}

test('an axis that sets a field shows that, with the facts about the field', () => {
  const lines = linesAt(`${song}prompt: x\nmatrix:\n  style_wei|ght: [1]\n`);
  assert.deepEqual(lines?.slice(1, 5), [
    '**style_weight** · Axis of the matrix',
    'It sets the field with the same name.',
    '---',
    '**style_weight** · a number',
  ]);
});

test('the value that Genwright sends for a missing field is shown with the model', () => {
  const said = (text: string): string | undefined => linesAt(text)?.at(-1);
  assert.deepEqual(
    [
      said('model: clau|de-opus-4-5\nprompt: x\n'),
      said('matrix: {model: [clau|de-opus-4-5]}\nprompt: x\n'),
      said('jobs:\n  a: {model: sonic}\n  b: {model: clau|de-opus-4-5, prompt: x}\n'),
      said('gen: {defaults: {model: clau|de-opus-4-5}}\njobs: {a: {prompt: x}}\n')?.slice(0, 10),
      said('model: clau|de-opus-4-5\nprompt: x\nmax_tokens: 5\n')?.slice(0, 10),
    ],
    [...Array<string>(3).fill('`max_tokens` is left out, so `4096` is sent.'), '- Endpoint', '- Endpoint'],
  );
});

test('an input file is shown with its facts, and as an image', () => {
  const found = hoverAt('model: seedream-5-0-260128\nimage: "in/d|o*or.png"\n');
  assert.deepEqual([found?.markdown, found?.imagePath], ['**`in/do*or.png`** · Local file, 150 kB', 'in/do*or.png']);
});

test('nothing is read if the folder is not trusted, which the problems report', () => {
  const marked = [
    `${song}prompt: \${{ env.HO|ME }}\n`,
    'vars: file://lo|ng.md\n',
    'model: seedream-5-0-260128\nimage: "in/d|o*or.png"\n',
  ];
  assert.deepEqual(
    marked.map((each) => linesAt(each, { isTrusted: false })),
    [null, null, null],
  );
});

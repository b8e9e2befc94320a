import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';

/** Keys in maps that are empty, in braces, alone, or beside comments, and keys in a text. */
export const layoutFixes: readonly FixRow[] = [
  ['missing-model', '{prompt: x}\n', 'Add "model: sonic" (Music)', '{model: sonic, prompt: x}\n'],
  [
    'unknown-key',
    'gen: {}\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    'Move "max_runs" to "gen" at the root',
    'gen: {max_runs: 5}\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'gen:\njobs:\n  a:\n    gen:\n      max_runs: 5\n    model: sonic\n    prompt: x\n',
    'Move "max_runs" to "gen" at the root',
    'gen:\n  max_runs: 5\njobs:\n  a:\n    model: sonic\n    prompt: x\n',
  ],
  [
    'unknown-key',
    'gen: ~ # ours\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    'Move "max_runs" to "gen" at the root',
    'gen: # ours\n  max_runs: 5\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'gen: 1 # ours\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    'Move "max_runs" to "gen" at the root',
    'gen: {version: 1, max_runs: 5} # ours\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    '$schema: x\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    'Move "max_runs" to "gen" at the root',
    '$schema: x\ngen:\n  max_runs: 5\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'gen: {defaults: {tags: calm}}\ntitle: b\njobs:\n  a: {model: sonic, prompt: x}\n',
    'Move "title" to "gen.defaults" for all jobs',
    'gen: {defaults: {tags: calm, title: b}}\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'gen:\n  defaults:\ntitle: b\njobs:\n  a: {model: sonic, prompt: x}\n',
    'Move "title" to "gen.defaults" for all jobs',
    'gen:\n  defaults:\n    title: b\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'title:\njobs:\n  a: {model: sonic, prompt: x}\n',
    'Move "title" to "gen.defaults" for all jobs',
    'gen:\n  defaults:\n    title:\njobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'unknown-key',
    'images: [https://a.example/a,\n  https://a.example/b]\njobs:\n  a: {model: seedream-5-0-260128, prompt: x}\n',
    'Move "images" to "gen.defaults" for all jobs',
    'gen:\n  defaults:\n    images: [https://a.example/a,\n      https://a.example/b]\njobs:\n  a: {model: seedream-5-0-260128, prompt: x}\n',
  ],
  [
    'unknown-key',
    '{images: [https://a.example/a], jobs: {a: {model: seedream-5-0-260128, prompt: x}}}\n',
    'Move "images" to "gen.defaults" for all jobs',
    '{gen: {defaults: {images: [https://a.example/a]}}, jobs: {a: {model: seedream-5-0-260128, prompt: x}}}\n',
  ],
  [
    'unknown-key',
    'matrix:\n  title:\n    - a\n    - b\njobs:\n  a: {model: sonic, prompt: x}\n',
    'Move "matrix" into the job "a"',
    'jobs:\n  a: {model: sonic, prompt: x, matrix: {title: [a, b]}}\n',
  ],
  [
    'missing-job',
    'jobs: ~ # mine\n',
    'Add "first"',
    `jobs: # mine\n  first:\n    ${image}    prompt: A lighthouse at dawn above a calm sea, watercolor\n    size: 2K\n`,
  ],
  [
    'missing-job',
    'jobs: {}\n',
    'Add "first"',
    'jobs: {first: {"model": seedream-5-0-260128, "prompt": "A lighthouse at dawn above a calm sea, watercolor", "size": 2K}}\n',
  ],
  [
    'missing-field',
    `${image}prompt: # mine\n  # more\nsize: 2K\n`,
    'Add "prompt"',
    `${image}prompt: | # mine\n  A cat\n  # more\nsize: 2K\n`,
    'A cat',
  ],
  [
    'missing-field',
    `${image}prompt:\n\n\nsize: 2K\n`,
    'Add "prompt"',
    `${image}prompt: |\n  A cat\n\n\nsize: 2K\n`,
    'A cat',
  ],
  ['missing-field', `${image}prompt: ~`, 'Add "prompt"', `${image}prompt: |\n  A cat`, 'A cat'],
  [
    'unknown-name',
    `vars: {}\n${image}prompt: \${{ vars.mood }}\n`,
    'Add the variable "mood"',
    `vars: {mood: "A cat"}\n${image}prompt: \${{ vars.mood }}\n`,
    'A cat',
  ],
  [
    'unknown-field',
    `${image}prompt: x\nfoo: 1 # a\n# b\n\nsize: 2K\n`,
    'Remove "foo"',
    `${image}prompt: x\n# b\n\nsize: 2K\n`,
  ],
  ['unknown-field', `${image}prompt: x\nfoo: "a # b"\nsize: 2K\n`, 'Remove "foo"', `${image}prompt: x\nsize: 2K\n`],
  ['unknown-field', `${image}prompt: x\nfoo: &a\n  - 1\nsize: 2K\n`, 'Remove "foo"', `${image}prompt: x\nsize: 2K\n`],
  ['unknown-field', `${image}prompt: x\nfoo: !!str a\nsize: 2K\n`, 'Remove "foo"', `${image}prompt: x\nsize: 2K\n`],
  [
    'unknown-field',
    '{model: seedream-5-0-260128, foo: 1, prompt: x}\n',
    'Remove "foo"',
    '{model: seedream-5-0-260128, prompt: x}\n',
  ],
  [
    'unknown-field',
    '{foo: 1, model: seedream-5-0-260128, prompt: x}\n',
    'Remove "foo"',
    '{model: seedream-5-0-260128, prompt: x}\n',
  ],
  [
    'unknown-field',
    '{model: seedream-5-0-260128, prompt: x, foo: 1 # a, b\n  }\n',
    'Remove "foo"',
    '{model: seedream-5-0-260128, prompt: x\n  }\n',
  ],
  ['unknown-key', `${song}output:\n  fold: a\n`, 'Remove "fold"', song],
  ['unknown-key', `${song}output: {fold: a}\n`, 'Remove "fold"', song],
  [
    'unknown-field',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - {hex: "#1E90FF", ratio: 40%}\n  - {foo: 1}\n',
    'Remove "foo"',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - {hex: "#1E90FF", ratio: 40%}\n',
  ],
  [
    'unknown-field',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#1E90FF", ratio: 40%}, {foo: 1}]\n',
    'Remove "foo"',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#1E90FF", ratio: 40%}]\n',
  ],

  // Fields at the end of a block
  [
    'field-in-text',
    `${image}prompt: |\n  A ferry\n\n  at night\n\n  size: 2K\n  output_format: png\n\nwatermark: false\n`,
    'Move out of "prompt"',
    `${image}prompt: |\n  A ferry\n\n  at night\nsize: 2K\noutput_format: png\n\nwatermark: false\n`,
  ],
  [
    'field-in-text',
    `${image}size: 1K # small\nprompt: |\n  A ferry\n  size: 2K # large\n  output_format: png\n`,
    'Move out of "prompt"',
    `${image}size: 2K # small\nprompt: |\n  A ferry\noutput_format: png\n`,
  ],
  [
    'field-in-text',
    'model: wan2.6-t2v\nnegative_prompt: blur\nprompt: |\n  A ferry\n  negative_prompt: "room #2" # large\n',
    'Move out of "prompt"',
    'model: wan2.6-t2v\nnegative_prompt: "room #2"\nprompt: |\n  A ferry\n',
  ],
  [
    'field-in-text',
    `${image}prompt: >+ # note\n  A ferry\n  size: 2K # large\n\n`,
    'Move out of "prompt"',
    `${image}prompt: >+ # note\n  A ferry\nsize: 2K # large\n\n`,
  ],
  [
    'field-in-text',
    'gen:\n  defaults:\n    prompt: |-\n      A ferry\n      size: 2K\njobs:\n  a:\n    model: seedream-5-0-260128',
    'Move out of "prompt"',
    'gen:\n  defaults:\n    prompt: |-\n      A ferry\n    size: 2K\njobs:\n  a:\n    model: seedream-5-0-260128',
  ],
  [
    'field-in-text',
    'jobs:\n  a:\n    model: sonic\n    prompt: |2\n      [Verse]\n      Out\n      tags: folk',
    'Move out of "prompt"',
    'jobs:\n  a:\n    model: sonic\n    prompt: |2\n      [Verse]\n      Out\n    tags: folk',
  ],
];

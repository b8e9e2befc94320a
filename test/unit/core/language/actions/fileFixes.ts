import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';

/** The file as a whole, its jobs and its keys. */
export const fileFixes: readonly FixRow[] = [
  // YAML itself
  ['yaml-syntax', `${song}titl\n`, 'Add the colon', `${song}titl:\n`],
  ['yaml-syntax', `${song}title:x\n`, 'Add a space after the colon', `${song}title: x\n`],
  ['yaml-syntax', `${song}title "x y"\n`, 'Add the colon', `${song}title: "x y"\n`],
  ['yaml-syntax', `${song}title: "x\n`, 'Add the closing quote', `${song}title: "x"\n`],
  ['yaml-syntax', `${song}x-a: [1, {b: 2 # note\n`, 'Add the closing bracket', `${song}x-a: [1, {b: 2}] # note\n`],
  [
    'yaml-syntax',
    'model: sonic\nprompt: x\ngen:\n\tname: x\n',
    'Indent with spaces',
    'model: sonic\nprompt: x\ngen:\n  name: x\n',
  ],
  ['yaml-syntax', `${song}title: "a"#b\n`, 'Add a space before the "#"', `${song}title: "a" #b\n`],
  ['yaml-syntax', `${song}title: "C:\\work"\n`, 'Write the backslash twice', `${song}title: "C:\\\\work"\n`],
  ['yaml-syntax', `${song}title: ,b c\n`, 'Put it in quotes', `${song}title: ",b c"\n`],
  ['yaml-syntax', `${song}title: - b # c\n`, 'Put it in quotes', `${song}title: "- b" # c\n`],
  ['yaml-syntax', `${song}x-a: [@b d, c]\n`, 'Put it in quotes', `${song}x-a: ["@b d", c]\n`],
  ['yaml-syntax', `${song}x-a: [*b, c]\n`, 'Put it in quotes', `${song}x-a: ["*b", c]\n`],
  ['several-documents', `${song}---\n# end\n`, 'Remove this line', `${song}# end\n`],
  ['several-documents', `${song}---\nmodel: sonic\n`, 'Remove everything after the first document', song],
  ['custom-tag', `${song}title: !wow b\n`, 'Put it in quotes', `${song}title: "!wow b"\n`],
  ['custom-tag', `${song}title: ! b\n`, 'Put it in quotes', `${song}title: "! b"\n`],
  ['custom-tag', `${song}title: !wow b\n`, 'Remove the tag "!wow"', `${song}title: b\n`],
  [
    'duplicate-key',
    `${song}title: a # one\ntitle: |\n  b\n  c\ntags: d\n`,
    'Remove this second "title"',
    `${song}title: a # one\ntags: d\n`,
  ],
  ['duplicate-key', `${song}title: a\ntitle: b\n`, 'Remove the first "title"', `${song}title: b\n`],
  [
    'duplicate-key',
    '{model: sonic, prompt: x, title: a, title: "b, c"}\n',
    'Remove this second "title"',
    '{model: sonic, prompt: x, title: a}\n',
  ],

  // The job as a whole
  ['missing-model', 'modle: sonic\nprompt: x\n', 'Change to "model"', song],
  ['missing-model', 'prompt: x\n', 'Add "model: sonic"', 'model: sonic\nprompt: x\n'],
  [
    'missing-model',
    `jobs:\n  a:\n    model: sonic\n    prompt: x\n  b: # next\n    prompt: y\n`,
    'Add "model: sonic"',
    `jobs:\n  a:\n    model: sonic\n    prompt: x\n  b: # next\n    model: sonic\n    prompt: y\n`,
  ],
  [
    'missing-model',
    '',
    'Start with a job for "Image"',
    'model: seedream-5-0-260128\nprompt: A lighthouse at dawn above a calm sea, watercolor\nsize: 2K\n',
  ],
  [
    'missing-job',
    'jobs:\n',
    'Add "first"',
    'jobs:\n  first:\n    model: seedream-5-0-260128\n    prompt: A lighthouse at dawn above a calm sea, watercolor\n    size: 2K\n',
  ],
  ['unknown-model', 'model: seedream-5-0-26012\nprompt: x\n', 'Change to "seedream-5-0-260128"', `${image}prompt: x\n`],
  ['unknown-endpoint', 'model: "sonik"\nprompt: x\n', 'Change to "sonic"', 'model: "sonic"\nprompt: x\n'],
  ['unknown-endpoint', `gen: {endpoint: /v1/music}\n${song}`, 'Remove "endpoint"', song],
  [
    'unknown-endpoint',
    `gen: {endpoint: "https://a.example/v1/videos", name: a}\n${song}`,
    'Remove "endpoint"',
    `gen: {name: a}\n${song}`,
  ],
  ['unknown-endpoint', `gen: {endpoint: /v1/videos}\nmodel: sonic\nprompt: x\n`, 'Remove "endpoint"', song],
  ['missing-field', image, 'Add "prompt"', `${image}prompt: |\n  A cat\n`, 'A cat'],
  [
    'missing-field',
    `# top\n${image}size: 2K # wide\n`,
    'Add "prompt"',
    `# top\n${image}prompt: |\n  A cat\nsize: 2K # wide\n`,
    'A cat',
  ],
  [
    'missing-field',
    '{model: seedream-5-0-260128}\n',
    'Add "prompt"',
    '{model: seedream-5-0-260128, prompt: "A cat"}\n',
    'A cat',
  ],
  [
    'missing-field',
    'jobs:\n  a:\n    model: seedream-5-0-260128\n',
    'Add "prompt"',
    'jobs:\n  a:\n    model: seedream-5-0-260128\n    prompt: |\n      A cat\n',
    'A cat',
  ],
  // The key may be there already.
  ['missing-field', `${image}prompt:\nsize: 2K\n`, 'Add "prompt"', `${image}prompt: |\n  A cat\nsize: 2K\n`, 'A cat'],
  [
    'missing-field',
    `${image}prompt: null # mine\n# note\n`,
    'Add "prompt"',
    `${image}prompt: | # mine\n  A cat\n# note\n`,
    'A cat',
  ],
  [
    'missing-field',
    '{model: seedream-5-0-260128, prompt: , size: 2K}\n',
    'Add "prompt"',
    '{model: seedream-5-0-260128, prompt: "A cat" , size: 2K}\n',
    'A cat',
  ],
  ['missing-model', 'model: # which\nprompt: x\n', 'Add "model: sonic"', 'model: sonic # which\nprompt: x\n'],
  // A byte order mark at the start is not white space.
  ['missing-field', `\ufeff${image}`, 'Add "prompt"', `\ufeff${image}prompt: |\n  A cat\n`, 'A cat'],
  [
    'missing-one-of',
    'model: seed-tts-2.0\ntext: Hi\n',
    'Add "voice"',
    'model: seed-tts-2.0\nvoice: narrator-warm\ntext: Hi\n',
  ],
  [
    'missing-one-of',
    'model: wan2.6-image\nprompt: x\n',
    'Add "image"',
    'model: wan2.6-image\nimage: "cat.png"\nprompt: x\n',
    'cat.png',
  ],
  [
    'exclusive-fields',
    'model: claude-sonnet-4-5\nprompt: x\nmessages: []\n',
    'Remove "messages"',
    'model: claude-sonnet-4-5\nprompt: x\n',
  ],

  // Keys
  ['unknown-field', `${image}prompt: x\nsiz: 2K\n`, 'Change to "size"', `${image}prompt: x\nsize: 2K\n`],
  [
    'unknown-field',
    `${image}prompt: x\nfoo:\n  - 1 # one\n  - 2\nseed: 5\n`,
    'Move "foo" to "request", which is sent unchanged',
    `${image}prompt: x\nseed: 5\nrequest:\n  foo:\n    - 1 # one\n    - 2\n`,
  ],
  [
    'unknown-field',
    `${image}prompt: x\nfoo: 1\nrequest: {bar: 2}\n`,
    'Move "foo" to "request", which is sent unchanged',
    `${image}prompt: x\nrequest: {bar: 2, foo: 1}\n`,
  ],
  [
    'unknown-field',
    'model: seedance-2.0\nprompt: x\nratio: "16:9" # wide\n',
    'Move "ratio" to "metadata.aspect_ratio"',
    'model: seedance-2.0\nprompt: x\nmetadata:\n  aspect_ratio: "16:9" # wide\n',
  ],
  [
    'unknown-field',
    'model: seedance-2.0\nratio: "16:9"\nprompt: x\nmetadata: {resolution: 720p}\n',
    'Move "ratio" to "metadata.aspect_ratio"',
    'model: seedance-2.0\nprompt: x\nmetadata: {resolution: 720p, aspect_ratio: "16:9"}\n',
  ],
  ['unknown-field', `${image}prompt: x\nfoo: 1\n`, 'Remove "foo"', `${image}prompt: x\n`],
  ['unknown-key', `gen: {conc: 2, repeet: 2}\n${song}`, 'Change to "repeat"', `gen: {conc: 2, repeat: 2}\n${song}`],
  [
    'unknown-key',
    'jobs:\n  a:\n    gen:\n      max_runs: 5 # few\n    model: sonic\n    prompt: x\n',
    'Move "max_runs" to "gen" at the root',
    'gen:\n  max_runs: 5 # few\njobs:\n  a:\n    model: sonic\n    prompt: x\n',
  ],
  [
    'unknown-key',
    'gen:\n  name: set\ntitle: |\n  one\n  two\njobs:\n  a:\n    model: sonic\n    prompt: x\n',
    'Move "title" to "gen.defaults" for all jobs',
    'gen:\n  name: set\n  defaults:\n    title: |\n      one\n      two\njobs:\n  a:\n    model: sonic\n    prompt: x\n',
  ],
  [
    'unknown-key',
    'matrix: {title: [a, b]}\njobs:\n  a:\n    model: sonic\n    prompt: x\n',
    'Move "matrix" into the job "a"',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n    matrix: {title: [a, b]}\n',
  ],
  ['unknown-key', `${song}output: {fold: images, name: a}\n`, 'Remove "fold"', `${song}output: {name: a}\n`],
  ['ignored-key', `${song}request: {model: a, foo: 1}\n`, 'Remove "model"', `${song}request: {foo: 1}\n`],
  ['key-in-job-file', `${song}api_key: abc\ntitle: y\n`, 'Remove "api_key"', `${song}title: y\n`],
  ['format-version', `gen: 2 # newer\n${song}`, 'Change to "1"', `gen: 1 # newer\n${song}`],

  // Layouts
  [
    'unknown-field',
    `${image}foo: 1\nprompt: |+\n  x\n\n`,
    'Move "foo" to "request", which is sent unchanged',
    `${image}prompt: |+\n  x\n\nrequest:\n  foo: 1\n`,
  ],
  [
    'unknown-field',
    `${image}foo: 1\nprompt: x\nimages: [\n  https://a.example/b.png\n]\n`,
    'Move "foo" to "request", which is sent unchanged',
    `${image}prompt: x\nimages: [\n  https://a.example/b.png\n]\nrequest:\n  foo: 1\n`,
  ],
  ['unknown-field', `${image}prompt: x\nfoo:\n- 1\n- 2\nsize: 2K\n`, 'Remove "foo"', `${image}prompt: x\nsize: 2K\n`],
  [
    'unknown-field',
    `${image}prompt: x\nfoo:\n  a: 1\n# note\n  b: 2\n# kept\nsize: 2K\n`,
    'Remove "foo"',
    `${image}prompt: x\n# kept\nsize: 2K\n`,
  ],
  [
    'unknown-field',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - foo: 1\n    hex: "#1E90FF"\n    ratio: 40%\n',
    'Remove "foo"',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - hex: "#1E90FF"\n    ratio: 40%\n',
  ],
  [
    'unknown-field',
    '{model: seedream-5-0-260128, prompt: x, x-b: &a {c: 1}, foo: *a, request: {b: 1}}\n',
    'Move "foo" to "request", which is sent unchanged',
    '{model: seedream-5-0-260128, prompt: x, x-b: &a {c: 1}, request: {b: 1, foo: *a}}\n',
  ],
  [
    'missing-field',
    'x-a: &m {model: seedream-5-0-260128}\n<<: *m\nsize: 2K\n',
    'Add "prompt"',
    'x-a: &m {model: seedream-5-0-260128}\n<<: *m\nsize: 2K\nprompt: |\n  A cat\n',
    'A cat',
  ],
  [
    'missing-one-of',
    'model: happyhorse-1.0-i2v\nprompt: x\n',
    'Add "media"',
    'model: happyhorse-1.0-i2v\nmedia: [{type: first_frame, url: cat.png}]\nprompt: x\n',
    '[{type: first_frame, url: cat.png}]',
  ],
];

import type { OfferRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\nprompt: x\n';
const song = 'model: sonic\nprompt: x\n';

/** More requests than a file may make. */
const many = `${song}matrix: {title: [${Array(101).fill('x').join(', ')}]}\n`;

/** Problems of keys, jobs and files. */
export const offersForKeys: readonly OfferRow[] = [
  ['missing-field', 'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - hex: "#1E90FF"\n', '*Add "ratio"'],
  ['missing-field', 'matrix: {model: [seedream-5-0-260128, sonic]}\n', '*Add "prompt" | *Add "prompt"'],
  ['missing-field', 'x-a: &a {one: {model: seedream-5-0-260128}}\njobs:\n  <<: *a\n', ''],
  ['missing-field', 'jobs:\n  a: &j {model: sonic}\n  b: *j\n', '*Add "prompt"'],
  ['missing-model', 'prompt: x\ntitle: y\n', 'Add "model: sonic" (Music)'],
  ['missing-model', 'jobs:\n  a:\n  b: {model: sonic, prompt: x}\n', 'Add "model: sonic" (Music)'],
  ['missing-one-of', 'model: claude-sonnet-4-5\n', 'Add "prompt" | Add "messages"'],
  ['missing-one-of', 'model: claude-sonnet-4-5\nmessages:\n', 'Add "prompt"'],
  ['exclusive-fields', 'model: seed-tts-2.0\ntext: Hi\nvoice: a\nspeaker: b\n', 'Remove "speaker" | Remove "voice"'],
  ['exclusive-fields', 'x-a: &m {prompt: x}\nmodel: claude-sonnet-4-5\n<<: *m\nmessages: []\n', 'Remove "messages"'],
  ['unknown-field', `${image}foo: 1\nrequest: {foo: 2}\n`, 'Remove "foo"'],
  ['unknown-field', `x-a: &r {bar: 1}\n${image}foo: 1\nrequest: *r\n`, 'Remove "foo"'],
  ['unknown-field', `x-a: &r {request: {bar: 1}}\n<<: *r\n${image}foo: 1\n`, 'Remove "foo"'],
  ['unknown-field', `x-a: &r {foo: 1}\n<<: *r\n${image}`, 'Remove "foo"'],
  ['unknown-field', `gen: {defaults: {foo: 1}}\n${image}`, 'Remove "foo"'],
  [
    'unknown-field',
    `${image}siez: 2K\nsize: 3K\n`,
    'Move "siez" to "request", which is sent unchanged | Remove "siez"',
  ],
  [
    'unknown-field',
    'model: seedance-2.0\nprompt: x\nRATIO: "16:9"\nmetadata: {aspect_ratio: "1:1"}\n',
    'Move "RATIO" to "request", which is sent unchanged | Remove "RATIO"',
  ],
  [
    'unknown-key',
    'matrix: {title: [a]}\njobs:\n  a: {model: sonic, prompt: x, matrix: {title: [b]}}\n  b: {model: sonic, prompt: x}\n',
    'Move "matrix" into the job "b" | Remove "matrix"',
  ],
  ['unknown-key', 'gen: {defaults: {title: a}}\ntitle: b\njobs:\n  a: {model: sonic, prompt: x}\n', 'Remove "title"'],
  [
    'unknown-key',
    'titel: b\njobs:\n  a: {model: sonic, prompt: x}\n',
    '*Move "titel" to "gen.defaults" for all jobs | Remove "titel"',
  ],
  [
    'unknown-key',
    'foo: b\njobs:\n  a: {model: sonic, prompt: x}\n',
    '*Move "foo" to "gen.defaults" for all jobs | Remove "foo"',
  ],
  [
    'unknown-key',
    'gen: {max_runs: 2}\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    'Remove "max_runs"',
  ],
  [
    'unknown-key',
    'gen: 1\njobs:\n  a: {model: sonic, prompt: x, gen: {max_runs: 5}}\n',
    '*Move "max_runs" to "gen" at the root | Remove "max_runs"',
  ],
  [
    'duplicate-key',
    `${song}title: a\ntitle: b\ntitle: c\n`,
    'Remove this second "title" | Remove the first "title" | Remove this second "title" | Remove the first "title"',
  ],
  ['absolute-path', `${song}output: C:\\images\\a\n`, '*Change to "images\\a"'],
  ['absolute-path', `${song}output: ~/images\n`, '*Change to "images"'],
  ['absolute-path', `${song}output: /\n`, ''],
  ['missing-input', `${image}image: cut.png\n`, '*Use the file "cat.png"'],
  ['missing-input', `${image}image: art/cat.png\n`, ''],
  ['missing-input', `${image}image: file://cot.png\n`, '*Use the file "cat.png"'],
  ['missing-input', `${image}image: ../cat.png\n`, ''],
  ['unreadable-file', 'model: sonic\nprompt: file://brif.md\n', '*Use the file "brief.md"'],
  ['wrong-vars', `vars: other.yaml\n${song}`, ''],
  ['wrong-vars', `vars: brief.md\n${song}`, ''],
  ['wrong-vars', `vars: 5\n${song}`, ''],
  [
    'unknown-endpoint',
    'gen: {endpoint: "https://a.example/v1/music#x"}\nmodel: sonic\nprompt: x\n',
    'Remove "endpoint"',
  ],
  [
    'unknown-endpoint',
    'gen: {endpoint: "https://a.example/v1/images/generations"}\nmodel: sonic\nprompt: x\n',
    'Remove "endpoint"',
  ],
  [
    'unknown-endpoint',
    'jobs:\n  a: {model: sonic, prompt: x, gen: {endpoint: "https://a.example/v1/videos"}}\n',
    'Remove "endpoint"',
  ],
  [
    'unknown-endpoint',
    'gen: {endpoint: "https://a.example/v1/videos"}\nmodel: new-1\nprompt: x\n',
    '*Change to "/v1/videos" | Remove "endpoint"',
  ],
  [
    'unknown-endpoint',
    'gen: {endpoint: /v1/video}\nmodel: new-1\nprompt: x\n',
    '*Change to "/v1/videos" | Remove "endpoint"',
  ],
  [
    'unknown-endpoint',
    'gen: {endpoint: /v1/videos}\nmodel: sonic\nprompt: x\n',
    '*Remove "endpoint" | Change to "/v1/music/generations"',
  ],
  [
    'rule-broken',
    'model: wan2.7-image\nprompt: x\nbbox_list: [[[1, 2, 3, 4]]]\n',
    'Add "image" | Add "images" | Remove "bbox_list"',
  ],
  [
    'missing-field',
    'jobs:\n  a: {model: seedream-5-0-260128, prompt: x}\n  b: {matrix: {model: [seed-tts-2.0, sonic]}}\n',
    '*Add "prompt"',
  ],
  [
    'unknown-model',
    'model: wan2.6-mage\nprompt: x\n',
    'Change to "wan2.6-image" | Change to "wan2.7-image" | Change to "wan2.6-t2i" | Change to "wan2.6-t2v" | Show all models',
  ],
  ['unknown-endpoint', 'model: seedream\nprompt: x\n', 'Show all models | Add "endpoint" to "gen"'],
  ['missing-input', `${image}image: file:///cat.png\n`, '*Change to "cat.png"'],
  ['missing-input', `${image}image: file://\n`, ''],
  [
    'exclusive-fields',
    'model: wan2.7-image\nprompt: x\nbbox_list: []\nbboxList: []\n',
    'Remove "bboxList" | Remove "bbox_list"',
  ],
  [
    'rule-broken',
    'jobs:\n  a: {model: wan2.7-image, prompt: x, bbox_list: [[[1, 2, 3, 4]]]}\n  b: {model: sonic, prompt: x}\n',
    'Add "image" | Add "images" | Remove "bbox_list"',
  ],
  [
    'rule-broken',
    'jobs:\n  b: {model: sonic, prompt: x}\n  a: {model: wan2.7-image, prompt: x, bboxList: [[[1, 2, 3, 4]]]}\n',
    'Add "image" | Add "images" | Remove "bboxList"',
  ],
  [
    'exclusive-fields',
    'jobs:\n  b: {model: sonic, prompt: x}\n  a: {model: wan2.7-image, prompt: x, bbox_list: [], bboxList: []}\n',
    'Remove "bboxList" | Remove "bbox_list"',
  ],
  ['too-many-runs', `gen: 1\n${many}`, 'Allow 101 requests in this file'],
  // There is no version to keep, and the text of the user must not be lost.
  ['too-many-runs', `gen: one\n${many}`, ''],
];

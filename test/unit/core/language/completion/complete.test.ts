import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { createCatalog } from '../../../../../src/core/catalog/createCatalog.ts';
import { createDocument } from '../../../../../src/core/language/createDocument.ts';
import type { Completion } from '../../../../../src/core/language/index.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';
import { markedText } from '../../../../support/markedText.ts';
import { completeAt } from './completeAt.ts';

/** A catalog that is so small that tests can list what is offered. */
const options = {
  catalog: createCatalog(
    bundledCatalog.families.filter(({ id }) => ['seedream-5-lite', 'sonic', 'seed-tts-2'].includes(id)),
  ),
  isStrict: false,
  translate: fillTemplate,
  world: { files: undefined },
};

function complete(marked: string): { readonly text: string; readonly completions: readonly Completion[] } {
  const { text, offset } = markedText(marked);
  return { text, completions: createDocument('hero.gen.yaml', text, options).complete(offset) };
}

/** Returns labels in the order of the list, without the reserved words at its end. */
function labelsAt(marked: string): readonly string[] {
  return complete(marked)
    .completions.filter(({ kind }) => kind !== 'keyword')
    .map(({ label }) => label);
}

/** Returns the text after a label is selected. */
function choose(marked: string, label: string): string | undefined {
  const { text, completions } = complete(marked);
  const chosen = completions.find((each) => each.label === label);
  return chosen && text.slice(0, chosen.start) + chosen.insertText + text.slice(chosen.end);
}

const image = 'model: seedream-5-0-260128\n';
const models = ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128', 'sonic', 'seed-tts-2.0'];
const imageFields = ['prompt', 'size', 'output_format', 'image', 'images', 'optimize_prompt_options'];
const speechFields = ['text', 'voice', 'ssml', 'input', 'prompt', 'speaker', 'response_format', 'speed'];
const cases: readonly (readonly [what: string, marked: string, labels: readonly string[]])[] = [
  // Keys
  ['the model and whole samples in an empty file', '|', ['model', 'Seedream 5.0 lite', 'Sonic', 'Seed TTS 2.0']],
  [
    'the model and samples in an empty job',
    'jobs:\n  a:\n    |',
    ['model', 'Seedream 5.0 lite', 'Sonic', 'Seed TTS 2.0'],
  ],
  ['fields of the model, required ones first', `${image}|`, imageFields],
  ['wanted groups before the rest', 'model: seed-tts-2.0\n|', speechFields],
  [
    'no field that is set',
    `${image}prompt: x\nsize: 2K\n|\noutput_format: png`,
    ['image', 'images', 'optimize_prompt_options'],
  ],
  [
    'no field that another one excludes',
    `${image}prompt: x\nimage: https://a\n|`,
    ['size', 'output_format', 'optimize_prompt_options'],
  ],
  ['fields for a key being typed', `${image}pro|\nsize: 2K\n`, imageFields.filter((name) => name !== 'size')],
  ['fields inside a key that has a value', `${image}si|ze: 2K\n`, imageFields],
  ['fields of this job, not of the next', `jobs:\n  a:\n    ${image}    |\n  b:\n    model: sonic\n`, imageFields],
  [
    'fields of this job after a broken one',
    `jobs:\n  b:\n    model: sonic\n    prompt: "x\n  a:\n    ${image}    |\n`,
    imageFields,
  ],
  [
    'fields of a job whose model is a default',
    `gen:\n  defaults:\n    ${image}jobs:\n  a:\n    |`,
    ['model', ...imageFields, 'Seedream 5.0 lite', 'Sonic', 'Seed TTS 2.0'],
  ],
  [
    'fields of all models for the defaults',
    `gen:\n  defaults:\n    |\njobs:\n  a:\n    model: seed-tts-2.0\n`,
    ['model', 'text', 'voice', 'response_format', 'speed', 'ssml', 'input', 'prompt', 'speaker'],
  ],
  [
    'fields in a job in braces',
    `jobs:\n  a: {${image.trim()}, size: 2K, |`,
    imageFields.filter((name) => name !== 'size'),
  ],
  [
    'a new job below jobs, empty or whole',
    'jobs:\n  a:\n    model: sonic\n  |',
    ['New job', 'Seedream 5.0 lite', 'Sonic', 'Seed TTS 2.0'],
  ],
  [
    'fields in a file with CRLF',
    `${image.replace('\n', '\r\n')}size: 2K\r\n|\r\noutput_format: png\r\n`,
    ['prompt', 'image', 'images', 'optimize_prompt_options'],
  ],

  // Values
  ['models by modality', 'model: |', models],
  ['models in place of the present one', 'model: son|ic # mine', models],
  ['models in a job', 'jobs:\n  a:\n    model: |', models],
  ['values in braces', `${image}optimize_prompt_options: {mode: |}`, ['standard']],
  ['values in defaults', `gen:\n  defaults:\n    output_format: |\njobs:\n  a:\n    ${image}`, ['jpeg', 'png']],
  ['ways to treat a name that is in use', 'output:\n  collision: |', ['number', 'replace', 'fail']],
];

for (const [what, marked, labels] of cases) {
  test(`offers ${what}`, () => assert.deepEqual(labelsAt(marked), labels));
}

const silent: readonly (readonly [where: string, marked: string])[] = [
  ['in a comment', `# mo|\n${image}`],
  ['in a comment after a value', `${image}size: 2K # s|\n`],
  ['in prose', `${image}prompt: a ca|t`],
  ['at the beginning of prose', `${image}prompt: |`],
  ['in a block', `${image}prompt: ||\n  a\n  si|ze\n`],
  ['on a blank line of a block', `${image}prompt: ||\n  a\n  |\n  b\n`],
  ['in a text over several lines', `${image}prompt: a\n  si|ze\n`],
  ['in a quoted text over several lines', `${image}prompt: "a\n  si|ze"\n`],
  ['below a value', `${image}size: 2K\n  |`],
  ['below a key of another document', 'gen:\n---\n  |'],
  ['in another column than its neighbors', 'output:\n    |\n  name: x\n'],
  ['in request', `${image}request:\n  |`],
  ['in an x- key', `${image}x-note:\n  |`],
  ['for an item that is an address', `${image}images:\n  - |`],
];

for (const [where, marked] of silent) {
  test(`offers nothing ${where}`, () => assert.deepEqual(complete(marked).completions, []));
}

test('reserved words come last, and only those that are allowed', () => {
  const keywordsAt = (marked: string): readonly string[] =>
    complete(marked)
      .completions.filter(({ kind }) => kind === 'keyword')
      .map(({ label }) => label);
  assert.deepEqual(keywordsAt('|'), ['gen', 'vars', 'matrix', 'output', 'request', 'jobs']);
  assert.deepEqual(keywordsAt(`${image}gen: 1\n|`), ['vars', 'matrix', 'output', 'request']);
  assert.deepEqual(keywordsAt('jobs:\n  a:\n    model: sonic\n|'), ['gen', 'vars', 'output']);
  assert.deepEqual(keywordsAt('jobs: later\n|'), ['gen', 'vars', 'matrix', 'output', 'request']);
  assert.deepEqual(keywordsAt('gen:\n  |').slice(0, 4), ['endpoint', 'profile', 'defaults', 'concurrency']);
  assert.deepEqual(keywordsAt('jobs:\n  a:\n    gen:\n      |'), [
    'endpoint',
    'timeout_minutes',
    'description',
    'labels',
    'repeat',
    'budget_usd',
  ]);
  assert.deepEqual(keywordsAt(`${image}matrix:\n  |`), ['include', 'exclude']);
  assert.deepEqual(complete(`${image}|`).completions.at(-1)?.kind, 'keyword');
});

const choices: readonly (readonly [marked: string, label: string, text: string])[] = [
  ['mod|', 'model', 'model: '],
  [`${image}pr|`, 'prompt', `${image}prompt: `],
  [`${image}si|`, 'size', `${image}size: `],
  [`${image}|`, 'images', `${image}images:\n  - $0`],
  [`${image}|`, 'optimize_prompt_options', `${image}optimize_prompt_options:\n  $0`],
  [`${image}si|zo: 2K\n`, 'size', `${image}size: 2K\n`],
  [`${image}size:|\nprompt: x`, '3K', `${image}size: 3K\nprompt: x`],
  [`${image}size: 2|K # small`, '3K', `${image}size: 3K # small`],
  [`${image}output_format: "jp|eg"`, 'png', `${image}output_format: "png"`],
  ['jobs: {a: {model: so|, prompt: x}}', 'sonic', 'jobs: {a: {model: sonic, prompt: x}}'],
];

for (const [marked, label, text] of choices) {
  test(`selecting ${label} at ${JSON.stringify(marked.slice(-24))} replaces exactly what was typed`, () => {
    assert.equal(choose(marked, label), text.replaceAll('||', '|'));
  });
}

test('fields with a list of values open it at once, and prose does not', () => {
  const asks = complete(`${image}|`)
    .completions.filter(({ triggersNext }) => triggersNext)
    .map(({ label }) => label);
  assert.deepEqual(asks.slice(0, 3), ['size', 'output_format', 'optimize_prompt_options']);
  assert.ok(!asks.includes('prompt'));
});

test('a whole job below jobs has its own id, and is indented as far as its key', () => {
  const sonicJob = completeAt('jobs:\n  music: {}\n  |').find(({ label }) => label === 'Sonic');
  assert.equal(
    sonicJob?.insertText,
    [
      '${1:music-2}:',
      '  model: sonic',
      '  title: ${2:Harbor Lights}',
      '  tags: ${3:indie folk, warm acoustic guitar}',
      '  prompt: |',
      '    ${4:[Verse]',
      '    The boats come home on a silver tide',
      '',
      '    [Chorus]',
      '    Harbor lights, hold on to me}',
      '  $0',
    ].join('\n'),
  );
});

test('a whole job is found by what it makes and by its model', () => {
  const offered = completeAt('|').find(({ label }) => label === 'Sonic');
  assert.equal(offered?.filterText, 'music song Music Sonic sonic');
  assert.equal(offered.detail, 'Music · whole job');
});

test('a whole job has the word first that begins with what is typed', () => {
  for (const [typed, kind] of [
    ['voice', 'Speech'],
    ['narr', 'Speech'],
    ['song', 'Music'],
    ['film', 'Video'],
    ['photo', 'Image'],
    ['image', 'Image'],
    ['story', 'Chat'],
  ] as const) {
    const whole = completeAt(`${typed}|`).filter(({ kind: each }) => each === 'job');
    const fitting = whole.filter(({ detail }) => detail?.startsWith(kind));
    assert.ok(fitting.length > 0 && fitting.every(({ filterText }) => filterText?.startsWith(typed)), typed);
  }
});

test('a whole job with "gen" is not offered in a file that has "gen"', () => {
  const titles = (marked: string): readonly string[] =>
    completeAt(marked).flatMap(({ kind, label }) => (kind === 'job' ? [label] : []));
  const left = titles('gen: {name: x}\n|');
  assert.ok(titles('|').includes('Kling, native, from an image'));
  assert.ok(left.includes('Sonic') && !left.includes('Kling, native, from an image'));
});

test('the model looks like a field and says that it is required; other words of the format look like keywords', () => {
  const offered = completeAt('|').map(({ label, kind, detail }) => [label, kind, detail]);
  assert.deepEqual(
    offered.filter(([label]) => label === 'model' || label === 'jobs'),
    [
      ['model', 'field', 'required'],
      ['jobs', 'keyword', undefined],
    ],
  );
});

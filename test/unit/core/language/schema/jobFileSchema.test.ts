import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { jobFileSchema } from '../../../../../src/core/language/index.ts';
import { keyDescriptions } from '../../../../../src/core/language/messages.ts';
import { breaches, breakBody } from '../../../conformance/breaches.ts';

/** The schema as another editor reads it. */
const validate = new Ajv({ strict: false }).compile(JSON.parse(JSON.stringify(jobFileSchema())) as object);

const good: readonly (readonly [title: string, jobFile: unknown])[] = [
  ['a job', { model: 'seedream-5-0-260128', prompt: 'A cat', size: '2K', seed: 5 }],
  [
    'null and expressions for any value',
    { model: 'seedream-5-0-260128', prompt: '${{ vars.a }}', size: null, images: '${{ vars.b }}' },
  ],
  ['a matrix that sets what the job lacks', { model: 'seedream-5-0-260128', matrix: { prompt: ['A', 'B'] } }],
  [
    'defaults that set what a job lacks',
    { gen: { defaults: { model: 'sonic', prompt: 'A' } }, jobs: { one: { title: 'A' } } },
  ],
  ['one of the models of an axis', { model: '${{ matrix.model }}', matrix: { model: ['sonic'] }, prompt: 'A' }],
  [
    'vars from files, needs and the rest',
    {
      vars: ['file://./a.vars.yaml', { b: 1 }],
      jobs: { a: { model: 'sonic', prompt: 'A' }, b: { model: 'sonic', prompt: 'A', needs: ['a'] } },
    },
  ],
  [
    'a schema, and keys that start with x-, beside jobs',
    { $schema: './a.json', 'x-note': [1], jobs: { a: { model: 'sonic', prompt: 'A' } } },
  ],
  ['an unknown model', { model: 'new-1', size: 5 }],
  ['a job with warnings only', { model: 'sonic', prompt: 'A', vocal_gender: 'x' }],
  ['a chat model by its prefix', { model: 'claude-next', prompt: 'Hi' }],
  [
    'the other endpoint of a model',
    { model: 'gemini-2.5-flash-image', gen: { endpoint: '/v1/chat/completions' }, messages: [] },
  ],
];

for (const [title, jobFile] of good) {
  test(`the schema accepts ${title}`, () => {
    assert.deepEqual([validate(jobFile), validate.errors], [true, null]);
  });
}

test('the schema explains the reserved words', () => {
  const { definitions } = JSON.parse(JSON.stringify(jobFileSchema())) as {
    readonly definitions: Readonly<Record<string, { readonly description?: string }>>;
  };
  assert.equal(definitions['gen']?.description, keyDescriptions['gen']);
});

const bad: readonly (readonly [title: string, jobFile: unknown])[] = [
  ['a field beside jobs', { prompt: 'A', jobs: { a: { model: 'sonic', prompt: 'A' } } }],
  ['a job without what its model needs', { jobs: { a: { model: 'sonic' } } }],
  ['a mistyped control', { gen: { concurency: 1 }, model: 'sonic', prompt: 'A' }],
  ['a mistyped key of the output', { output: { folder: 'a' }, model: 'sonic', prompt: 'A' }],
  ['an unknown key beside jobs', { joobs: {}, jobs: { a: { model: 'sonic', prompt: 'A' } } }],
  ['no prompt on the default endpoint', { model: 'gemini-2.5-flash-image', aspect_ratio: '1:1' }],
];

for (const [title, jobFile] of bad) {
  test(`the schema refuses ${title}`, () => {
    assert.equal(validate(jobFile), false);
  });
}

/** Problems that a schema cannot express. */
const beyond = new Set(['rule-broken']);

for (const [index, breach] of breaches.entries()) {
  if (beyond.has(breach.code)) continue;
  test(`${String(index + 1)}. ${breach.model}: ${breach.field} is held to its row by the schema (${breach.code})`, () => {
    assert.equal(validate({ model: breach.model, ...breach.good }), true);
    assert.equal(validate({ model: breach.model, ...breakBody(breach) }), false);
  });
}

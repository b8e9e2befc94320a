import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import type { Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { buildBody, type BuiltBody, listBodies } from '../../../../../src/core/jobFile/requests/buildBody.ts';
import { requestsOf } from '../../../../fakes/planning/planHero.ts';

const lookups: Lookups = {
  env: () => ({ state: 'set', value: 'Bergen' }),
  files: {
    readText: () => ({ ok: true, text: 'from a file' }),
    inspect: (path) => ({ exists: true, isInside: true, sha256: `hash of ${path}`, bytes: 1 }),
  },
};

function check(text: string, world: Lookups = lookups) {
  return checkJobFile(text, { catalog: bundledCatalog, isStrict: false, lookups: world });
}

/** Builds the body of the first request of the last job. */
function build(text: string, world?: Lookups): BuiltBody {
  const { jobs } = check(text, world);
  const group = jobs.at(-1)?.groups[0];
  const [variant] = group?.variants ?? [];
  assert.ok(group?.target && variant);
  return buildBody(variant, group, group.target);
}

const image = 'model: seedream-5-0-260128\n';
const idea = `jobs:\n  idea: {model: gpt-4o, prompt: x}\n  last:\n    model: seedream-5-0-260128\n`;

test('a body without placeholders is recorded as it is sent', () => {
  const { body, recordBody, ...rest } = build(`${image}size: 2K\nprompt: A door\nrequest: {size: 3K, n: 1}\n`);
  assert.deepEqual(Object.entries(body), [
    ['model', 'seedream-5-0-260128'],
    ['size', '3K'],
    ['prompt', 'A door'],
    ['n', 1],
  ]);
  assert.equal(recordBody, body);
  assert.deepEqual(rest, { placeholders: [], inputs: [], envPaths: [], envInputs: [], isKnown: true });
});

test('a local file is a placeholder, recorded by its content', () => {
  const { body, placeholders, recordBody, inputs, isKnown } = build(
    `${image}prompt: x\nimages: [a.png, https://b/c.png]\n`,
  );
  assert.deepEqual(body['images'], [null, 'https://b/c.png']);
  assert.deepEqual(placeholders, [
    { path: ['images', 0], value: { kind: 'file', file: 'a.png', sha256: 'hash of a.png', takesData: true } },
  ]);
  assert.deepEqual(recordBody['images'], ['sha256:hash of a.png', 'https://b/c.png']);
  assert.deepEqual([inputs, isKnown], [[{ path: 'a.png', sha256: 'hash of a.png' }], true]);
});

test('a value of another job is a placeholder, recorded as it is written', () => {
  const { body, placeholders, recordBody, isKnown } = build(
    `${idea}    prompt: "On \${{ jobs.idea.text  |  truncate( 9 ) }}!"\n    request: {a: {b: "\${{ jobs.idea.title }}"}}\n`,
  );
  assert.deepEqual([body['prompt'], body['a'], isKnown], [null, { b: null }, true]);
  assert.deepEqual(
    placeholders.map(({ path }) => path),
    [['prompt'], ['a', 'b']],
  );
  assert.deepEqual(
    [recordBody['prompt'], recordBody['a']],
    ['On ${{ jobs.idea.text | truncate(9) }}!', { b: '${{ jobs.idea.title }}' }],
  );
});

test('a value that is not known leaves the body unknown', () => {
  const { body, placeholders, isKnown } = build(`${image}prompt: \${{ now }}\n`);
  assert.deepEqual([body['prompt'], placeholders, isKnown], [null, [], false]);
  const inMatrix = build(`${image}prompt: "\${{ matrix.a }}"\nmatrix: {a: ["\${{ now }}", x]}\n`);
  assert.deepEqual([inMatrix.body['prompt'], inMatrix.isKnown], [null, false]);
});

test('values from the environment are sent, and their paths are listed', () => {
  const { body, envPaths, envInputs, placeholders, inputs } = build(
    `${image}prompt: In \${{ env.CITY }}\nimages: [b.png, "\${{ env.CITY }}"]\nrequest: {a: [1, {b: "\${{ env.CITY }}"}]}\n`,
  );
  assert.deepEqual([body['prompt'], body['a']], ['In Bergen', [1, { b: 'Bergen' }]]);
  assert.deepEqual(envPaths, [['prompt'], ['images', 1], ['a', 1, 'b']]);
  assert.deepEqual([envInputs, inputs.map(({ path }) => path)], [[1], ['b.png', 'Bergen']]);
  assert.deepEqual(
    placeholders.map(({ value }) => 'isFromEnv' in value),
    [false, false],
  );
});

test('a template with a value from the environment is such a value as well', () => {
  const { envPaths, placeholders } = build(`${idea}    prompt: "\${{ jobs.idea.text }} in \${{ env.CITY }}"\n`);
  assert.deepEqual([envPaths, placeholders.length], [[['prompt']], 1]);
});

test('a model from the environment is sent, and its path is listed', () => {
  const world: Lookups = { ...lookups, env: () => ({ state: 'set', value: 'seedream-5-0-260128' }) };
  const { body, envPaths } = build('model: ${{ env.MODEL }}\nprompt: x\n', world);
  assert.deepEqual([body['model'], envPaths], ['seedream-5-0-260128', [['model']]]);
});

test('bodies are listed with what their cost depends on', () => {
  const text =
    'jobs:\n  a: {model: sonic, prompt: "${{ matrix.p }}", matrix: {p: [x, y]}}\n  b: {model: gpt-4o, prompt: z}\n';
  assert.deepEqual(
    listBodies(check(text)).map(({ job, model, endpoint, recordBody }) => [
      job,
      model,
      endpoint,
      recordBody['prompt'] ?? null,
    ]),
    [
      ['a', 'sonic', '/v1/music/generations', 'x'],
      ['a', 'sonic', '/v1/music/generations', 'y'],
      ['b', 'gpt-4o', '/v1/chat/completions', null],
    ],
  );
});

test('no bodies are listed while there is an error, or if there are more than 500', () => {
  const repeated = (count: number) =>
    listBodies(check(`gen: {repeat: ${count}, max_runs: 600}\nmodel: sonic\nprompt: x\n`)).length;
  assert.deepEqual([repeated(500), repeated(501)], [500, 0]);
  assert.deepEqual(listBodies(check('model: sonic\n')), []);
  assert.equal(listBodies(check('model: sonic\nprompt: x\nweather: y\n')).length, 1);
});

/** Plans the only request of a job at a chat endpoint. */
function plan(endpoint: string, fields: string): PlannedRequest {
  const model = { completions: 'gpt-4o', responses: 'gpt-5.5', messages: 'claude-sonnet-4-5' }[endpoint];
  const [request] = requestsOf(`model: ${model}\n${fields}\n`);
  assert.ok(request);
  return request;
}

const cases: readonly (readonly [endpoint: string, fields: string, body: PlannedRequest['body']])[] = [
  [
    'completions',
    'prompt: Hello\nsystem: Be kind\ntemperature: 1',
    {
      temperature: 1,
      stream: true,
      messages: [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: 'Hello' },
      ],
    },
  ],
  ['responses', 'prompt: Hello\nsystem: Be kind', { stream: true, instructions: 'Be kind', input: 'Hello' }],
  ['responses', 'prompt: Hello\nrequest: {n: 1}\ninput: Hi', { stream: true, input: 'Hi', n: 1 }],
  [
    'messages',
    'prompt: Hello\nsystem: Be kind',
    { max_tokens: 4096, system: 'Be kind', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
  ],
  [
    'messages',
    'prompt: Hello\nmax_tokens: 9\nstream: false',
    { max_tokens: 9, stream: false, messages: [{ role: 'user', content: 'Hello' }] },
  ],
  [
    'completions',
    'messages: [{role: user, content: Hello}]',
    { messages: [{ role: 'user', content: 'Hello' }], stream: true },
  ],
  ['completions', 'prompt: x\nrequest: {messages: [], stream: null}', { stream: null, messages: [] }],
];

for (const [endpoint, fields, body] of cases) {
  test(`${endpoint}: ${fields.replaceAll('\n', ', ')}`, () => {
    const { model, ...rest } = plan(endpoint, fields).body;
    assert.equal(typeof model, 'string');
    assert.deepEqual(rest, body);
  });
}

test('a value from another job is inserted where the short form has put it', () => {
  const text = 'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: gpt-4o, prompt: "About ${{ jobs.a.title }}"}\n';
  assert.deepEqual(
    requestsOf(text)[1]?.placeholders.map(({ path }) => path),
    [['messages', 0, 'content']],
  );
});

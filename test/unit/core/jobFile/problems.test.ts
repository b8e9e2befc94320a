import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../src/core/jobFile/check/checkJobFile.ts';
import type { CheckOptions } from '../../../../src/core/jobFile/findTarget.ts';
import { buildLookups } from '../../../fakes/planning/planHero.ts';

/** Returns problems as `severity code/variant «text»`. */
function problemsOf(text: string, options: Partial<CheckOptions> = {}): readonly string[] {
  return checkJobFile(text, { catalog: bundledCatalog, isStrict: false, ...options }).problems.map(
    ({ severity, code, args, start, end }) =>
      `${severity} ${code}${args['variant'] ? `/${args['variant']}` : ''} «${text.slice(start, end)}»`,
  );
}

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';

/** Writes variables of which `v0` contains `v1`, and so on. */
function chainVars(length: number): string {
  return Array.from({ length }, (_, at) => `  v${at}: "\${{ vars.v${at + 1} | default('x') }}"\n`).join('');
}

const cases: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  // The file as a whole
  ['only a comment', '# hi\n', ['error missing-model/empty-file «»']],
  ['a text', 'just words\n', ['error not-a-map/root «just words»']],

  // Several problems together
  [
    'a long chain of variables',
    `${song}title: \${{ vars.v0 }}\nvars:\n${chainVars(150)}`,
    ['error wrong-vars/too-deep «v100»'],
  ],

  [
    'an axis in an expression, with an unknown value',
    `${image}matrix: {city: [Bergen, "\${{ env.CITY }}"]}\nprompt: \${{ matrix.city }}\n`,
    [],
  ],
  [
    'an axis in an expression with an unknown filter',
    `${image}matrix: {city: [Bergen]}\nprompt: \${{ matrix.city | loud }}\n`,
    ['error unknown-filter/plain «loud»'],
  ],

  // Model and endpoint
  ['no model', 'prompt: x\n', ['error missing-model «prompt»']],
  ['a mistyped "model"', 'modle: sonic\nprompt: x\n', ['error missing-model/suggestion «modle»']],
  ['a field that is named like "model"', 'mode: std\nprompt: x\n', ['error missing-model «mode»']],
  ['a model that is a number', 'model: 5\n', ['error wrong-type «5»']],
  ['a model that is a list', 'model: [sonic]\n', ['error wrong-type «[sonic]»']],
  ['an empty model', 'model: ""\n', ['error wrong-type «""»']],
  [
    'an endpoint like no other',
    `gen: {endpoint: /far/away/from/all}\n${song}`,
    ['error unknown-endpoint/path «/far/away/from/all»'],
  ],
  [
    'an unknown model with a known prefix',
    'model: seedream-9\nprompt: x\n',
    ['information unknown-model/sent «seedream-9»'],
  ],
  [
    'a mistyped model',
    'model: seedram-5-0-260128\n',
    ['error unknown-endpoint/model-suggestion «seedram-5-0-260128»', 'warning missing-field «seedram-5-0-260128»'],
  ],
  ['a model of no family', 'model: dall-e\n', ['error unknown-endpoint/model «dall-e»']],
  [
    'an address as endpoint',
    `gen: {endpoint: "https://a/v1"}\n${song}`,
    ['error unknown-endpoint/not-a-path «"https://a/v1"»'],
  ],
  [
    'an alias as endpoint',
    `gen: {endpoint: "/v1/videos#x"}\n${song}`,
    ['error unknown-endpoint/not-a-path «"/v1/videos#x"»'],
  ],
  [
    'a mistyped endpoint',
    `gen: {endpoint: /v1/video}\n${song}`,
    ['error unknown-endpoint/path-suggestion «/v1/video»'],
  ],
  [
    'an endpoint of other models',
    `gen: {endpoint: /v1/videos}\n${song}`,
    ['error unknown-endpoint/misfit «/v1/videos»'],
  ],

  // Fields
  ['a missing field', image, ['error missing-field «seedream-5-0-260128»']],
  ['an empty required field', `${image}prompt: ""\n`, ['error missing-field «seedream-5-0-260128»']],
  ['a required field in request', `${image}request: {prompt: x}\n`, []],
  ['a text for true or false', `${song}custom_mode: "yes"\n`, ['error wrong-type/plain «"yes"»']],
  ['a text for a list', `${image}prompt: x\nimages: https://a/b.png\n`, ['error wrong-type/plain «https://a/b.png»']],
  ['an item of a list that is being typed', `${image}prompt: x\nimages:\n  - \n`, ['error wrong-type/item «»']],
  ['NaN for a text', 'model: sonic\nprompt: .nan\n', ['error wrong-type/quote «.nan»']],
  ['NaN in extras', `${song}request: {a: [1, {b: .nan}]}\n`, ['error wrong-type/plain «.nan»']],
  ['an infinite number in extras', `${song}request: {a: -.inf}\n`, ['error wrong-type/plain «-.inf»']],
  [
    'NaN deep in an unknown field',
    `${song}foo: [1, {b: .nan, c: [.inf]}]\n`,
    ['warning unknown-field/sent «foo»', 'error wrong-type/plain «.nan»', 'error wrong-type/plain «.inf»'],
  ],
  [
    'NaN in a field of an unknown model',
    'model: seedream-9\nfoo: [.nan]\n',
    ['information unknown-model/sent «seedream-9»', 'error wrong-type/plain «.nan»'],
  ],
  [
    'an infinite number in an unknown field',
    `${song}foo: .inf\n`,
    ['warning unknown-field/sent «foo»', 'error wrong-type/plain «.inf»'],
  ],
  ['a value that is not in a specified list', `${image}prompt: x\nsize: 8K\n`, ['error not-in-enum/suggestion «8K»']],
  ['a value that is not in an observed list', `${song}vocal_gender: x\n`, ['warning not-in-enum/known-suggestion «x»']],
  ['outside an observed range', `${song}style_weight: 2\n`, ['warning out-of-range/both «2»']],
  ['one character too many', `${image}prompt: ${'ü'.repeat(601)}\n`, [`error too-long «${'ü'.repeat(601)}»`]],
  ['as many characters as allowed', `${image}prompt: ${'😀'.repeat(600)}\n`, []],
  [
    'too many images',
    `${image}prompt: x\nimages: [${Array(15).fill('"https://a"').join(', ')}]\n`,
    [`error too-many-items «[${Array(15).fill('"https://a"').join(', ')}]»`],
  ],
  [
    'two fields for one thing',
    `${image}prompt: x\nimage: https://a\nimages: [https://b]\n`,
    ['warning exclusive-fields «images»'],
  ],
  [
    'a member with a value that is not in its list',
    `${image}prompt: x\noptimize_prompt_options: {mode: fast}\n`,
    ['error not-in-enum «fast»'],
  ],
  [
    'a member like one that is set',
    `${image}prompt: x\noptimize_prompt_options: {mod: x, mode: standard}\n`,
    ['warning unknown-field/nested «mod»'],
  ],
  [
    'speech without text and voice',
    'model: seed-tts-2.0\n',
    ['error missing-one-of «seed-tts-2.0»', 'error missing-one-of «seed-tts-2.0»'],
  ],
  [
    'speech in two voices',
    'model: seed-tts-2.0\ntext: x\nvoice: a\nspeaker: b\n',
    ['warning exclusive-fields «speaker»'],
  ],

  [
    'messages that are not a list, next to a field that would replace them',
    'model: claude-sonnet-4-5\nsystem: Be brief\nmessages: {role: user}\n',
    ['error wrong-type/plain «{role: user}»'],
  ],
  [
    'messages that are not a list, next to a prompt',
    'model: claude-sonnet-4-5\nprompt: x\nmessages: hi\n',
    ['warning exclusive-fields «messages»', 'error wrong-type/plain «hi»'],
  ],
  [
    'messages that are not a list, alone',
    'model: claude-sonnet-4-5\nmessages: hi\n',
    ['warning wrong-type/plain «hi»'],
  ],

  // jobs and gen
  ['a job without content', 'jobs:\n  a:\n', ['error missing-model/job «a»']],
  [
    'two jobs of one name',
    'jobs:\n  a: {model: sonic, prompt: x}\n  a: {model: sonic, prompt: x}\n',
    ['error duplicate-key «a»'],
  ],

  // output and request
  ['a request that is not a map', `${song}request: x\n`, ['error wrong-type/plain «x»']],

  ['any metadata', `${song}output: {metadata: embed}\n`, []],
  ['anything in request, which is sent word for word', `${image}request: {prompt: x, image: iVBORw0KGgo=}\n`, []],
  [
    'a missing field beside a wrong endpoint',
    `gen: {endpoint: /v1/videos}\n${image}`,
    ['error unknown-endpoint/misfit «/v1/videos»', 'error missing-field «seedream-5-0-260128»'],
  ],
  ['media by data URI and asset', `${image}prompt: x\nimages: ["data:image/png;base64,AA==", asset://1]\n`, []],
];

for (const [what, text, problems] of cases) {
  test(`${what}: ${problems.join(', ').slice(0, 80) || 'no problem'}`, () =>
    assert.deepEqual(problemsOf(text), problems));
}

test('strict checking refuses unknown models and fields', () => {
  assert.deepEqual(problemsOf('model: seedream-9\nprompt: x\n', { isStrict: true }), [
    'error unknown-model/strict «seedream-9»',
  ]);
  assert.deepEqual(problemsOf(`${song}titel: x\nweather: x\n`, { isStrict: true }), [
    'error unknown-field/strict-suggestion «titel»',
    'error unknown-field/strict «weather»',
  ]);
  const nested = `${image}prompt: x\noptimize_prompt_options: {mod: a}\n`;
  assert.deepEqual(problemsOf(nested, { isStrict: true }), ['error unknown-field/strict-nested-suggestion «mod»']);
});

test('a problem in one job does not affect the next one', () => {
  const text = 'jobs:\n  a:\n    model: sonic\n    prompt: *x\n  b:\n    model: sonic\n';
  assert.deepEqual(problemsOf(text), ['error star-as-alias «*x»', 'error missing-field «b»']);
});

test('aliases that would expand to a huge value are refused before they do', () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const items = level === 0 ? Array(10).fill('x') : Array(10).fill(`*l${level - 1}`);
    return `x-${level}: &l${level} [${items.join(', ')}]`;
  });
  const codes = problemsOf(`${song}${levels.join('\n')}\n`).map((problem) => problem.split(' ')[1]);
  assert.deepEqual(codes, ['too-many-aliases']);
});

test('a budget above that of the settings is reported to have no effect, for the file and for its jobs', () => {
  const jobs = `gen: {budget_usd: 6}\njobs:\n  a: {model: sonic, prompt: y, gen: {budget_usd: 5.5}}\n  b: {model: sonic, prompt: x, gen: {budget_usd: 5}}\n`;
  assert.deepEqual(problemsOf(`gen: {budget_usd: 5.01}\n${song}`, { budgetUsd: 5 }), [
    'information budget-not-raised «5.01»',
  ]);
  assert.deepEqual(problemsOf(jobs, { budgetUsd: 5 }), [
    'information budget-not-raised «6»',
    'information budget-not-raised «5.5»',
  ]);
});

test('a lower budget, and any budget if the settings have none, is not a problem', () => {
  assert.deepEqual(problemsOf(`gen: {budget_usd: 5}\n${song}`, { budgetUsd: 5 }), []);
  assert.deepEqual(problemsOf(`gen: {budget_usd: 50}\n${song}`, { budgetUsd: 0 }), []);
  assert.deepEqual(problemsOf(`gen: {budget_usd: 50}\n${song}`), []);
});

const stillJob = 'jobs:\n  still:\n    model: sonic\n    prompt: a\n';
const nextJob = '  next:\n    model: gemini-2.5-flash-image\n    prompt: b\n';

const inputs: typeof cases = [
  [
    'a local file, which a rule sees as its path while its type is not known',
    'model: gemini-2.5-flash-image\nprompt: a\nimages: [a.png, b.webp]\n',
    ['error rule-broken/jpeg-or-png-input «b.webp»'],
  ],
  [
    'an expression, for whose value a rule waits',
    `${stillJob}${nextJob}    images: [b.webp, "\${{ jobs.still.url }}"]\n`,
    [],
  ],
  [
    'a field that a rule refuses, which is not reported as unknown too',
    'model: wan2.6-t2i\nprompt: a\nimage: https://example.com/a.png\n',
    ['error rule-broken/no-input-images «image»'],
  ],
  [
    'a local file for a list',
    'model: gemini-2.5-flash-image\nprompt: a\nimages: a.png\n',
    ['error wrong-type/plain «a.png»'],
  ],
];

for (const [what, text, problems] of inputs) {
  test(what, () => assert.deepEqual(problemsOf(text, { lookups: buildLookups() }), problems));
}

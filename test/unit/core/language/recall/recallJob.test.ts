import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import { model, type Recorded, tryRecall } from '../../../../fakes/planning/tryRecall.ts';

const edits: readonly (readonly [string, string, Recorded, string])[] = [
  [
    'a value that differs is replaced, and every comment stays',
    `# hero\nmodel: ${model} # the good one\nprompt:   A cat   # v2\n\n# why seven\nseed: 7 # lucky\n`,
    { request: { model, prompt: 'A dog', seed: 8 } },
    `# hero\nmodel: ${model} # the good one\nprompt: A dog   # v2\n\n# why seven\nseed: 8 # lucky\n`,
  ],
  [
    'a field that the record does not have is removed with its line',
    `model: ${model}\nseed: 7 # lucky\nprompt: A cat\n`,
    { request: { model, prompt: 'A cat' } },
    `model: ${model}\nprompt: A cat\n`,
  ],
  [
    'a field that the file does not have is added to the others',
    `model: ${model}\nprompt: A cat\noutput: art/\n`,
    { request: { model, prompt: 'A cat', seed: 9007199254740993n, ratio: '16:9' } },
    `model: ${model}\nprompt: A cat\nseed: 9007199254740993\nratio: "16:9"\noutput: art/\n`,
  ],
  [
    'a block scalar stays one, with the comment after its sign',
    `model: ${model}\nprompt: | # long\n  A cat\n  sleeps.\n\nseed: 1\n`,
    { request: { model, prompt: 'A dog: big\n\n  runs.\n', seed: 1 } },
    `model: ${model}\nprompt: | # long\n  A dog: big\n\n    runs.\n\nseed: 1\n`,
  ],
  [
    'prose that YAML would damage becomes a block scalar',
    `model: ${model}\nprompt: A cat # v2\nseed: 1\n`,
    { request: { model, prompt: 'Sign: "#1 fan" ${{ x }}', seed: 1 } },
    `model: ${model}\nprompt: |- # v2\n  Sign: "#1 fan" $\${{ x }}\nseed: 1\n`,
  ],
  [
    'what is quoted stays quoted',
    `model: ${model}\nprompt: "A cat"\n`,
    { request: { model, prompt: 'A "dog"' } },
    `model: ${model}\nprompt: "A \\"dog\\""\n`,
  ],
  [
    'an expression stays where it still gives the recorded value',
    `vars:\n  mood: calm\nmodel: ${model}\nprompt: A \${{ vars.mood }} cat\nseed: 1\n`,
    { request: { model, prompt: 'A calm cat', seed: 2 } },
    `vars:\n  mood: calm\nmodel: ${model}\nprompt: A \${{ vars.mood }} cat\nseed: 2\n`,
  ],
  [
    'an expression that gives something else becomes the recorded value',
    `vars:\n  mood: wild\nmodel: ${model}\nprompt: A \${{ vars.mood }} cat\n`,
    { request: { model, prompt: 'A calm cat' } },
    `vars:\n  mood: wild\nmodel: ${model}\nprompt: A calm cat\n`,
  ],
  [
    'only the job of the record is touched',
    `gen:\n  defaults:\n    size: 2K\njobs:\n  one: # first\n    model: ${model}\n    prompt: A cat\n\n  two:\n    model: ${model}\n    prompt: A fox\n`,
    { job: 'one', request: { model, prompt: 'A dog' } },
    `gen:\n  defaults:\n    size: 2K\njobs:\n  one: # first\n    model: ${model}\n    prompt: A dog\n    size: null\n\n  two:\n    model: ${model}\n    prompt: A fox\n`,
  ],
  [
    'a field that an axis sets leaves one combination',
    `model: ${model}\nprompt: A cat\nmatrix:\n  # sizes\n  size: [2K, 3K] # two\n`,
    { request: { model, prompt: 'A cat', size: '2048x2048' } },
    `model: ${model}\nprompt: A cat\nmatrix:\n  # sizes\n  size: [2048x2048] # two\n`,
  ],
  [
    'a prompt that references the matrix leaves its own combination',
    `model: ${model}\nprompt: A \${{ matrix.mood }} cat\nmatrix:\n  mood: [calm, wild]\noutput: \${{ matrix.mood }}\n`,
    { index: 2, request: { model, prompt: 'A wild dog' } },
    `model: ${model}\nprompt: A wild dog\nmatrix:\n  mood: [wild]\noutput: \${{ matrix.mood }}\n`,
  ],
  [
    'a job in braces is written again',
    `jobs:\n  one: { model: ${model}, prompt: A cat, seed: 1 } # short\n`,
    { job: 'one', request: { model, prompt: 'A dog' } },
    `jobs:\n  one: { model: ${model}, prompt: A dog } # short\n`,
  ],
  [
    'line breaks of Windows are kept',
    `model: ${model}\r\nprompt: A cat\r\n`,
    { request: { model, prompt: 'A dog\nruns', seed: 1 } },
    `model: ${model}\r\nprompt: |-\r\n  A dog\r\n  runs\r\nseed: 1\r\n`,
  ],
  [
    'verbatim extras are changed in place',
    `model: ${model}\nprompt: A cat\nrequest:\n  # new\n  style: ink\n`,
    { request: { model, prompt: 'A dog', style: 'oil' } },
    `model: ${model}\nprompt: A dog\nrequest:\n  # new\n  style: oil\n`,
  ],
  [
    'the items of a list keep their comments',
    'model: new-x\ngen: { endpoint: /v1/videos }\nimages:\n  # one\n  - https://a.example\n  - https://b.example # two\n',
    {
      model: 'new-x',
      endpoint: '/v1/videos',
      request: { model: 'new-x', images: ['https://a.example', 'https://c.example'] },
    },
    'model: new-x\ngen: { endpoint: /v1/videos }\nimages:\n  # one\n  - https://a.example\n  - "https://c.example" # two\n',
  ],
  [
    'the members of a map keep their comments',
    'model: new-x\ngen: # where\n  endpoint: /v1/images/generations # old\nmetadata:\n  # first\n  frame: 1 # f\n  look: dark\n',
    { model: 'new-x', endpoint: '/v1/videos', request: { model: 'new-x', metadata: { frame: 2, size: 'x: y' } } },
    'model: new-x\ngen: # where\n  endpoint: /v1/videos # old\nmetadata:\n  # first\n  frame: 2 # f\n  size: |-\n    x: y\n',
  ],
  [
    'reserved keys of job files become verbatim extras',
    `model: ${model}\nprompt: A cat\n`,
    { request: { model, prompt: 'A cat', output: 'x' } },
    `model: ${model}\nprompt: A cat\nrequest:\n  output: x\n`,
  ],
  [
    'a field from a merge key is overridden',
    `x-base: &base\n  size: 2K\nmodel: ${model}\nprompt: A cat\n<<: *base\n`,
    { request: { model, prompt: 'A cat' } },
    `x-base: &base\n  size: 2K\nmodel: ${model}\nprompt: A cat\nsize: null\n<<: *base\n`,
  ],
  [
    'a chat job keeps its sugar',
    'model: gpt-5.1\nsystem: Be brief\nprompt: Hi\n',
    {
      model: 'gpt-5.1',
      endpoint: '/v1/chat/completions',
      request: {
        model: 'gpt-5.1',
        stream: true,
        messages: [
          { role: 'system', content: 'Be brief' },
          { role: 'user', content: 'Tell me: why?' },
        ],
      },
    },
    'model: gpt-5.1\nsystem: Be brief\nprompt: |-\n  Tell me: why?\n',
  ],
];

/** A field with such a name, which every JavaScript object inherits, before and after a recall. */
const inherited: readonly (readonly [what: string, before: (name: string) => string, more: string])[] = [
  ['is removed if the record has no such field', (name) => `model: ${model}\nprompt: x\n${name}: 1\n`, ''],
  ['is excluded if it is a default', (name) => `gen: {defaults: {${name}: 1}}\nmodel: ${model}\nprompt: x\n`, ''],
  ['is added if the record has it', () => `model: ${model}\nprompt: x\n`, ', "NAME": 1'],
  ['stays in braces', (name) => `{model: ${model}, prompt: y, ${name}: 1}\n`, ', "NAME": 1'],
  [
    'stays in a map',
    (name) => `model: ${model}\nprompt: x\nextra:\n  a: 1\n  ${name}: 2\n`,
    ', "extra": {"a": 3, "NAME": 2}',
  ],
  [
    'is removed from a map',
    (name) => `model: ${model}\nprompt: x\nextra:\n  a: 1\n  ${name}: 2\n`,
    ', "extra": {"a": 1}',
  ],
];

for (const name of ['constructor', 'toString', '__proto__']) {
  for (const [what, before, more] of inherited) {
    test(`a field named ${name} ${what}`, () => {
      const body = `{"model": "${model}", "prompt": "x"${more.replace('NAME', name)}}`;
      assert.equal(tryRecall(before(name), { request: JSON.parse(body) as JsonObject }).kind, 'edited');
    });
  }
}

for (const [title, before, recorded, after] of edits) {
  test(title, () => {
    assert.deepEqual(tryRecall(before, recorded), { kind: 'edited', text: after, unresolved: [] });
  });
}

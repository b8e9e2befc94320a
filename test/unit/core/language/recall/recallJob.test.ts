import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { planJobFile } from '../../../../../src/core/jobFile/build/plan.ts';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { buildRecalledText } from '../../../../../src/core/language/recall/buildRecalledText.ts';
import type { RecalledRecord } from '../../../../../src/core/language/recall/recalledFields.ts';
import { recallJob, type RecallOutcome } from '../../../../../src/core/language/recall/recallJob.ts';
import type { JsonObject } from '../../../../../src/core/support/json.ts';

const model = 'seedream-5-0-260128';
const ref = sha256('ref');

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function plan(text: string): readonly PlannedRequest[] {
  return planJobFile(text, {
    catalog: bundledCatalog,
    fileBase: 'hero',
    isStrict: false,
    sha256,
    lookups: {
      files: {
        readText: () => ({ ok: false, reason: 'missing' }),
        inspect: () => ({ exists: true, isInside: true, bytes: 3, sha256: ref }),
      },
      env: (name) => (name === 'TOKEN' ? { state: 'set', value: 'wind-and-rain' } : { state: 'blocked' }),
    },
  }).requests;
}

interface Recorded extends Partial<RecalledRecord> {
  readonly request: JsonObject;
}

function buildRecord(recorded: Recorded): RecalledRecord {
  return { job: null, index: 1, model, endpoint: '/v1/images/generations', inputs: [], ...recorded };
}

/** The text before, recalled; where it was edited, it must ask for what was recorded. */
function recall(text: string, recorded: Recorded): RecallOutcome {
  const record = buildRecord(recorded);
  const outcome = recallJob({ text, record, planned: plan(text), catalog: bundledCatalog, sha256 });
  if (outcome.kind !== 'edited' || outcome.unresolved.length > 0) return outcome;
  const again = plan(outcome.text).filter(({ job }) => job === record.job);
  assert.deepEqual([again[0]?.endpoint, sorted(again[0]?.recordBody)], [record.endpoint, sorted(record.request)]);
  return outcome;
}

const sorted = (body: JsonObject | undefined) =>
  Object.entries(body ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));

const edits: readonly (readonly [string, string, Recorded, string])[] = [
  [
    'a value that differs is replaced, and every comment stays',
    `# hero\nmodel: ${model} # the good one\nprompt:   A cat   # v2\n\n# why seven\nseed: 7 # lucky\n`,
    { request: { model, prompt: 'A dog', seed: 8 } },
    `# hero\nmodel: ${model} # the good one\nprompt: A dog   # v2\n\n# why seven\nseed: 8 # lucky\n`,
  ],
  [
    'a field that the record does not have goes with its line',
    `model: ${model}\nseed: 7 # lucky\nprompt: A cat\n`,
    { request: { model, prompt: 'A cat' } },
    `model: ${model}\nprompt: A cat\n`,
  ],
  [
    'a field that the file does not have joins the others',
    `model: ${model}\nprompt: A cat\noutput: art/\n`,
    { request: { model, prompt: 'A cat', seed: 9007199254740993n, ratio: '16:9' } },
    `model: ${model}\nprompt: A cat\nseed: 9007199254740993\nratio: "16:9"\noutput: art/\n`,
  ],
  [
    'a block scalar stays one, with the comment behind its sign',
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
    'a prompt that spoke of the matrix leaves its own combination',
    `model: ${model}\nprompt: A \${{ matrix.mood }} cat\nmatrix:\n  mood: [calm, wild]\noutput: \${{ matrix.mood }}\n`,
    { index: 2, request: { model, prompt: 'A wild dog' } },
    `model: ${model}\nprompt: A wild dog\nmatrix:\n  mood: [wild]\noutput: \${{ matrix.mood }}\n`,
  ],
  [
    'a job in braces is written anew',
    `jobs:\n  one: { model: ${model}, prompt: A cat, seed: 1 } # short\n`,
    { job: 'one', request: { model, prompt: 'A dog' } },
    `jobs:\n  one: { model: ${model}, prompt: A dog } # short\n`,
  ],
  [
    'lines that end as on Windows go on doing so',
    `model: ${model}\r\nprompt: A cat\r\n`,
    { request: { model, prompt: 'A dog\nruns', seed: 1 } },
    `model: ${model}\r\nprompt: |-\r\n  A dog\r\n  runs\r\nseed: 1\r\n`,
  ],
  [
    'verbatim extras are changed where they stand',
    `model: ${model}\nprompt: A cat\nrequest:\n  # new\n  style: ink\n`,
    { request: { model, prompt: 'A cat', style: 'oil' } },
    `model: ${model}\nprompt: A cat\nrequest:\n  # new\n  style: oil\n`,
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
    'the members of a map keep theirs',
    'model: new-x\ngen: # where\n  endpoint: /v1/images/generations # old\nmetadata:\n  # first\n  frame: 1 # f\n  look: dark\n',
    { model: 'new-x', endpoint: '/v1/videos', request: { model: 'new-x', metadata: { frame: 2, size: 'x: y' } } },
    'model: new-x\ngen: # where\n  endpoint: /v1/videos # old\nmetadata:\n  # first\n  frame: 2 # f\n  size: |-\n    x: y\n',
  ],
  [
    'keys that job files keep for themselves go into the verbatim extras',
    `model: ${model}\nprompt: A cat\n`,
    { request: { model, prompt: 'A cat', output: 'x' } },
    `model: ${model}\nprompt: A cat\nrequest:\n  output: x\n`,
  ],
  [
    'what a merge key brings in is overridden',
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

for (const [title, before, recorded, after] of edits) {
  test(title, () => {
    assert.deepEqual(recall(before, recorded), { kind: 'edited', text: after, unresolved: [] });
  });
}

test('a job with the same request is left unchanged', () => {
  const text = `model: ${model}\nprompt: A cat\nmatrix:\n  size: [2K, 3K]\n`;
  assert.deepEqual(recall(text, { index: 2, request: { model, prompt: 'A cat', size: '3K' } }), {
    kind: 'unchanged',
    unresolved: [],
  });
});

test('local files are referenced by their path, and a file that has changed since is reported', () => {
  const text = `model: ${model}\nprompt: A cat\nimage: ref.png\n`;
  const inputs = [{ path: 'ref.png', sha256: ref }];
  const outcome = recall(text, { inputs, request: { model, prompt: 'A dog', image: `sha256:${ref}` } });
  const request = { model, prompt: 'A cat', image: `sha256:${'2'.repeat(64)}` };
  const changed = recall(text, { inputs: [{ path: 'ref.png', sha256: '2'.repeat(64) }], request });
  const lost = recall(text, { request: { model, prompt: 'A cat', image: `sha256:${'0'.repeat(64)}` } });
  assert.deepEqual(
    [outcome, changed, lost],
    [
      { kind: 'edited', text: `model: ${model}\nprompt: A dog\nimage: ref.png\n`, unresolved: [] },
      { kind: 'unchanged', unresolved: ['ref.png'] },
      { kind: 'unchanged', unresolved: ['image'] },
    ],
  );
});

test('values of the environment and URLs, which a record masks, are not differences', () => {
  const text = `model: ${model}\nprompt: A \${{ env.TOKEN }} song\nimage: https://a.example/x.png?sig=1#top\n`;
  const request = { model, prompt: `sha256:${sha256('A wind-and-rain song')}`, image: 'https://a.example/x.png' };
  const other = `sha256:${sha256('A sunny song')}`;

  assert.deepEqual(
    [recall(text, { request }), recall(text, { request: { ...request, prompt: other } })],
    [
      { kind: 'unchanged', unresolved: [] },
      { kind: 'unchanged', unresolved: ['prompt'] },
    ],
  );
});

test('a record cannot make a job read a file', () => {
  const request = { model, prompt: 'file://./.env' };

  assert.ok(!buildRecalledText(buildRecord({ request }), bundledCatalog).includes('file:'));

  assert.deepEqual(recall(`model: ${model}\nprompt: A cat\n`, { request }), {
    kind: 'unchanged',
    unresolved: ['prompt'],
  });
});

test('a value of another job is left to the expression that references it', () => {
  const text = `jobs:\n  still:\n    model: ${model}\n    prompt: A cat\n  edit:\n    model: ${model}\n    prompt: Older\n    image: \${{ jobs.still.url }}\n`;
  const request = { model, prompt: 'Newer', image: `sha256:${'1'.repeat(64)}` };
  assert.deepEqual(
    recallJob({
      text,
      record: buildRecord({ job: 'edit', request }),
      planned: plan(text),
      catalog: bundledCatalog,
      sha256,
    }),
    {
      kind: 'edited',
      text: text.replace('Older', 'Newer'),
      unresolved: [],
    },
  );
});

test('a job that other jobs use as a base is not changed', () => {
  const job = `one: &one\n    model: ${model}\n    prompt: A cat\n  two:`;
  const outcomes = [`jobs:\n  ${job} *one\n`, `jobs:\n  ${job}\n    <<: *one\n    size: 2K\n`].map((text) =>
    recall(text, { job: 'one', request: { model, prompt: 'A dog' } }),
  );
  assert.deepEqual(outcomes, [{ kind: 'not-editable' }, { kind: 'not-editable' }]);
});

test('a value that other jobs share is not changed', () => {
  const text = `model: ${model}\nprompt: &p A cat\nnegative_prompt: *p\n`;
  assert.deepEqual(recall(text, { request: { model, prompt: 'A dog', negative_prompt: 'A cat' } }), {
    kind: 'not-editable',
  });
});

test('broken YAML and missing jobs are distinguished', () => {
  const request = { model, prompt: 'A dog' };
  assert.deepEqual(
    [recall('prompt: "A', { request }), recall(`jobs:\n  one:\n    model: ${model}\n`, { job: 'two', request })],
    [{ kind: 'not-editable' }, { kind: 'job-missing' }],
  );
});

test('a file with other errors is compared as it is written', () => {
  assert.deepEqual(
    recall(`model: ${model}\nprompt: A \${{ vars.gone }} cat\n`, { request: { model, prompt: 'A cat' } }),
    {
      kind: 'edited',
      text: `model: ${model}\nprompt: A cat\n`,
      unresolved: [],
    },
  );
});

test('a record without a job file becomes a job file with the same request', () => {
  const records = [
    buildRecord({ request: { model, prompt: 'A cat: #1', seed: 9007199254740993n, size: '2K' } }),
    buildRecord({
      model: 'claude-sonnet-5',
      endpoint: '/v1/messages',
      request: {
        model: 'claude-sonnet-5',
        max_tokens: 4096,
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      },
    }),
    buildRecord({
      model: 'new-model',
      request: { model: 'new-model', deep: { list: [{ a: 'x: y' }, 'b'], text: 'one\ntwo\n' } },
    }),
  ];
  for (const record of records) {
    const [request] = plan(buildRecalledText(record, bundledCatalog));
    assert.deepEqual([request?.endpoint, sorted(request?.recordBody)], [record.endpoint, sorted(record.request)]);
  }
  assert.equal(
    buildRecalledText(buildRecord({ request: { model, prompt: 'A cat: #1', seed: 3 } }), bundledCatalog),
    `model: ${model}\nprompt: |-\n  A cat: #1\nseed: 3\n`,
  );
});

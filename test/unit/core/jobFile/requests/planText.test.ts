import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanOptions } from '../../../../../src/core/jobFile/requests/planText.ts';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { planHero as plan, requestsOf } from '../../../../fakes/planning/planHero.ts';

function bodyOf(text: string): PlannedRequest['body'] {
  const [request] = requestsOf(text);
  assert.ok(request);
  return request.body;
}

test('a job of two lines is one complete request', () => {
  assert.deepEqual(requestsOf('model: seedream-5-0-260128\nprompt: A lighthouse\n'), [
    {
      job: null,
      index: 1,
      axes: {},
      model: 'seedream-5-0-260128',
      modality: 'image',
      endpoint: '/v1/images/generations',
      pollPath: '/v1/images/generations/{task_id}',
      body: { model: 'seedream-5-0-260128', prompt: 'A lighthouse' },
      placeholders: [],
      needs: [],
      recordBody: { model: 'seedream-5-0-260128', prompt: 'A lighthouse' },
      inputs: [],
      fingerprint: '',
      output: { dir: '', name: 'hero', collision: 'number', metadata: 'none' },
      timeoutMinutes: null,
      budgetUsd: null,
    },
  ]);
});

test('jobs are planned in the order of the file, each with its name, its defaults and its controls', () => {
  const requests = requestsOf(`
gen: {timeout_minutes: 9, defaults: {output_format: png, size: 2K}}
output: {dir: out, collision: fail}
jobs:
  day: {model: seedream-5-0-260128, prompt: Day, size: 3K}
  night shift:
    model: seedream-5-0-260128
    prompt: Night
    output_format: ~
    gen: {timeout_minutes: 5}
    output: {name: dark.png}
`);
  const projection = requests.map(({ job, body, output, timeoutMinutes }) => ({ job, body, output, timeoutMinutes }));
  assert.deepEqual(projection, [
    {
      job: 'day',
      body: { model: 'seedream-5-0-260128', prompt: 'Day', size: '3K', output_format: 'png' },
      output: { dir: 'out', name: 'hero-day', collision: 'fail', metadata: 'none' },
      timeoutMinutes: 9,
    },
    {
      job: 'night shift',
      body: { model: 'seedream-5-0-260128', prompt: 'Night', size: '2K' },
      output: { dir: 'out', name: 'dark', collision: 'fail', metadata: 'none' },
      timeoutMinutes: 5,
    },
  ]);
});

test('repetitions, budgets and timeouts come from the job, otherwise from the file', () => {
  const requests = requestsOf(`
gen: {repeat: 2, budget_usd: 3, timeout_minutes: 9}
jobs:
  a: {model: sonic, prompt: x, gen: {repeat: 1, budget_usd: 0.5}}
  b: {model: sonic, prompt: y}
`);
  assert.deepEqual(
    requests.map(({ job, index, budgetUsd, timeoutMinutes }) => [job, index, budgetUsd, timeoutMinutes]),
    [
      ['a', 1, 0.5, 9],
      ['b', 1, null, 9],
      ['b', 2, null, 9],
    ],
  );
});

test('files contain how they were made if the job, or otherwise the setting, demands it', () => {
  const metadataOf = (output: string, options: Partial<PlanOptions>): readonly string[] =>
    requestsOf(`model: sonic\nprompt: x\n${output}`, options).map((request) => request.output.metadata);
  const embed = { metadata: 'embed' } as const;
  assert.deepEqual(
    [
      metadataOf('', {}),
      metadataOf('', embed),
      metadataOf('output: {metadata: none}\n', embed),
      metadataOf('output: {metadata: embed}\n', {}),
    ],
    [['none'], ['embed'], ['none'], ['embed']],
  );
});

test('one error anywhere in the file prevents every request', () => {
  const { requests, problems } = plan('jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic}\n');
  assert.deepEqual([requests, problems.map(({ code }) => code)], [[], ['missing-field']]);
});

test('reserved words and fields that are null are not sent', () => {
  const text = `
$schema: ./schema.json
x-note: {any: [thing]}
gen: 1
model: seedream-5-0-260128
prompt: x
size: null
image:
optimize_prompt_options: {mode: ~}
`;
  assert.deepEqual(bodyOf(text), { model: 'seedream-5-0-260128', prompt: 'x', optimize_prompt_options: {} });
});

test('request is merged last and verbatim, but cannot change the model', () => {
  const text = 'model: sonic\nprompt: x\ntitle: a\nrequest: {title: b, model: other, extra: {deep: null}}\n';
  assert.deepEqual(bodyOf(text), { model: 'sonic', prompt: 'x', title: 'b', extra: { deep: null } });
  assert.deepEqual(
    plan(text).problems.map(({ code, severity }) => [code, severity]),
    [['ignored-key', 'warning']],
  );
});

test('integers keep every digit beyond 2^53', () => {
  assert.deepEqual(bodyOf('model: sonic\nprompt: x\nseed: 9007199254740993\n')['seed'], 9007199254740993n);
});

test('the escape of an expression is sent as the characters that it means', () => {
  assert.deepEqual(bodyOf('model: sonic\nprompt: "a $${{ b }}"\n')['prompt'], 'a ${{ b }}');
});

test('anchors, aliases and merge keys work', () => {
  const text = 'x-base: &base {prompt: x, title: &t One}\nmodel: sonic\n<<: *base\ntags: *t\ntitle: Two\n';
  assert.deepEqual(bodyOf(text), { model: 'sonic', tags: 'One', title: 'Two', prompt: 'x' });
});

test('a model outside the catalog goes to the endpoint of its prefix, its fields unchanged', () => {
  const [request] = requestsOf('model: grok-imagine-image\nprompt: x\nn: 2\n');
  assert.deepEqual(
    [request?.endpoint, request?.pollPath, request?.modality, request?.body],
    ['/v1/images/generations', null, 'image', { model: 'grok-imagine-image', prompt: 'x', n: 2 }],
  );
});

test('gen.endpoint sends an unknown model, and a job that needs no model', () => {
  const [unknown] = requestsOf('gen: {endpoint: /v1/videos}\nmodel: new-thing\nprompt: x\n');
  const [without] = requestsOf('gen: {endpoint: /v1/videos/subtitle-erase}\nvideo_url: https://a.example/b.mp4\n');
  assert.deepEqual(
    [unknown?.pollPath, without?.model, without?.body],
    ['/v1/videos/{task_id}', null, { video_url: 'https://a.example/b.mp4' }],
  );
});

test('a model that responds at once still does if its own endpoint is written out', () => {
  const [request] = requestsOf('gen: {endpoint: /v1/images/generations}\nmodel: grok-imagine-image\nprompt: x\n');
  assert.equal(request?.pollPath, null);
});

test('the controls of the file are part of the plan', () => {
  const gen = '{name: Key visual, profile: studio, concurrency: 1, max_runs: 7, on_error: stop, budget_usd: 0.5}';
  assert.deepEqual(plan(`gen: ${gen}\nmodel: sonic\nprompt: x\n`).controls, {
    name: 'Key visual',
    profile: 'studio',
    concurrency: 1,
    maxRuns: 7,
    onError: 'stop',
    budgetUsd: 0.5,
  });
});

const outputs: readonly (readonly [written: string, dir: string, name: string])[] = [
  ['song.aac', '', 'song'],
  ['door', '', 'door'],
  ['out/door.png', 'out', 'door'],
  ['./a//b/', 'a/b', 'hero'],
  ['..', '..', 'hero'],
  ['../shared/v1.2', '../shared', 'v1.2'],
];

for (const [written, dir, name] of outputs) {
  test(`output: ${written} saves "${name}" in "${dir}"`, () => {
    const [request] = requestsOf(`model: sonic\nprompt: x\noutput: ${written}\n`);
    assert.deepEqual(request?.output, { dir, name, collision: 'number', metadata: 'none' });
  });
}

const inherited: readonly (readonly [file: string, own: string, dir: string, name: string])[] = [
  ['{dir: out}', '{name: a}', 'out', 'a'],
  ['out/b', '{name: a}', 'out', 'a'],
  ['out/b', '{dir: c}', 'c', 'b'],
  ['{dir: out}', 'a', '', 'a'],
  ['out/', 'null', 'out', 'hero-x'],
];

for (const [file, own, dir, name] of inherited) {
  test(`output: ${own} in a job, below output: ${file}, saves "${name}" in "${dir}"`, () => {
    const [request] = requestsOf(`output: ${file}\njobs:\n  x: {model: sonic, prompt: x, output: ${own}}\n`);
    assert.deepEqual([request?.output.dir, request?.output.name], [dir, name]);
  });
}

test('a name cannot lead out of its folder', () => {
  const [request] = requestsOf('model: sonic\nprompt: x\noutput: {name: ../../etc/passwd}\n');
  assert.doesNotMatch(request?.output.name ?? '/', /[/\\]/);
});

test('what is not looked up does not exist when requests are planned', () => {
  const problemsOf = (text: string) => plan(text).problems.map(({ code, args }) => `${code}/${args['variant']}`);
  assert.deepEqual(problemsOf('model: seedream-5-0-260128\nprompt: x\nimage: a.png\n'), ['missing-input/missing']);
  assert.deepEqual(problemsOf('model: sonic\nprompt: file://a.md\n'), ['unreadable-file/missing']);
  assert.deepEqual(problemsOf('model: sonic\nprompt: "${{ env.CITY }}"\n'), ['blocked-env/name']);
});

test('a request with a value that is not known is a problem of its job, and nothing is sent', () => {
  const { problems, requests } = plan(
    'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: "${{ now }}"}\n',
  );
  assert.deepEqual(
    [requests, problems.map(({ code, args, start, end }) => [code, args['variant'], start, end])],
    [[], [['unknown-context', 'not-here', 39, 40]]],
  );
});

test('the range of the profile is that of its value', () => {
  const text = 'gen: {profile: studio}\nmodel: sonic\nprompt: x\n';
  const { profileRange } = plan(text);
  assert.equal(profileRange && text.slice(profileRange.start, profileRange.end), 'studio');
  assert.deepEqual(
    [plan('model: sonic\nprompt: x\n').profileRange, plan('gen: 1\nmodel: sonic\n').profileRange],
    [null, null],
  );
});

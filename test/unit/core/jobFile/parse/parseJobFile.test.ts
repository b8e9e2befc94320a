import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../../../../src/core/jobFile/job.ts';
import { parseJobFileText } from '../../../../../src/core/jobFile/parse/parseJobFile.ts';
import { mapToJson } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';

/** Returns problems as `code/variant «text»`. */
function problemsOf(text: string): readonly string[] {
  return parseJobFileText(text).problems.map(({ code, args, start, end }) => {
    const variant = args['variant'];
    return `${code}${variant === undefined ? '' : `/${variant}`} «${text.slice(start, end)}»`;
  });
}

function jobsOf(text: string): readonly Job[] {
  return parseJobFileText(text).jobFile.jobs;
}

function fieldsOf({ fields }: Job): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ key, value }) => [key, mapToJson(value)]));
}

const problems: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  ['an empty file', '', ['missing-model/empty-file «»']],
  ['a list', '- a\n', ['not-a-map/root «- a»']],
  ['jobs with nothing below', 'jobs:\n', ['missing-job «jobs»']],
  ['jobs as an empty map', 'jobs: {}\n', ['missing-job «jobs»']],
  ['jobs with nothing below beside a model', 'jobs:\nmodel: sonic\n', []],
  ['jobs as a list', 'jobs: [a]\n', ['not-a-map/jobs «[a]»']],
  ['a job as a string', 'jobs: {a: b}\n', ['not-a-map/job «b»']],
  ['a job with nothing below', 'jobs: {a: }\n', []],
  ['a field beside jobs', 'jobs: {a: {}}\nprompt: x\n', ['unknown-key/beside-jobs «prompt»']],
  ['a mistyped key beside jobs', 'jobs: {a: {}}\nvar: {b: 1}\n', ['unknown-key/beside-jobs-suggestion «var»']],
  ['a note beside jobs', 'jobs: {a: {}}\nx-note: 1\n', []],
  ['a reserved key beside jobs', 'jobs: {a: {}}\nmatrix: {b: [1]}\n', ['unknown-key/beside-jobs-reserved «matrix»']],
  ['a reserved key without a value beside jobs', 'jobs: {a: {}}\nmatrix:\n', []],
  ['jobs in a job', 'jobs: {a: {jobs: {b: {}}}}\n', ['unknown-key/nested «jobs»']],
  ['jobs without a value in a job', 'jobs: {a: {jobs: }}\n', []],
  ['a model in request', 'model: sonic\nrequest: {model: x}\n', ['ignored-key «model»']],
  ['a reserved key in defaults', 'gen: {defaults: {vars: {}}}\n', ['unknown-key/in-defaults «vars»']],
  ['keys of the user in defaults', 'gen: {defaults: {x-mood: calm, $schema: a}}\n', []],
  ['a problem of the file, once for two jobs', 'gen: {x: 1}\njobs: {a: {}, b: {}}\n', ['unknown-key «x»']],
];

for (const [what, text, expected] of problems) {
  test(`${what}: ${expected.join(', ') || 'no problem'}`, () => assert.deepEqual(problemsOf(text), expected));
}

test('a field beside jobs names the jobs as related', () => {
  const [problem] = parseJobFileText('jobs: {a: {}}\nprompt: x\n').problems;
  assert.deepEqual(problem?.related, [{ role: 'jobs', start: 0, end: 4, args: {} }]);
});

test('fields are the keys that are neither reserved nor null nor a name for access', () => {
  const [job] = jobsOf('model: sonic\nprompt: x\ntitle: ~\nx-note: 1\nvars: {a: 1}\napi_key: y\nn: [1]\n');
  assert.ok(job);
  assert.deepEqual(fieldsOf(job), { prompt: 'x', n: [1] });
  assert.equal(job.model && mapToJson(job.model.value), 'sonic');
});

test('a default is replaced as a whole, and null removes it', () => {
  const jobs = jobsOf(
    'gen: {defaults: {a: {b: 1, c: 2}, d: 3, model: m}}\njobs:\n  x: {a: {b: 9}, d: ~}\n  y: {model: n}\n',
  );
  assert.deepEqual(jobs.map(fieldsOf), [{ a: { b: 9 } }, { a: { b: 1, c: 2 }, d: 3 }]);
  assert.deepEqual(
    jobs.map(({ model }) => model && mapToJson(model.value)),
    ['m', 'n'],
  );
});

test('controls of a job take precedence over those of the file', () => {
  const jobs = jobsOf(`
gen: {endpoint: /f, timeout_minutes: 5, repeat: 2, budget_usd: 1}
vars: {a: 1}
output: {dir: d, name: n}
jobs:
  x: {}
  y:
    gen: {endpoint: /j, timeout_minutes: 6, repeat: 3, budget_usd: 0.5}
    vars: {b: 1}
    output: {name: m}
`);
  assert.deepEqual(
    jobs.map(({ id, endpoint, timeoutMinutes, repeat, budgetUsd, vars, output: { dir, name } }) => [
      id,
      endpoint?.path,
      timeoutMinutes,
      repeat,
      budgetUsd,
      vars.length,
      dir?.value,
      name?.value,
    ]),
    [
      ['x', '/f', 5, 2, null, 1, 'd', 'n'],
      ['y', '/j', 6, 3, 0.5, 2, 'd', 'm'],
    ],
  );
});

test('the budget of a file is not that of its job at the root', () => {
  const { jobFile } = parseJobFileText('gen: {budget_usd: 1, profile: p, max_runs: 5}\nmodel: sonic\n');
  const { budgetUsd, profile, maxRuns } = jobFile.controls;
  assert.deepEqual(
    [budgetUsd, profile, maxRuns, jobFile.jobs[0]?.budgetUsd, jobFile.jobs[0]?.repeat],
    [1, 'p', 5, null, 1],
  );
});

/** Returns the texts of the ranges of a job. */
function rangesOf(text: string): readonly (readonly string[])[] {
  return jobsOf(text).map(({ start, end, label, repeatRange }) =>
    [{ start, end }, label, repeatRange].map((range) => text.slice(range.start, range.end)),
  );
}

test('a job is labeled with its id, its model or its first key', () => {
  assert.deepEqual(rangesOf('jobs:\n  a: {model: m}\n'), [['a: {model: m}', 'a', 'a']]);
  assert.deepEqual(rangesOf('prompt: x\nmodel: m\n'), [['prompt: x\nmodel: m', 'm', 'm']]);
  assert.deepEqual(rangesOf('prompt: x\ntitle: y\n'), [['prompt: x\ntitle: y', 'prompt', 'prompt']]);
  assert.deepEqual(rangesOf('gen: {repeat: 2}\nmodel: m\n'), [['gen: {repeat: 2}\nmodel: m', 'm', '2']]);
});

test('a merged model labels the job where it is written, outside the range of the job', () => {
  const text = 'vars: &v {model: m}\njobs:\n  a:\n    <<: *v\n';
  assert.deepEqual(rangesOf(text), [['a:\n    <<: *v', 'a', 'a']]);
});

test('a job is broken if an error of YAML is in it', () => {
  const broken = (text: string) => jobsOf(text).map(({ isBroken }) => isBroken);
  assert.deepEqual(broken('jobs:\n  a: {model: m}\n  b:\n    prompt: @x\n  c: {model: m}\n'), [false, true, false]);
  assert.deepEqual(broken('model: m\n'), [false]);
});

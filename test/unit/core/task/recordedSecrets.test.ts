import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { fillRequest } from '../../../../src/core/jobFile/build/fillRequest.ts';
import { type JobFilePlan, planJobFile } from '../../../../src/core/jobFile/build/plan.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import { stringifyJson, type JsonValue } from '../../../../src/core/support/json.ts';
import { buildProvenance } from '../../../../src/core/task/save/buildProvenance.ts';
import { buildRunsRecord } from '../../../../src/core/task/record/buildRunsRecord.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { TaskEntry } from '../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../src/core/task/model/transition.ts';
import { parseJournalRecord } from '../../../../src/storage/journal/journalRecordSchema.ts';
import * as fc from '../../../support/fastCheck.ts';

/** Every secret holds this, in some case; nothing else does. */
const marker = 'zqx';
const envValues = { ONE: 'Zqx one\nzqx two', TWO: 'https://zqx.example/a?b', FILE: 'zqx.png', MODEL: 'zqx-model' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashOf = (text: string): string => `sha256:${sha256(text)}`;

function plan(jobFile: object): readonly PlannedRequest[] {
  const { problems, requests } = check(jobFile);
  const errors = problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  return requests;
}

function check(jobFile: object): JobFilePlan {
  const env: Readonly<Record<string, string>> = envValues;
  return planJobFile(stringify(jobFile), {
    catalog: bundledCatalog,
    fileBase: 'hero',
    isStrict: false,
    sha256,
    lookups: {
      files: {
        readText: (path) => ({ ok: true, text: path.includes(marker) ? 'zqx text' : 'A brief' }),
        inspect: (path) => ({ exists: true, isInside: true, bytes: 9, sha256: sha256(path) }),
      },
      run: { id: 'r', n: 1 },
      env: (name) => (name in env ? { state: 'set', value: env[name] ?? '' } : { state: 'blocked' }),
    },
  });
}

/** What is written down of a request that was sent, and of what the gateway said about it. */
function record(
  request: PlannedRequest,
  said: Partial<Task> = {},
): { readonly line: string; readonly embedded: string } {
  const values = { url: 'https://a.example/zqx', text: 'zqx', title: 'zqx', file: 'a.png' };
  const jobs = { still: { values, marks: { url: hashOf('a'), file: hashOf('a') } } };
  const fileUrls = Object.fromEntries(
    request.inputs.map((input) => [input.sha256, `https://zqx.example/${input.path}`]),
  );
  const filled = fillRequest(request, { jobs, fileUrls, sha256 });
  // The journal in between: a window that adopts the task knows no more than that.
  const stored = throughJournal(filled.ok ? filled.request : request);
  const entry = buildEntry(stored, { state: 'saved', ...said });
  return {
    line: stringifyJson({ ...buildRunsRecord(entry, sha256) } as unknown as JsonValue),
    embedded: buildProvenance(entry.task, { at: '2026-01-01T00:00:00.000Z', sha256 }),
  };
}

function buildEntry(request: PlannedRequest, facts: Partial<Task>): TaskEntry {
  const place = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'studio', isSandbox: false };
  const entry = createEntry('t', 0, { ...place, request });
  return { ...entry, task: { ...entry.task, ...facts } };
}

function throughJournal(request: PlannedRequest): PlannedRequest {
  const line = { v: 1, task: 't', at: 0, kind: 'filled', request, uploads: [] };
  const read = parseJournalRecord(stringifyJson(line as unknown as JsonValue));
  assert.ok(read?.kind === 'filled');
  return read.request;
}

/** Strings with expressions to which the environment contributes. */
const fromEnv = fc
  .tuple(
    fc.constantFrom(
      'env.ONE',
      'env.TWO',
      'vars.deep.one',
      'vars.list',
      'vars.joined',
      'matrix.mood',
      'vars.again.0',
      'vars.file',
      'job.model',
    ),
    fc.constantFrom('', ' | upper', ' | slug', ' | lines', ' | first', ' | json', ' | join("+")', ' | truncate(5)'),
    fc.constantFrom('', 'A song of '),
    fc.constantFrom('', ' in ${{ run.id }}', ' and ${{ env.TWO }}'),
  )
  .map(([path, filter, before, after]) => `${before}\${{ ${path}${filter} }}${after}`);

const urls = fc.constantFrom(
  'https://a.example/x?sig=zqx',
  'HTTP://a.example#zqx',
  ' asset://x?a#zqx',
  'https://zqx:zqx@a.example/x.png',
  'data:image/png;base64,zqx',
  'data:image;base64,zqx',
  'DATA:,zqx',
  'data:text/plain;charset=zqx,a',
);

/** Strings that must not be recorded, as a job file writes them. */
const secrets = fc.oneof(fromEnv, urls, fc.constant('file://./${{ env.FILE }}'));

/** The same for fields that take text: an expression alone may come to a list. */
const texts = secrets.map((text) => (text.endsWith('}}') && text.startsWith('${{') ? `${text}.` : text));

/** A value of any shape with secrets in it. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    secrets,
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'metadata', 'content'), tie('value'), { minKeys: 1, maxKeys: 3 }),
  ),
})).value;

const vars = {
  deep: { one: 'with ${{ env.ONE }}' },
  list: ['${{ env.TWO }}', 'plain'],
  joined: '${{ vars.list | join("-") }}',
  again: ['${{ vars.deep.one | upper }}'],
  file: 'file://./${{ env.FILE }}',
};

/** Neither an axis nor a job without one references an axis. */
const axisValues = fromEnv.filter((text) => !/matrix|job\.model/.test(text));

/** A job with secrets wherever it takes strings. */
const jobs = fc
  .record(
    {
      model: fc.constantFrom('seedream-5-0-260128', 'gpt-5', 'claude-sonnet-4-5', 'sonic', '${{ env.MODEL }}'),
      prompt: texts,
      matrix: fc.record(
        {
          mood: fc.array(axisValues, { minLength: 1, maxLength: 3 }),
          deep: fc.array(urls, { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ['mood'] },
      ),
      include: axisValues,
      system: texts,
      messages: fc.array(fc.record({ role: fc.constant('user'), content: values }), { minLength: 1, maxLength: 2 }),
      image: fc.constantFrom('${{ env.FILE }}', 'https://a.example/x.png?zqx', 'data:image/png;base64,zqx'),
      made_up: values,
      chained: secrets.map((text) => `${text} of \${{ jobs.still.text }}`),
      request: fc.dictionary(fc.constantFrom('extra', 'other'), values),
    },
    { requiredKeys: ['model', 'prompt', 'matrix'] },
  )
  .map(({ include, system, messages, image, matrix, ...job }) => ({
    ...job,
    matrix: { ...matrix, ...(include === undefined ? {} : { include: [{ mood: include, more: include }] }) },
    ...(/gpt|claude/.test(job.model) && system !== undefined ? { system } : {}),
    ...(/gpt|claude/.test(job.model) && messages !== undefined ? { messages } : {}),
    ...(job.model.startsWith('seedream') && image !== undefined ? { image } : {}),
    ...(job.model.startsWith('$') ? { gen: { endpoint: '/v1/images/generations' } } : {}),
  }));

test('no value of the environment, no query of a URL and no data: URI is recorded, wherever it is written', () => {
  const still = { model: 'gpt-5', prompt: 'A cat' };
  fc.assert(
    fc.property(jobs, fc.option(axisValues), (hero, byDefault) => {
      const defaults = byDefault === null ? {} : { defaults: { by_default: byDefault } };
      const gen = { max_runs: 10_000, ...defaults };
      for (const request of plan({ gen, vars, jobs: { still, hero } })) {
        const { line, embedded } = record(request);
        const written = [line, embedded, request.output.dir, request.output.name];
        assert.deepEqual(
          written.filter((text) => text.toLowerCase().includes(marker)),
          [],
        );
      }
    }),
    { numRuns: 150 },
  );
});

const model = 'seedream-5-0-260128';

test('the record of a request follows from its values, and its fingerprint is that of the sent body', () => {
  const image = 'https://bucket.example.com/x.png?X-Credential=EXAMPLE&X-Signature=0123abcd#top';
  const [request] = plan({ model, prompt: 'token ${{ env.ONE }}', image, size: '2K' });
  const [plain] = plan({ model, prompt: `token ${envValues.ONE}`, image, size: '2K' });
  assert.ok(request && plain);

  const { line } = record(request);

  const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
  assert.deepEqual(
    [read['request'], read['fingerprint'], request.fingerprint, request.body],
    [
      { model, prompt: hashOf(`token ${envValues.ONE}`), image: 'https://bucket.example.com/x.png', size: '2K' },
      request.fingerprint,
      plain.fingerprint,
      plain.body,
    ],
  );
});

function readAxes(request: PlannedRequest): unknown {
  return (JSON.parse(record(request).line) as { readonly axes: unknown }).axes;
}

test('the axes of a matrix are recorded, those from the environment by their hash', () => {
  const matrix = { mood: ['dark', '${{ env.ONE }}'], size: ['2K'], at: [{ deep: 'https://a.example/x?y' }] };
  const requests = plan({ model, prompt: 'A cat', matrix });

  const others = { size: '2K', at: { deep: 'https://a.example/x' } };
  assert.deepEqual(requests.map(readAxes), [
    { mood: 'dark', ...others },
    { mood: hashOf(envValues.ONE), ...others },
  ]);
});

test('if one of two equal values of an axis is from the environment, none is recorded', () => {
  const requests = plan({ model, prompt: 'A cat', matrix: { mood: [envValues.ONE, '${{ env.ONE }}'] } });

  assert.deepEqual(requests.map(readAxes), [{ mood: hashOf(envValues.ONE) }, { mood: hashOf(envValues.ONE) }]);
});

for (const [what, jobFile] of Object.entries({
  'in its name': { output: 'a/${{ env.ONE | slug }}' },
  'in its folder': { output: { dir: '${{ env.ONE }}', name: 'a' } },
  'by a variable': { vars: { v: '${{ env.ONE }}' }, output: '${{ vars.v }}' },
  'by an axis': { matrix: { mood: ['dark', '${{ env.ONE }}'] }, output: { name: '${{ matrix.mood }}' } },
  'by the model': {
    model: '${{ env.MODEL }}',
    gen: { endpoint: '/v1/images/generations' },
    output: '${{ job.model }}',
  },
})) {
  test(`a value from the environment that would be part of a file name, ${what}, is an error`, () => {
    const { problems, requests } = check({ model, prompt: 'A cat', ...jobFile });

    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      [errors.map(({ code, args }) => [code, args]), requests],
      [[['blocked-env', { variant: 'in-name' }]], []],
    );
  });
}

test('a file is named after a URL without its query, and never after a data: URI', () => {
  const matrix = { at: ['https://a.example/x?sig=zqx', 'data:image/png;base64,zqx'] };
  const named = { output: { name: '${{ matrix.at }}', dir: 'out' } };
  const requests = [{}, named].flatMap((each) => plan({ model, prompt: 'A cat', matrix, ...each }));

  assert.deepEqual(
    requests.map(({ output: { dir, name } }) => [dir, name]),
    [
      ['', 'hero-https-a-example-x'],
      ['', 'hero'],
      ['out', 'https-a.example-x'],
      ['out', 'hero'],
    ],
  );
});

test('a string that is not a URL is recorded verbatim', () => {
  const prompts = [
    'See https://a.example/x?y=1#z',
    'data: and other words',
    'https: what is that?',
    'What? #1',
    'https://a.example/x?y Tell me what this says. Why?',
  ];
  const recorded = prompts.flatMap((prompt) =>
    plan({ model, prompt }).map(
      (request) => (JSON.parse(record(request).line) as { readonly request: object }).request,
    ),
  );

  assert.deepEqual(
    recorded.map((request) => 'prompt' in request && request.prompt),
    [...prompts.slice(0, 4), 'https://a.example/x Tell me what this says. Why?'],
  );
});

test('the gateway may repeat what it was sent', () => {
  const [request] = plan({ model, prompt: 'A ${{ env.ONE }}' });
  assert.ok(request);
  const repeated = `It said ${envValues.ONE}`;
  const artifact = { path: 'hero.png', sha256: sha256('x'), bytes: 1, mediaType: 'image/png' };
  const facts = { width: null, height: null, seconds: null, title: repeated, lyrics: 'https://a.example/x?zqx' };

  const { line } = record(request, {
    state: 'failed',
    text: repeated,
    error: { code: 'task-failed', message: `${repeated} at https://a.example/x?sig=zqx` },
    artifacts: [{ ...artifact, ...facts }],
  });

  const { title, lyrics, text, error } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  assert.deepEqual(
    [title, lyrics, text, error],
    [
      hashOf(repeated),
      hashOf('https://a.example/x?zqx'),
      hashOf(repeated),
      { code: 'task-failed', message: 'It said … at https://a.example/x?…' },
    ],
  );
});

test('a dependent job may repeat what the job that it needs was sent', () => {
  const still = { model: 'gpt-5', prompt: 'A ${{ env.ONE }}' };
  const requests = plan({ jobs: { still, hero: { model: 'gpt-5', prompt: '${{ jobs.still.text }}' } } });
  const [hero] = requests.filter(({ job }) => job === 'hero');
  assert.ok(hero);
  const repeated = `It said ${envValues.ONE}`;

  assert.equal(
    (JSON.parse(record(hero, { text: repeated }).line) as { readonly text: unknown }).text,
    hashOf(repeated),
  );
});

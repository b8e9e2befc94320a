import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { addFingerprint, fillRequest, type FillOutcome } from '../../../../../src/core/jobFile/requests/fillRequest.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';
import type { JobValues, PlannedRequest, ValuesOfJobs } from '../../../../../src/core/jobFile/request.ts';
import { fixtureLookups } from '../fixtureLookups.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const stillUrl = 'https://cdn.example/still.png?signature=x';

const jobs: ValuesOfJobs = {
  still: {
    values: { url: stillUrl, urls: [stillUrl, 'https://cdn.example/2.png'], file: 'still.png', files: ['still.png'] },
    digests: { url: 'sha256:aa', urls: ['sha256:aa', 'sha256:bb'], file: 'sha256:aa', files: ['sha256:aa'] },
  },
  idea: { values: { text: 'A calm\nharbor', title: null }, digests: { text: 'sha256:cc' } },
};

/** Plans the last job of a file that has the jobs `still` and `idea` before it. */
function plan(fields: string): PlannedRequest {
  const text = [
    'jobs:',
    '  still: {model: seedream-5-0-260128, prompt: x}',
    '  idea: {model: gpt-4o, prompt: x}',
    '  last:',
    ...['model: seedream-5-0-260128', ...fields.split('\n')].map((line) => `    ${line}`),
  ].join('\n');
  const options = { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false, lookups: fixtureLookups };
  const request = planText(text, options).requests.at(-1);
  assert.ok(request);
  return request;
}

function fill(request: PlannedRequest, changes: Partial<Parameters<typeof fillRequest>[1]> = {}): FillOutcome {
  return fillRequest(request, { jobs, fileUrls: {}, sha256, ...changes });
}

function filled(fields: string, changes?: Parameters<typeof fill>[1]): PlannedRequest {
  const outcome = fill(plan(fields), changes);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.request;
}

test('values of other jobs are in the body, and their digests in the record', () => {
  const { body, recordBody, placeholders, fingerprint } = filled(
    'prompt: "${{ jobs.idea.text | lines | first | upper }}, ${{ jobs.idea.text }}"\nimage: ${{ jobs.still.url }}',
  );
  assert.deepEqual(
    { body, recordBody, placeholders },
    {
      body: { model: 'seedream-5-0-260128', prompt: 'A CALM, A calm\nharbor', image: stillUrl },
      recordBody: {
        model: 'seedream-5-0-260128',
        prompt: 'sha256:cc | lines | first | upper, sha256:cc',
        image: 'sha256:aa',
      },
      placeholders: [],
    },
  );
  assert.match(fingerprint, /^[0-9a-f]{64}$/);
});

test('a list stays a list, even as a whole value', () => {
  const { body, recordBody } = filled('prompt: x\nimages: ${{ jobs.still.urls }}');
  assert.deepEqual(
    [body['images'], recordBody['images']],
    [
      [stillUrl, 'https://cdn.example/2.png'],
      ['sha256:aa', 'sha256:bb'],
    ],
  );
});

test('local files and files of other jobs become the URLs that are given for their content', () => {
  const fileUrls = { ca7: 'data:image/png;base64,AA==', aa: 'https://cdn.example/again.png' };
  const { body, recordBody, inputs } = filled('prompt: x\nimages: ["${{ jobs.still.file }}", cat.png]', { fileUrls });
  assert.deepEqual(
    { images: body['images'], recorded: recordBody['images'], inputs },
    {
      images: ['https://cdn.example/again.png', 'data:image/png;base64,AA=='],
      recorded: ['sha256:aa', 'sha256:ca7'],
      inputs: [{ path: 'cat.png', sha256: 'ca7' }],
    },
  );
});

const gaps: readonly (readonly [
  what: string,
  fields: string,
  changes: Parameters<typeof fill>[1],
  missing: unknown,
])[] = [
  [
    'a file without a URL',
    'prompt: x\nimage: cat.png',
    {},
    [{ kind: 'file-url', file: 'cat.png', sha256: 'ca7', takesData: true }],
  ],
  [
    'a file of another job without a URL',
    'prompt: x\nimage: ${{ jobs.still.file }}',
    {},
    [{ kind: 'file-url', file: 'still.png', sha256: 'aa', takesData: true }],
  ],
  [
    'a value that the job does not have',
    'prompt: ${{ jobs.idea.title }}',
    {},
    [{ kind: 'job-value', job: 'idea', name: 'title' }],
  ],
  [
    'a job without a result',
    'prompt: ${{ jobs.idea.text }}',
    { jobs: {} },
    [{ kind: 'job-value', job: 'idea', name: 'text' }],
  ],
  ['a text in a media field', 'prompt: x\nimage: ${{ jobs.idea.text }}', {}, [{ kind: 'not-a-url', path: ['image'] }]],
];

for (const [what, fields, changes, missing] of gaps) {
  test(`${what} prevents the request`, () => assert.deepEqual(fill(plan(fields), changes), { ok: false, missing }));
}

test('a fallback value replaces what a job does not have', () => {
  const { body, recordBody } = filled('prompt: ${{ jobs.idea.title | default("Untitled") }}');
  assert.deepEqual([body['prompt'], recordBody['prompt']], ['Untitled', 'Untitled']);
});

test('the fingerprint needs digests alone, and is the same whatever the URL is', () => {
  const request = plan('prompt: x\nimage: ${{ jobs.still.url }}');
  const withoutUrls: JobValues = { values: {}, digests: jobs['still']?.digests ?? {} };
  const { fingerprint } = addFingerprint(request, { jobs: { still: withoutUrls }, sha256 });
  assert.equal(fingerprint, filled('prompt: x\nimage: ${{ jobs.still.url }}').fingerprint);
  assert.equal(addFingerprint(request, { jobs: {}, sha256 }), request);
});

test('another filter, another digest and another input make other requests', () => {
  const fingerprints = [
    filled('prompt: ${{ jobs.idea.text }}'),
    filled('prompt: ${{ jobs.idea.text | upper }}'),
    filled('prompt: ${{ jobs.idea.text }}', {
      jobs: { ...jobs, idea: { values: { text: 'x' }, digests: { text: 'sha256:dd' } } },
    }),
  ].map(({ fingerprint }) => fingerprint);
  assert.equal(new Set(fingerprints).size, 3);
});

test('a fingerprint that is known before other values is evaluated in the output', () => {
  const request = plan('prompt: x\noutput: "${{ job.fingerprint | truncate(8) }}-${{ result.index }}"');
  const { output, fingerprint } = addFingerprint(request, { jobs: {}, sha256 });
  assert.deepEqual(output.templates?.name, [fingerprint.slice(0, 8), '-', { path: ['result', 'index'], filters: [] }]);
});

test('references in the output to other jobs and the fingerprint are evaluated as soon as they are known', () => {
  const { output, fingerprint } = filled(
    'prompt: ${{ jobs.idea.text }}\noutput: "${{ jobs.idea.text }}/${{ job.fingerprint | truncate(8) }}-${{ result.index }}"',
  );
  assert.deepEqual(output.templates, {
    dir: ['A calm-harbor'],
    name: [fingerprint.slice(0, 8), '-', { path: ['result', 'index'], filters: [] }],
  });
});

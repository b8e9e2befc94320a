import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { buildRecalledText } from '../../../../../src/core/language/recall/recalledFields.ts';
import { recallJob } from '../../../../../src/core/language/recall/recallJob.ts';
import { sha256 } from '../../../../fakes/planning/planHero.ts';
import { buildRecord, model, plan, sorted, tryRecall } from '../../../../fakes/planning/tryRecall.ts';

/** Hash of the content that `ref.png` has now. */
const ref = sha256('ref.png');

test('a job with the same request is left unchanged', () => {
  const text = `model: ${model}\nprompt: A cat\nmatrix:\n  size: [2K, 3K]\n`;
  assert.deepEqual(tryRecall(text, { index: 2, request: { model, prompt: 'A cat', size: '3K' } }), {
    kind: 'unchanged',
    unresolved: [],
  });
});

test('local files are referenced by their path, and a file that has changed since is reported', () => {
  const text = `model: ${model}\nprompt: A cat\nimage: ref.png\n`;
  const inputs = [{ path: 'ref.png', sha256: ref }];
  const outcome = tryRecall(text, { inputs, request: { model, prompt: 'A dog', image: `sha256:${ref}` } });
  const request = { model, prompt: 'A cat', image: `sha256:${'2'.repeat(64)}` };
  const changed = tryRecall(text, { inputs: [{ path: 'ref.png', sha256: '2'.repeat(64) }], request });
  const lost = tryRecall(text, { request: { model, prompt: 'A cat', image: `sha256:${'0'.repeat(64)}` } });
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
    [tryRecall(text, { request }), tryRecall(text, { request: { ...request, prompt: other } })],
    [
      { kind: 'unchanged', unresolved: [] },
      { kind: 'unchanged', unresolved: ['prompt'] },
    ],
  );
});

test('a record cannot make a job read a file', () => {
  const path = 'file://./.env';
  const request = { model, prompt: path };

  assert.ok(!buildRecalledText(buildRecord({ request }), bundledCatalog).includes('file:'));

  for (const prompt of [path, [path], { text: ['A cat', path] }]) {
    assert.deepEqual(tryRecall(`model: ${model}\nprompt: A cat\n`, { request: { model, prompt } }), {
      kind: 'unchanged',
      unresolved: ['prompt'],
    });
  }
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
    tryRecall(text, { job: 'one', request: { model, prompt: 'A dog' } }),
  );
  assert.deepEqual(outcomes, [{ kind: 'not-editable' }, { kind: 'not-editable' }]);
});

test('a value that other jobs share is not changed', () => {
  const text = `model: ${model}\nprompt: &p A cat\nnegative_prompt: *p\n`;
  assert.deepEqual(tryRecall(text, { request: { model, prompt: 'A dog', negative_prompt: 'A cat' } }), {
    kind: 'not-editable',
  });
});

test('broken YAML and missing jobs are distinguished', () => {
  const request = { model, prompt: 'A dog' };
  assert.deepEqual(
    [
      tryRecall('prompt: "A', { request }),
      tryRecall(`jobs:\n  one:\n    model: ${model}\n`, { job: 'two', request }),
      tryRecall('jobs:\n  one: {}\n', { job: 'one', request }),
    ],
    [{ kind: 'not-editable' }, { kind: 'job-missing' }, { kind: 'job-missing' }],
  );
});

test('a file with other errors is compared as it is written', () => {
  assert.deepEqual(
    tryRecall(`model: ${model}\nprompt: A \${{ vars.gone }} cat\n`, { request: { model, prompt: 'A cat' } }),
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

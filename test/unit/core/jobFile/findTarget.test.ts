import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelFamily } from '../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../src/core/catalog/createCatalog.ts';
import { endpoints } from '../../../../src/core/catalog/endpoints.ts';
import { findTarget } from '../../../../src/core/jobFile/findTarget.ts';
import { parseJobFileText } from '../../../../src/core/jobFile/parse/parseJobFile.ts';
import { conceal, type PlanValue, reveal, isEnvText, unknownValue } from '../../../../src/core/jobFile/planValue.ts';
import { buildFamily } from '../../../fakes/planning/families.ts';

const fields = [{ name: 'prompt', aliases: ['text'], type: { kind: 'string' }, description: '' }] as const;
const family = (id: string, more: Partial<ModelFamily>): ModelFamily => buildFamily(id, { fields, ...more });

const catalog = createCatalog([
  family('picture', { models: ['pic-1'] }),
  family('both', { models: ['duo-1'], endpoints: [endpoints.chat, endpoints.images], modality: 'chat' }),
  family('clip', { models: ['clip-1'], endpoints: [endpoints.videos], modality: 'video' }),
]);

/**
 * Returns the target as `model family modality path`, and problems as `severity code/variant «text»` with their
 * arguments.
 */
function find(
  text: string,
  { value, isStrict = false }: { value?: PlanValue; isStrict?: boolean } = {},
): readonly unknown[] {
  const [job] = parseJobFileText(text).jobFile.jobs;
  assert.ok(job);
  const written = job.model?.value;
  const model =
    written?.kind === 'scalar'
      ? { value: value === undefined ? written.value : value, start: written.start, end: written.end }
      : null;
  const problems: string[] = [];
  const target = findTarget(job, model, {
    options: { catalog, isStrict },
    report: ({ code, severity, args: { variant = '-', ...args }, start, end }) =>
      problems.push(`${severity} ${code}/${variant} «${text.slice(start, end)}» ${JSON.stringify(args)}`),
  });
  const found = target && `${target.modelId} ${target.family?.id} ${target.modality} ${target.endpoint.path}`;
  return [found, ...problems];
}

test('a known model has its first endpoint, or the one that the job sets', () => {
  assert.deepEqual(find('model: pic-1\n'), ['pic-1 picture image /v1/images/generations']);
  assert.deepEqual(find('model: duo-1\n'), ['duo-1 both chat /v1/chat/completions']);
  assert.deepEqual(find('model: duo-1\ngen: {endpoint: /v1/images/generations}\n'), [
    'duo-1 both chat /v1/images/generations',
  ]);
});

test('an endpoint that a known model does not have is refused, with the right one', () => {
  assert.deepEqual(find('model: clip-1\ngen: {endpoint: /v1/images/generations}\n'), [
    null,
    'error unknown-endpoint/misfit «/v1/images/generations» {"model":"clip-1","endpoint":"/v1/images/generations","expected":"/v1/videos"}',
  ]);
});

test('an unknown endpoint is refused before the model is looked at', () => {
  assert.deepEqual(find('model: nothing\ngen: {endpoint: /v1/image/generations}\n'), [
    null,
    'error unknown-endpoint/path-suggestion «/v1/image/generations» {"endpoint":"/v1/image/generations","suggestion":"/v1/images/generations"}',
  ]);
  assert.deepEqual(find('model: pic-1\ngen: {endpoint: /far/away/from/all}\n'), [
    null,
    'error unknown-endpoint/path «/far/away/from/all» {"endpoint":"/far/away/from/all","suggestion":""}',
  ]);
  assert.deepEqual(find('model: pic-1\ngen: {endpoint: images}\n'), [
    null,
    'error unknown-endpoint/not-a-path «images» {"endpoint":"images","suggestion":""}',
  ]);
});

test('an unknown model is sent to the endpoint of its prefix', () => {
  assert.deepEqual(find('model: seedream-9\n'), [
    'seedream-9 undefined image /v1/images/generations',
    'information unknown-model/sent «seedream-9» {"model":"seedream-9"}',
  ]);
});

test('an unknown model is sent to the endpoint that the job sets', () => {
  assert.deepEqual(find('model: pic-2\ngen: {endpoint: /v1/videos}\n'), [
    'pic-2 undefined null /v1/videos',
    'information unknown-model/sent-suggestion «pic-2» {"model":"pic-2","suggestion":"pic-1"}',
  ]);
});

test('an unknown model without an endpoint is refused', () => {
  assert.deepEqual(find('model: pic-2\n'), [
    null,
    'error unknown-endpoint/model-suggestion «pic-2» {"model":"pic-2","suggestion":"pic-1"}',
  ]);
  assert.deepEqual(find('model: nothing\n'), [null, 'error unknown-endpoint/model «nothing» {"model":"nothing"}']);
});

test('strict checking refuses an unknown model, as an error of the model', () => {
  assert.deepEqual(find('model: seedream-9\n', { isStrict: true }), [
    'seedream-9 undefined image /v1/images/generations',
    'error unknown-model/strict «seedream-9» {"model":"seedream-9"}',
  ]);
  assert.deepEqual(find('model: pic-2\n', { isStrict: true }), [
    null,
    'error unknown-model/strict-suggestion «pic-2» {"model":"pic-2","suggestion":"pic-1"}',
  ]);
});

test('a missing model is reported at what was meant as the model', () => {
  assert.deepEqual(find('modle: pic-1\n'), [
    null,
    'error missing-model/suggestion «modle» {"key":"modle","suggestion":"model"}',
  ]);
  assert.deepEqual(find('prompt: x\n'), [null, 'error missing-model/- «prompt» {}']);
  assert.deepEqual(find('jobs: {a: {prompt: x}}\n'), [null, 'error missing-model/job «a» {"job":"a"}']);
});

test('in broken YAML a missing model is not reported', () => {
  assert.deepEqual(find('prompt: @x\n'), [null]);
});

const values: readonly (readonly [what: string, value: PlanValue, result: readonly unknown[]])[] = [
  ['an unknown value', unknownValue, [null]],
  ['a number', 5, [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"number"}']],
  ['a large integer', 5n, [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"integer"}']],
  ['a list', ['a'], [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"array"}']],
  ['a map', { a: 1 }, [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"object"}']],
  ['an empty string', '', [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"string"}']],
  ['null', null, [null, 'error wrong-type/- «pic-1» {"field":"model","expected":"string","found":"null"}']],
];

for (const [what, value, result] of values) {
  test(`${what} is not a model`, () => assert.deepEqual(find('model: pic-1\n', { value }), result));
}

test('a model from the environment has to be revealed first', () => {
  const fromEnv = conceal('pic-1');
  assert.ok(isEnvText(fromEnv));
  assert.deepEqual(find('model: x\n', { value: reveal(fromEnv) }), ['pic-1 picture image /v1/images/generations']);
});

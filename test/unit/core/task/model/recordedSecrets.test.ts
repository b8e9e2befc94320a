import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planAll, record } from '../../../../fakes/gateway/recordedRequest.ts';
import * as fc from '../../../../support/fastCheck.ts';

/** Text in every secret, in some mixture of upper and lower case, and in no other value. */
const marker = 'zqx';

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

/** The same for fields that take text: an expression alone may evaluate to a list. */
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

/** An axis cannot reference an axis, nor can a job without axes. */
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
      for (const request of planAll({ gen, vars, jobs: { still, hero } })) {
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

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../../src/core/catalog/createCatalog.ts';
import { endpoints } from '../../../../../src/core/catalog/endpoints.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';
import { buildFamily } from '../../../../fakes/planning/families.ts';

const text = (name: string, isRequired = false) =>
  ({ name, isRequired, type: { kind: 'string' }, description: '' }) as const;

const family = (id: string, more: Partial<ModelFamily>): ModelFamily =>
  buildFamily(id, {
    title: `Family ${id}`,
    models: [`${id}-1`],
    fields: [text('prompt'), text('a'), text('b'), text('c')],
    ...more,
  });

const catalog = createCatalog([
  family('plain', {}),
  family('strict', { fields: [text('prompt', true), text('a')] }),
  family('ruled', {
    rules: [
      { kind: 'one-of', fields: ['a', 'b'], source: 'specification' },
      { kind: 'exclusive', fields: ['b', 'c'], source: 'observed' },
      {
        kind: 'named',
        name: 'a-is-short',
        fields: ['a', 'prompt'],
        source: 'specification',
        check: ({ a }) => (typeof a === 'string' && a.length > 3 ? { length: a.length } : null),
      },
    ],
  }),
  family('talk', { modality: 'chat', endpoints: [endpoints.chat] }),
]);

interface Told {
  readonly budgetUsd?: number;
}

/** Returns problems as `severity code/variant «text»`, then the arguments that differ, then the related texts. */
function problemsOf(source: string, options: Told = {}): readonly string[] {
  const { problems } = checkJobFile(source, { catalog, isStrict: false, ...options });
  return problems.map(({ severity, code, start, end, args, related = [] }) => {
    const variant = args['variant'] === undefined ? '' : `/${args['variant']}`;
    const more = ['combination', 'others', 'count', 'max', 'length', 'title'].flatMap((name) =>
      args[name] === undefined ? [] : [`${name} ${args[name]}`],
    );
    const others = related.map((each) => `${each.role} «${source.slice(each.start, each.end)}»`);
    return [`${severity} ${code}${variant} «${source.slice(start, end)}»`, ...more, ...others].join(', ');
  });
}

type Cases = readonly (readonly [what: string, source: string, problems: readonly string[]])[];

const together: Cases = [
  ['a missing field', 'model: strict-1\na: x\n', ['error missing-field «strict-1», title Family strict']],
  ['a missing field in broken YAML', 'model: strict-1\na: @x\n', ['error at-sign-start «@x»']],
  [
    'a field that is empty in one variant',
    'model: strict-1\nmatrix: {prompt: [x, "", " "]}\n',
    ['error missing-field «strict-1», combination prompt: , others 1, title Family strict'],
  ],
  ['a field that is not known yet', 'model: strict-1\nprompt: ${{ now }}\n', []],
  ['one of two fields', 'model: ruled-1\nb: x\n', []],
  ['neither of two fields', 'model: ruled-1\nprompt: x\n', ['error missing-one-of «ruled-1», title Family ruled']],
  [
    'neither of two fields, of which one is empty',
    'model: ruled-1\na: ""\n',
    ['error missing-one-of «ruled-1», title Family ruled'],
  ],
  ['exclusive fields', 'model: ruled-1\nc: x\nb: y\n', ['warning exclusive-fields «c», other-field «b»']],
  ['exclusive fields, of which one is null', 'model: ruled-1\nc: ~\nb: y\n', []],
  [
    'a named rule',
    'model: ruled-1\na: long\nprompt: x\n',
    ['error rule-broken/a-is-short «a», length 4, other-field «prompt»'],
  ],
  [
    'a named rule in one variant',
    'model: ruled-1\nmatrix: {a: [abc, abcd]}\n',
    ['error rule-broken/a-is-short «abc», combination a: abcd, length 4'],
  ],
  [
    'a named rule in a variant with a long value',
    `model: ruled-1\nmatrix: {a: [abc, ${'x'.repeat(31)}], b: [y]}\n`,
    [`error rule-broken/a-is-short «abc», combination a: ${'x'.repeat(30)}…, length 31`],
  ],
  ['a field of request', 'model: strict-1\nrequest: {prompt: x}\n', []],
];

const needs: Cases = [
  [
    'text of a chat job',
    'jobs:\n  a: {model: talk-1, prompt: x}\n  b: {model: plain-1, prompt: "${{ jobs.a.text }}"}\n',
    [],
  ],
  [
    'text of an image job',
    'jobs:\n  a: {model: plain-1, prompt: x}\n  b: {model: plain-1, prompt: "${{ jobs.a.text }}"}\n',
    ['error unknown-name/no-text «a»'],
  ],
  [
    'text of an image job with a default',
    'jobs:\n  a: {model: plain-1, prompt: x}\n  b: {model: plain-1, prompt: "${{ jobs.a.text | default(1) }}"}\n',
    [],
  ],
  [
    'title of an image job',
    'jobs:\n  a: {model: plain-1, prompt: x}\n  b: {model: plain-1, prompt: "${{ jobs.a.title }}"}\n',
    [],
  ],
  [
    'text of an unknown model',
    'jobs:\n  a: {model: gpt-image-99, prompt: x}\n  b: {model: plain-1, prompt: "${{ jobs.a.text }}"}\n',
    ['information unknown-model/sent «gpt-image-99»'],
  ],
  [
    'text of an image job and of a chat job in one',
    'jobs:\n  a: {prompt: x, matrix: {model: [plain-1, talk-1]}}\n  b: {model: plain-1, prompt: "${{ jobs.a.text }}"}\n',
    [],
  ],
  ['a job that does not exist', 'jobs:\n  a: {model: plain-1, needs: [b]}\n', ['error unknown-name/suggestion «b»']],
  [
    'a job that needs itself',
    'jobs:\n  a: {model: plain-1, prompt: "${{ jobs.a.url }}"}\n',
    ['error cycle/itself «a»'],
  ],
  [
    'two jobs that need each other',
    'jobs:\n  a: {model: plain-1, a: x, needs: b}\n  b: {model: plain-1, needs: a}\n',
    ['error cycle/jobs «b», job-step «a»'],
  ],
];

const whole: Cases = [
  ['as many requests as allowed', 'gen: {max_runs: 4, repeat: 2}\nmodel: plain-1\nmatrix: {a: [x, y]}\n', []],
  [
    'more requests than allowed',
    'gen: {max_runs: 3, repeat: 2}\nmodel: plain-1\nmatrix: {a: [x, y]}\n',
    ['error too-many-runs «matrix», count 4, max 3'],
  ],
  [
    'more repetitions than allowed',
    'gen: {max_runs: 1, repeat: 2}\nmodel: plain-1\n',
    ['error too-many-runs «2», count 2, max 1'],
  ],
  [
    'more jobs than allowed, of which one has the most requests',
    'gen: {max_runs: 2}\njobs:\n  a: {model: plain-1, a: x}\n  b: {model: plain-1, gen: {repeat: 2}}\n',
    ['error too-many-runs «2», count 3, max 2'],
  ],
  [
    'more jobs than allowed',
    'gen: {max_runs: 1}\njobs: {a: {model: plain-1, a: x, gen: {repeat: 1}}, b: {model: plain-1}}\n',
    ['error too-many-runs «a», count 2, max 1'],
  ],
  [
    'more requests than the file allows, at the limit for all files',
    'gen: {max_runs: 99999, repeat: 100000}\nmodel: plain-1\n',
    ['error too-many-runs «100000», count 100000, max 99999'],
  ],
  [
    'more requests than any file may have',
    'gen: {max_runs: 200000, repeat: 100001}\nmodel: plain-1\n',
    ['error too-many-runs/for-any-file «100001», count 100001, max 100000'],
  ],
  [
    'a variable that no job uses',
    'vars: {a: "${{ vars.b }}"}\nmodel: plain-1\n',
    ['error unknown-name/suggestion «b»'],
  ],
  [
    'a problem of defaults in two jobs',
    'gen: {defaults: {a: 5}}\njobs: {x: {model: plain-1}, y: {model: plain-1}}\n',
    ['error wrong-type/quote «5»'],
  ],
  ['problems on a broken line', 'model: plain-1\nweather: {a: @x\n', ['error yaml-syntax/unclosed-bracket «{a: @x»']],
];

for (const [name, cases] of Object.entries({ together, needs, whole })) {
  describe(name, () => {
    for (const [what, source, problems] of cases) test(what, () => assert.deepEqual(problemsOf(source), problems));
  });
}

test('a file with more than 2,000 problems has one, which says so, and sends nothing', () => {
  const write = (count: number): string =>
    `model: plain-1\n${Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('')}`;
  const { problems } = checkJobFile(write(2_000), { catalog, isStrict: false });
  assert.deepEqual([problems.length, problems[0]?.code], [2_000, 'unknown-field']);

  const text = write(2_001);
  const plan = planText(text, { catalog, fileName: 'hero.gen.yaml', isStrict: false });
  const [only, ...others] = plan.problems;
  assert.deepEqual([others, plan.requests], [[], []]);
  assert.deepEqual(
    [only?.severity, only?.code, only?.args['count'], only && text.slice(only.start, only.end)],
    ['error', 'too-large', 2_001, 'k0'],
  );
});

test('of many unknown names, the first hundred are compared with those that exist', () => {
  const names = Array.from({ length: 101 }, (_, at) => `\${{ vars.colo${at} }}`).join(' ');
  const { problems } = checkJobFile(`model: plain-1\nvars: {color: red}\nprompt: "${names}"\n`, {
    catalog,
    isStrict: false,
  });
  assert.deepEqual(
    [problems.length, problems[99]?.args['variant'], problems[100]?.args['variant']],
    [101, 'suggestion', undefined],
  );
});

test('an unknown name is compared with the first thousand of those that exist', () => {
  const suggestAmong = (others: number): unknown => {
    const vars = Array.from({ length: others }, (_, at) => `  n${at}: 1\n`).join('');
    const source = `model: plain-1\nvars:\n${vars}  color: red\nprompt: \${{ vars.colo }}\n`;
    return checkJobFile(source, { catalog, isStrict: false }).problems[0]?.args['suggestion'];
  };
  assert.deepEqual([suggestAmong(999), suggestAmong(1_000)], ['color', undefined]);
});

test('problems are in the order of the text', () => {
  const found = problemsOf('zebra: 1\nmodel: strict-1\nyak: 2\n', {});
  assert.deepEqual(
    found.map((each) => each.split(',')[0]),
    ['warning unknown-field/sent «zebra»', 'error missing-field «strict-1»', 'warning unknown-field/sent «yak»'],
  );
});

test('the target of a job is that of its first model', () => {
  const { jobs } = checkJobFile('matrix: {model: [talk-1, plain-1, talk-1]}\n', { catalog, isStrict: false });
  const [job] = jobs;
  assert.deepEqual(
    [job?.count, job?.target?.modelId, job?.targets.map((target) => target?.modelId)],
    [3, 'talk-1', ['talk-1', 'plain-1']],
  );
  assert.deepEqual(
    job?.groups.map(({ variants }) => variants.map(({ index }) => index)),
    [[1, 3], [2]],
  );
  assert.deepEqual(
    job.groups.map(({ modelOf, variants: [first] }) => first && modelOf(first)),
    ['talk-1', 'plain-1'],
  );
});

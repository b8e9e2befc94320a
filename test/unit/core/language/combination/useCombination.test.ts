import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/createDocument.ts';
import type { CombinationOutcome } from '../../../../../src/core/language/languageService.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import { buildLookups, planHero } from '../../../../fakes/planning/planHero.ts';

const service = createLanguageService({
  env: {
    names: ['TOKEN'],
    read: (name) => (name === 'TOKEN' ? { state: 'set', value: 'wind' } : { state: 'blocked' }),
  },
});

/** Returns the recorded bodies of the requests of a file, by job. */
function plan(text: string) {
  return planHero(text, { lookups: buildLookups({ TOKEN: 'wind' }) }).requests.map(({ job, axes, recordBody }) => ({
    job,
    axes: JSON.stringify(axes),
    body: recordBody,
  }));
}

/**
 * Uses a combination. An edited file must make the request of this combination, and of other jobs what it made before,
 * which is asserted.
 */
function use(text: string, axes: JsonObject, job: string | null = null): CombinationOutcome {
  const document = service.open('file:///w/hero.gen.yaml', text);
  const outcome = document.useCombination({ job, axes });
  document.dispose();
  if (outcome.kind !== 'edited') return outcome;
  const kept = plan(text).filter((each) => each.job !== job || each.axes === JSON.stringify(axes));
  assert.deepEqual(
    plan(outcome.text).map(({ body, ...rest }) => [rest.job, body]),
    kept.map(({ body, ...rest }) => [rest.job, body]),
  );
  assert.ok(
    kept.some((each) => each.job === job),
    'the file has the combination',
  );
  return outcome;
}

const model = 'model: seedream-5-0-260128';

interface Case {
  readonly title: string;
  readonly text: string;
  readonly axes: JsonObject;
  readonly job?: string;
  readonly after: string;
}

const cases: readonly Case[] = [
  {
    title: 'an axis that sets a field becomes that field',
    text: `${model}\nmatrix: { output_format: [jpeg, png], size: [2K, 3K] }\nprompt: A cat\n`,
    axes: { output_format: 'png', size: '3K' },
    after: `${model}\noutput_format: png\nsize: 3K\nprompt: A cat\n`,
  },
  {
    title: 'a variable becomes a value under vars, and its references follow',
    text: `${model} # the good one\n# Moods\nmatrix:\n  mood: [calm, wild] # both\nprompt: A \${{ matrix.mood }} cat, \${{ matrix["mood"] | upper }}\noutput: \${{matrix.mood}}\n`,
    axes: { mood: 'wild' },
    after: `${model} # the good one\n# Moods\nvars:\n  mood: wild\nprompt: A \${{ vars.mood }} cat, \${{ vars["mood"] | upper }}\noutput: \${{vars.mood}}\n`,
  },
  {
    title: 'variables and fields are distinguished, and a variable is added to the existing ones',
    text: `# Header\nvars:\n  animal: cat # of all\n${model}\nmatrix:\n  mood: [calm, wild]\n  size: [2K, 3K]\nprompt: A \${{ matrix.mood }} \${{ vars.animal }}\n`,
    axes: { mood: 'calm', size: '2K' },
    after: `# Header\nvars:\n  animal: cat # of all\n  mood: calm\n${model}\nsize: 2K\nprompt: A \${{ vars.mood }} \${{ vars.animal }}\n`,
  },
  {
    title: 'variables and fields keep the order of the matrix',
    text: `${model}\nmatrix:\n  mood: [calm, wild]\n  size: [2K, 3K]\n  place: [roof, pier]\n  output_format: [png]\nprompt: A \${{ matrix.mood }} cat on a \${{ matrix.place }}\n`,
    axes: { mood: 'wild', size: '3K', place: 'pier', output_format: 'png' },
    after: `${model}\nsize: 3K\nvars:\n  mood: wild\n  place: pier\noutput_format: png\nprompt: A \${{ vars.mood }} cat on a \${{ vars.place }}\n`,
  },
  {
    title: 'a field of the job gives way to its axis',
    text: `${model}\nsize: 2K # for now\nmatrix: { size: [3K] }\nprompt: A cat\n`,
    axes: { size: '3K' },
    after: `${model}\nsize: 3K # for now\nprompt: A cat\n`,
  },
  {
    title: 'one job of several changes, and the others stay',
    text: `vars: { animal: cat }\njobs:\n  one:\n    ${model}\n    matrix:\n      mood: [calm, wild]\n    prompt: A \${{ matrix.mood }} \${{ vars.animal }}\n  # The other\n  two:\n    ${model}\n    matrix: { mood: [sad, glad] }\n    prompt: A \${{ matrix.mood }} dog\n`,
    axes: { mood: 'wild' },
    job: 'one',
    after: `vars: { animal: cat }\njobs:\n  one:\n    ${model}\n    vars:\n      mood: wild\n    prompt: A \${{ vars.mood }} \${{ vars.animal }}\n  # The other\n  two:\n    ${model}\n    matrix: { mood: [sad, glad] }\n    prompt: A \${{ matrix.mood }} dog\n`,
  },
  {
    title: 'an axis sets the model',
    text: 'matrix:\n  model: [seedream-5-0-260128, seedream-4-5-251128]\n  size: [2K]\nprompt: A cat\n',
    axes: { model: 'seedream-4-5-251128', size: '2K' },
    after: 'model: seedream-4-5-251128\nsize: 2K\nprompt: A cat\n',
  },
  {
    title: 'the model follows the schema',
    text: '$schema: ./job.json\nprompt: A cat\nmatrix: { model: [seedream-4-5-251128] }\n',
    axes: { model: 'seedream-4-5-251128' },
    after: '$schema: ./job.json\nmodel: seedream-4-5-251128\nprompt: A cat\n',
  },
  {
    title: 'a field stays if expressions alone use the axis with its name',
    text: `${model}\nsize: 2K\nmatrix: { size: [big, small] }\nprompt: A \${{ matrix.size }} cat\n`,
    axes: { size: 'big' },
    after: `${model}\nsize: 2K\nvars:\n  size: big\nprompt: A \${{ vars.size }} cat\n`,
  },
  {
    title: 'a job in braces stays in braces',
    text: `jobs: { one: { ${model}, prompt: "A \${{ matrix.mood }} cat", matrix: { mood: [calm, wild], size: [2K] } } }\n`,
    axes: { mood: 'calm', size: '2K' },
    job: 'one',
    after: `jobs: { one: { ${model}, prompt: "A \${{ vars.mood }} cat", vars: {mood: calm}, size: 2K } }\n`,
  },
  {
    title: 'lists of items in lines, and strings in lines, are read',
    text: `${model}\nmatrix:\n  scene:\n    # A long one\n    - |\n      A cat\n      on a roof\n    - A dog\nprompt: \${{ matrix.scene }}\n`,
    axes: { scene: 'A cat\non a roof\n' },
    after: `${model}\nvars:\n  scene: |\n    A cat\n    on a roof\nprompt: \${{ vars.scene }}\n`,
  },
  {
    title: 'a value keeps its type and its expressions',
    text: `vars: { who: cat }\n${model}\nmatrix:\n  scene: ["A \${{ vars.who }}", 7]\nprompt: On a roof, \${{ matrix.scene }}\n`,
    axes: { scene: 'A cat' },
    after: `vars: { who: cat, scene: "A \${{ vars.who }}" }\n${model}\nprompt: On a roof, \${{ vars.scene }}\n`,
  },
  {
    title: 'an axis whose values come from a variable becomes one of them',
    text: `vars: { sizes: [2K, 3K] }\n${model}\nmatrix: { size: "\${{ vars.sizes }}" }\nprompt: A cat\n`,
    axes: { size: '3K' },
    after: `vars: { sizes: [2K, 3K] }\n${model}\nsize: 3K\nprompt: A cat\n`,
  },
  {
    title: 'a variable with the name exists already',
    text: `vars: { mood: blue, mood_2: red }\n${model}\nmatrix: { mood: [calm, wild] }\nprompt: A \${{ matrix.mood }} cat in \${{ vars.mood }} and \${{ vars.mood_2 }}\n`,
    axes: { mood: 'wild' },
    after: `vars: { mood: blue, mood_2: red, mood_3: wild }\n${model}\nprompt: A \${{ vars.mood_3 }} cat in \${{ vars.mood }} and \${{ vars.mood_2 }}\n`,
  },
  {
    title: 'a combination that only include has',
    text: `${model}\nmatrix:\n  mood: [calm, wild]\n  include:\n    - mood: sad\n      size: 3K\n    - mood: calm\n      size: 2K\nprompt: A \${{ matrix.mood }} cat\n`,
    axes: { mood: 'sad', size: '3K' },
    after: `${model}\nvars:\n  mood: sad\nsize: 3K\nprompt: A \${{ vars.mood }} cat\n`,
  },
  {
    title: 'a combination without one of the axes',
    text: `${model}\nmatrix:\n  size: [2K]\n  watermark: [true]\n  include:\n    - size: 3K\nprompt: A cat\n`,
    axes: { size: '3K' },
    after: `${model}\nsize: 3K\nprompt: A cat\n`,
  },
  {
    title: 'line breaks of Windows',
    text: `${model}\r\nmatrix:\r\n  mood: [calm, wild]\r\nprompt: A \${{ matrix.mood }} cat\r\n`,
    axes: { mood: 'calm' },
    after: `${model}\r\nvars:\r\n  mood: calm\r\nprompt: A \${{ vars.mood }} cat\r\n`,
  },
  {
    title: 'an axis that is referenced in the file name alone sets its field, too',
    text: `${model}\nmatrix: { size: [2K, 3K] }\nprompt: A cat\noutput: cat-\${{ matrix.size }}\n`,
    axes: { size: '2K' },
    after: `${model}\nsize: 2K\nvars:\n  size: 2K\nprompt: A cat\noutput: cat-\${{ vars.size }}\n`,
  },
  {
    title: 'an axis without effect is not sent afterwards either',
    text: `${model}\nmatrix: { color: [red, blue], size: [2K] }\nprompt: A cat\n`,
    axes: { color: 'red', size: '2K' },
    after: `${model}\nsize: 2K\nprompt: A cat\n`,
  },
  {
    title: 'text that looks like an expression stays text',
    text: `${model}\nmatrix: { mood: ["$\${{ vars.x }}", "a: b # c"] }\nprompt: \${{ matrix.mood }}\n`,
    axes: { mood: '${{ vars.x }}' },
    after: `${model}\nvars:\n  mood: "$\${{ vars.x }}"\nprompt: \${{ vars.mood }}\n`,
  },
  {
    title: 'anchors of other keys stay',
    text: `x-style: &style soft light\n${model}\nmatrix: { mood: [*style, wild] }\nprompt: \${{ matrix.mood }}\n`,
    axes: { mood: 'soft light' },
    after: `x-style: &style soft light\n${model}\nvars:\n  mood: soft light\nprompt: \${{ vars.mood }}\n`,
  },
];

const sizeAlone = { job: null, axes: { size: '2K' } };

describe('using a combination', () => {
  for (const { title, text, axes, job = null, after } of cases) {
    test(title, () => {
      assert.deepEqual(use(text, axes, job), { kind: 'edited', text: after });
    });
  }

  test('keeps the expression of a value from the environment, which is recorded by its hash', () => {
    const text = `${model}\nmatrix:\n  scene: ["\${{ env.TOKEN }}", rain]\nprompt: In \${{ matrix.scene }}\n`;
    const [outcome, guessed, unknown, twice] = [
      [text, `sha256:${'a'.repeat(64)}`],
      [text, 'wind'],
      [text.replace('TOKEN', 'OTHER'), 'rain'],
      [text.replace('rain', '"a ${{ env.TOKEN }}"'), `sha256:${'a'.repeat(64)}`],
    ].map(([each = '', scene = '']) =>
      service.open('file:///w/a.gen.yaml', each).useCombination({ job: null, axes: { scene } }),
    );
    assert.deepEqual(
      [outcome, guessed, unknown?.kind, twice],
      [
        {
          kind: 'edited',
          text: `${model}\nvars:\n  scene: "\${{ env.TOKEN }}"\nprompt: In \${{ vars.scene }}\n`,
        },
        { kind: 'value-missing', names: ['scene'] },
        'edited',
        { kind: 'value-missing', names: ['scene'] },
      ],
    );
  });

  test('never writes a value from the environment', () => {
    const text = `x-token: &token "\${{ env.TOKEN }}"\n${model}\nmatrix: { scene: [*token, rain] }\nprompt: In \${{ matrix.scene }}\n`;
    const combination = { job: null, axes: { scene: `sha256:${'a'.repeat(64)}` } };
    const document = service.open('file:///w/a.gen.yaml', text);
    assert.deepEqual(
      [document.useCombination(combination), document.excludeCombinations([combination])],
      [{ kind: 'not-editable' }, { kind: 'not-editable' }],
    );
  });

  test('puts a variable after the files of variables', () => {
    const vars = [
      'file://./brand.vars.yaml',
      '[file://./brand.vars.yaml, { a: 1 }]',
      '\n  - file://./a.yaml\n  - a: 1',
    ];
    const texts = vars.map((each) => {
      const text = `vars: ${each}\n${model}\nmatrix: { mood: [calm, wild] }\nprompt: A \${{ matrix.mood }} cat\n`;
      const outcome = service.open('file:///w/a.gen.yaml', text).useCombination({ job: null, axes: { mood: 'wild' } });
      return outcome.kind === 'edited' ? outcome.text.slice(0, outcome.text.indexOf('\nmodel')) : outcome.kind;
    });
    assert.deepEqual(texts, [
      'vars: [file://./brand.vars.yaml, { mood: wild }]',
      'vars: [file://./brand.vars.yaml, { a: 1 }, { mood: wild }]',
      'vars: \n  - file://./a.yaml\n  - a: 1\n  - { mood: wild }',
    ]);
  });

  test('keeps axes that the record does not know, with what fits of include and exclude', () => {
    const matrix =
      '  seed: [1, 2] # new\n  exclude:\n    - { size: 2K, seed: 1 }\n    - size: 3K\n      seed: 2\n  include:\n    - size: 3K\n      watermark: true\n    - size: 2K\n';
    const text = `${model}\nmatrix:\n  size: [2K, 3K]\n${matrix}prompt: A cat\n`;
    const after = `${model}\nmatrix:\n  seed: [1, 2] # new\n  exclude:\n    - { seed: 1 }\nsize: 2K\nprompt: A cat\n`;
    const outcome = service.open('file:///w/a.gen.yaml', text).useCombination(sizeAlone);
    assert.deepEqual(outcome, { kind: 'edited', text: after });
  });

  test('leaves axes in the matrix that are written elsewhere, or by an expression', () => {
    const axes = 'size: [2K, 3K]\n  seed: [1, 2]';
    const matrices = [
      `${axes}\n  exclude: [*pair]`,
      `${axes}\n  exclude:\n    - { <<: *size, seed: 1 }`,
      `${axes}\n  exclude:\n    - { size: "\${{ vars.size }}", seed: 1 }`,
      '<<: *sizes\n  seed: [1, 2]',
    ];
    for (const matrix of matrices) {
      const text = `vars: { size: 2K }\nx-size: &size { size: 2K }\nx-pair: &pair { size: 2K, seed: 1 }\nx-sizes: &sizes { size: [2K, 3K] }\n${model}\nprompt: A cat\nmatrix:\n  ${matrix}\n`;
      const outcome = service.open('file:///w/a.gen.yaml', text).useCombination(sizeAlone);
      assert.deepEqual(outcome, { kind: 'not-editable' }, matrix);
    }
  });

  test('also uses a combination that the matrix excludes now', () => {
    const text = `${model}\nprompt: A cat\nmatrix: { size: [2K, 3K], exclude: [{ size: 2K }] }\n`;
    const outcome = service.open('file:///w/a.gen.yaml', text).useCombination(sizeAlone);
    assert.deepEqual(outcome, { kind: 'edited', text: `${model}\nprompt: A cat\nsize: 2K\n` });
  });

  test('says what the file no longer has', () => {
    const text = `${model}\nmatrix: { size: [2K, 3K] }\nprompt: A cat\n`;
    assert.deepEqual(
      [
        use(text, { size: '4K' }),
        use(text, { mood: 'calm', size: '2K' }),
        use(text, {}),
        use(text, { size: '2K' }, 'cat'),
        use(`${model}\nprompt: A cat\n`, { size: '2K' }),
        use(text, { size: Infinity }),
        use(text, JSON.parse('{"__proto__": "2K"}') as JsonObject),
        use('openapi: 3.1.0\n', { size: '2K' }),
      ],
      [
        { kind: 'value-missing', names: ['size'] },
        { kind: 'axis-missing', names: ['mood'] },
        { kind: 'axis-missing', names: [] },
        { kind: 'job-missing' },
        { kind: 'axis-missing', names: ['size'] },
        { kind: 'value-missing', names: ['size'] },
        { kind: 'axis-missing', names: ['__proto__'] },
        { kind: 'job-missing' },
      ],
    );
  });

  test('changes nothing that other jobs need', () => {
    const shared = `gen: { defaults: { prompt: "A \${{ matrix.mood }} cat" } }\njobs:\n  one:\n    ${model}\n    matrix: { mood: [calm, wild] }\n  two:\n    ${model}\n    matrix: { mood: [sad] }\n`;
    const anchored = `jobs:\n  one:\n    ${model}\n    matrix: &m { size: [2K, 3K] }\n    prompt: A cat\n  two:\n    ${model}\n    matrix: *m\n    prompt: A dog\n`;
    const merged = `x-base: &base { matrix: { size: [2K, 3K] }, ${model} }\njobs:\n  one:\n    <<: *base\n    prompt: A cat\n`;
    assert.deepEqual(
      [use(shared, { mood: 'calm' }, 'one'), use(anchored, { size: '2K' }, 'one'), use(merged, { size: '2K' }, 'one')],
      [{ kind: 'not-editable' }, { kind: 'not-editable' }, { kind: 'not-editable' }],
    );
    assert.equal(use(anchored, { size: '2K' }, 'two').kind, 'edited');
  });
});

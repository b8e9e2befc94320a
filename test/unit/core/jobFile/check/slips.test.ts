import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog as catalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';

function problemsOf(source: string, isStrict = false): readonly string[] {
  const { problems } = checkJobFile(source, { catalog, isStrict });
  return problems.map(({ severity, code, start, end, args }) => {
    const combination = args['combination'] === undefined ? '' : `, ${args['combination']}`;
    return `${severity} ${code} «${source.slice(start, end)}»${combination}`;
  });
}

const fields = 'promt: x\nsize: 2048 x 2048\n';
const job = `model: seedream-5-0-26012\n${fields}`;

const ofFields = ['warning unknown-field «promt»', 'warning not-in-enum «2048 x 2048»'];

const rows: readonly (readonly [what: string, source: string, problems: readonly string[]])[] = [
  [
    'is a warning, and so is what its fields break for the model that was meant',
    job,
    ['warning unknown-model «seedream-5-0-26012»', 'warning missing-field «seedream-5-0-26012»', ...ofFields],
  ],
  [
    'has no more problems if its fields are right',
    'model: seedream-5-0-26012\nprompt: x\n',
    ['warning unknown-model «seedream-5-0-26012»'],
  ],
  [
    'without a known endpoint is an error, and its fields are checked as well',
    'model: sonik\nprompt: x\nsize: 2K\n',
    ['error unknown-endpoint «sonik»', 'warning unknown-field «size»'],
  ],
  [
    'of an axis adds nothing where another model has the same problem',
    `matrix:\n  model: [seedream-5-0-260128, seedream-5-0-26012]\nprompt: x\npromt: y\n`,
    ['warning unknown-model «seedream-5-0-26012»', 'warning unknown-field «promt», model: seedream-5-0-260128'],
  ],
];

for (const [what, source, problems] of rows) {
  test(`a mistyped model ${what}`, () => {
    assert.deepEqual(problemsOf(source), problems);
  });
}

test('a mistyped model is sent as it is written', () => {
  const { requests } = planText(job, { catalog, isStrict: false, fileName: 'a.gen.yaml' });
  assert.deepEqual(
    requests.map(({ body }) => body),
    [{ model: 'seedream-5-0-26012', promt: 'x', size: '2048 x 2048' }],
  );
});

test('a mistyped model is refused by strict checking, which refuses nothing more', () => {
  const severe = problemsOf(job, true).filter((each) => each.startsWith('error'));
  assert.deepEqual(severe, ['error unknown-model «seedream-5-0-26012»']);
});

test('a model of which nobody can tell whether it is mistyped has no checks', () => {
  assert.deepEqual(problemsOf(`model: seedream-5-1-260128\n${fields}`), [
    'information unknown-model «seedream-5-1-260128»',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/createDocument.ts';

const service = createLanguageService();
const model = 'model: seedream-5-0-260128';

test('using a combination keeps axes that the record does not know, with what fits of include and exclude', () => {
  const text = [
    model,
    'matrix:',
    '  size: [2K, 3K]',
    '  seed: [1, 2] # new',
    '  exclude:',
    '    - { size: 2K, seed: 1 }',
    '    - size: 3K',
    '      seed: 2',
    '  include:',
    '    - size: 3K',
    '      watermark: true',
    '    - size: 2K',
    'prompt: A cat',
    '',
  ].join('\n');
  const outcome = service.open('file:///w/a.gen.yaml', text).useCombination({ job: null, axes: { size: '2K' } });
  const after = [
    model,
    'matrix:',
    '  seed: [1, 2] # new',
    '  exclude:',
    '    - { seed: 1 }',
    'size: 2K',
    'prompt: A cat',
    '',
  ].join('\n');
  assert.deepEqual(outcome, { kind: 'edited', text: after });
});

test('axes that are written elsewhere, or by an expression, do not leave the matrix', () => {
  const axes = 'size: [2K, 3K]\n  seed: [1, 2]';
  const matrices = [
    `${axes}\n  exclude: [*pair]`,
    `${axes}\n  exclude:\n    - { <<: *size, seed: 1 }`,
    `${axes}\n  exclude:\n    - { size: "\${{ vars.size }}", seed: 1 }`,
    '<<: *sizes\n  seed: [1, 2]',
  ];
  const outcomes = matrices.map((matrix) => {
    const text = `vars: { size: 2K }\nx-size: &size { size: 2K }\nx-pair: &pair { size: 2K, seed: 1 }\nx-sizes: &sizes { size: [2K, 3K] }\n${model}\nprompt: A cat\nmatrix:\n  ${matrix}\n`;
    return service.open('file:///w/a.gen.yaml', text).useCombination({ job: null, axes: { size: '2K' } });
  });
  assert.deepEqual(
    outcomes,
    matrices.map(() => ({ kind: 'not-editable' })),
  );
});

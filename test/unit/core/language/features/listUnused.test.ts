import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf, open } from '../openAt.ts';

const song = 'model: sonic\n';

/** Returns `line text` of each variable that is faded. */
function unusedIn(text: string): readonly string[] {
  return open(text)
    .unused()
    .map(({ start, end }) => `${lineOf(text, start)} ${text.slice(start, end)}`);
}

const rows: readonly (readonly [what: string, text: string, unused: readonly string[]])[] = [
  ['no variables', `${song}prompt: x\n`, []],
  ['one of two variables', `vars: {a: x, b: y}\n${song}prompt: \${{ vars.b }}\n`, ['1 a']],
  ['a reference in a comment', `vars: {a: x}\n${song}prompt: x # \${{ vars.a }}\n`, []],
  ['a reference from another variable', `vars: {a: x, b: "\${{ vars.a }}"}\n${song}prompt: \${{ vars.b }}\n`, []],
  ['a reference in the output', `vars: {a: x}\n${song}prompt: x\noutput: \${{ vars.a }}\n`, []],
  ['a key in quotes and brackets', `vars: {"a b": x, 'c d': y}\n${song}prompt: \${{ vars['a b'] }}\n`, ["1 'c d'"]],
  [
    'a variable of the file and a variable of a job',
    `vars:\n  a: x\njobs:\n  one:\n    vars:\n      b: y\n    ${song}    prompt: x\n`,
    ['2 a', '6 b'],
  ],
  [
    'a variable that is merged into two jobs',
    `x-more: &more\n  vars: {a: x}\n  ${song}jobs:\n  one: {<<: *more, prompt: x}\n  two: {<<: *more, prompt: x}\n`,
    ['2 a'],
  ],
  [
    'a default that uses what a job overrides',
    `vars:\n  a: x\n  b: \${{ vars.a }}\njobs:\n  one:\n    vars:\n      a: y\n    ${song}    prompt: \${{ vars.b }}\n`,
    [],
  ],
  [
    'a file of variables, which may use them',
    `vars:\n  - file://./brand.vars.yaml\n  - a: x\n${song}prompt: \${{ vars.style }}\n`,
    [],
  ],
  ['an expression that is being written', `vars: {a: x}\n${song}prompt: \${{ vars. }}\n`, []],
  ['all variables at once', `vars: {a: x}\n${song}prompt: \${{ vars }}\n`, []],
  ['broken YAML', `vars: {a: x}\n${song}prompt: "\${{ vars.a }}\n`, []],
];

for (const [what, text, unused] of rows) {
  test(`unused variables with ${what}: ${unused.join(', ') || 'none'}`, () => {
    assert.deepEqual(unusedIn(text), unused);
  });
}

test('an unused variable says why it is faded, and is not a problem', () => {
  const document = open(`vars: {a: x}\n${song}prompt: x\n`);
  assert.deepEqual(
    document.unused().map(({ message }) => message),
    ['No expression references "vars.a".'],
  );
  assert.deepEqual(document.problems(), []);
});

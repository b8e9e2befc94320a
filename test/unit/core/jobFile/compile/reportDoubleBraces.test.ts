import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';

const names = 'vars: {animal: cat, "more than one": x, 动物: 猫}\nmatrix: {color: [red]}\n';

const cases: readonly (readonly [text: string, problems: readonly string[]])[] = [
  ['prompt: a {{animal}}', ['{{animal}} vars.animal']],
  ['prompt: "a {{ animal }}, {{animal}}"', ['{{ animal }} vars.animal', '{{animal}} vars.animal']],
  ['prompt: |\n  a {{color}}\n  {{matrix.color}}', ['{{color}} matrix.color', '{{matrix.color}} matrix.color']],
  ['prompt: a {{动物}} and {{ vars.animal }}', ['{{动物}} vars.动物', '{{ vars.animal }} vars.animal']],
  ['messages: [{role: user, content: "{{animal}}"}]', ['{{animal}} vars.animal']],
  ['request: {title: "{{animal}}"}', ['{{animal}} vars.animal']],
  ['prompt: a {animal}, {{{animal}}}, $${{animal}}, {{animal | upper}}, {{ plant }}', []],
  ['prompt: a {{matrix.animal}}, {{vars.color}}, {{name}}, {{}}', []],
  ['prompt: a ${{ vars.animal }}', []],
];

for (const [text, expected] of cases) {
  test(`${JSON.stringify(text)} has names in double braces: ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(bracesIn(`model: gpt-4o\n${names}${text}\n`), expected));
}

function bracesIn(text: string): readonly string[] {
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  return problems.flatMap(({ code, args, start, end }) => {
    const suggestion = /^\$\{\{ (.*) \}\}$/.exec(String(args['suggestion']))?.[1] ?? '';
    return code === 'double-braces' ? [`${text.slice(start, end)} ${suggestion}`] : [];
  });
}

test('a variable is reported where it is used', () => {
  const write = (prompt: string): string => `model: sonic\nprompt: ${prompt}\nvars: {a: "{{b}}", b: c}\n`;
  assert.deepEqual([bracesIn(write('x')), bracesIn(write('${{ vars.a }}'))], [[], ['{{b}} vars.b']]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';

test('a long cycle of jobs is one problem, whose message shows the ends, and other jobs are not part of it', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `j${at}`);
  const jobs = ids.map((id, at) => `  ${id}: {model: sonic, prompt: ${id}, needs: ${ids[(at + 1) % ids.length]}}`);
  const text = `jobs:\n${jobs.join('\n')}\n  before: {model: sonic, prompt: before}\n  after: {model: sonic, prompt: x, needs: [j0, before]}\n`;
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  assert.deepEqual(
    [problems.length, problems[0]?.code, problems[0]?.args['path']],
    [1, 'cycle', 'j0 → j1 → j2 → j3 → j4 → j5 → … → j0'],
  );
});

/** Returns the text at which each cycle is shown, and the jobs of the cycle. */
function circlesOf(text: string): readonly string[] {
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  return problems.flatMap(({ code, start, end, args }) =>
    code === 'cycle' ? [`${text.slice(0, start).split('\n').length} «${text.slice(start, end)}» ${args['path']}`] : [],
  );
}

const needing = (id: string, needs: string): string => `  ${id}: {model: sonic, prompt: x, needs: [${needs}]}\n`;

test('each cycle of jobs is reported once, where it starts in the text', () => {
  assert.deepEqual(circlesOf(`jobs:\n${needing('b', 'a')}${needing('a', 'c, b')}${needing('c', 'c, b')}`), [
    '2 «a» b → a → b',
    '4 «c» c → c',
  ]);
  assert.deepEqual(circlesOf(`jobs:\n${needing('hub', 'x, y')}${needing('y', 'hub')}${needing('x', 'hub')}`), [
    '2 «x» hub → x → hub',
    '2 «y» hub → y → hub',
  ]);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const ring = ids.map((id, at) => needing(id, ids[(at + 1) % ids.length] ?? ''));
  assert.deepEqual(circlesOf(`jobs:\n${ring.join('')}`), ['2 «b» a → b → c → d → e → f → g → a']);
});

test('each cycle of variables is reported once, where it starts in the text, however many jobs use it', () => {
  const vars = 'vars:\n  one: ${{ vars.two }}\n  two: ${{ vars.one }}\n';
  const jobs = ['two', 'one'].map((name, at) => `  j${at}: {model: sonic, prompt: "\${{ vars.${name} }}"}\n`);
  assert.deepEqual(circlesOf(`${vars}jobs:\n${jobs.join('')}`), ['2 «two» one → two → one']);
});

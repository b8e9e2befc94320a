import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../src/core/jobFile/check/checkJobFile.ts';

function problemsOf(text: string, budgetUsd?: number): readonly string[] {
  const own = budgetUsd === undefined ? {} : { budgetUsd };
  return checkJobFile(text, { catalog: bundledCatalog, isStrict: false, ...own }).problems.map(
    ({ severity, code, start, end }) => `${severity} ${code} «${text.slice(start, end)}»`,
  );
}

const song = 'model: sonic\nprompt: x\n';

test('a budget above that of the settings is reported to have no effect, for the file and for its jobs', () => {
  const jobs = `gen: {budget_usd: 6}\njobs:\n  a: {model: sonic, prompt: x, gen: {budget_usd: 5.5}}\n  b: {model: sonic, prompt: x, gen: {budget_usd: 5}}\n`;
  assert.deepEqual(problemsOf(`gen: {budget_usd: 5.01}\n${song}`, 5), ['information budget-not-raised «5.01»']);
  assert.deepEqual(problemsOf(jobs, 5), ['information budget-not-raised «6»', 'information budget-not-raised «5.5»']);
});

test('a lower budget, and any budget if the settings have none, is not a problem', () => {
  assert.deepEqual(problemsOf(`gen: {budget_usd: 5}\n${song}`, 5), []);
  assert.deepEqual(problemsOf(`gen: {budget_usd: 50}\n${song}`, 0), []);
  assert.deepEqual(problemsOf(`gen: {budget_usd: 50}\n${song}`), []);
});

test('messages that are not a list are an error next to a field that would replace them, otherwise a warning', () => {
  const chat = 'model: claude-sonnet-4-5\n';
  assert.deepEqual(problemsOf(`${chat}system: Be brief\nmessages: {role: user}\n`), [
    'error wrong-type «{role: user}»',
  ]);
  assert.deepEqual(problemsOf(`${chat}prompt: x\nmessages: hi\n`), [
    'warning exclusive-fields «messages»',
    'error wrong-type «hi»',
  ]);
  assert.deepEqual(problemsOf(`${chat}messages: hi\n`), ['warning wrong-type «hi»']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskState } from '../../../../src/core/task/model/task.ts';
import { hostileText, isInert } from '../../../support/hostileText.ts';

await import('../fakes/fakeVscode.ts');
const { describeError } = await import('../../../../src/host/preview/describeError.ts');

const describeWhole = (code: string, message: string, state: TaskState = 'failed') =>
  describeError({ code, message }, { profile: 'studio', state });
const describe = (code: string, message: string): string => describeWhole(code, message).text;

test('a known error becomes a sentence that names the profile', () => {
  assert.match(describe('key-refused', ''), /^studio refused the API key/);
});

test('an error has the command that helps with it, unless that is to look at the tasks', () => {
  const commands = ['key-refused', 'too-large', 'no-result', 'download-failed', 'new-code'].map(
    (code) => describeWhole(code, '').remedy?.command,
  );

  assert.deepEqual(commands, [
    'genwright.setApiKey',
    'workbench.action.openSettings',
    'genwright.showLog',
    undefined,
    undefined,
  ]);
});

test('the card of a task never offers another profile, and nothing while it reconnects', () => {
  const find = (code: string, state: TaskState) => describeWhole(code, '', state).remedy?.command;

  assert.deepEqual(
    [
      find('profile-unknown', 'running'),
      find('gateway-unreachable', 'failed'),
      find('gateway-unreachable', 'running'),
      find('key-refused', 'running'),
    ],
    ['genwright.connect', 'workbench.action.openSettings', undefined, 'genwright.setApiKey'],
  );
});

test('an error of another version shows its own message', () => {
  assert.deepEqual([describe('new-code', 'It rained'), describe('toString', '')], ['It rained', 'toString']);
});

test('an error with any code is shown as inert text', () => {
  const texts = ['new-code', 'task-failed'].map((code) => describe(code, hostileText));
  assert.deepEqual(
    texts.filter((text) => !isInert(text)),
    [],
  );
});

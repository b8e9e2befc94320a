import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task, TaskAction } from '../../../../../src/core/task/model/task.ts';
import { buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { buildStopQuestion, buildTaskQuestion } = await import('../../../../../src/host/commands/tasks/taskQuestion.ts');

const cases: readonly (readonly [title: string, action: TaskAction, task: Partial<Task>, question: string | null])[] = [
  ['Remove asks while a result is not saved', 'remove', { state: 'unsaved' }, 'Remove this task?'],
  ['Remove asks about a lost task', 'remove', { state: 'lost' }, 'Remove this task?'],
  ['Remove asks about an accepted task', 'remove', { state: 'stopped', taskId: 'g-1' }, 'Remove this task?'],
  ['Remove asks nothing where nothing was accepted', 'remove', { state: 'stopped' }, null],
  ['Remove asks nothing about a saved task', 'remove', { state: 'saved', taskId: 'g-1' }, null],
  ['Remove asks nothing in the sandbox', 'remove', { state: 'unsaved', isSandbox: true }, null],
  ['Stop Watching asks about an accepted task', 'stopWatching', { taskId: 'g-1' }, 'Stop watching this task?'],
  ['Stop Watching asks nothing before anything is sent', 'stopWatching', { state: 'planned' }, null],
  ['Stop Watching asks about a request on its way', 'stopWatching', { state: 'sending' }, 'Stop watching this task?'],
  ['Resubmit asks', 'resubmit', { state: 'unconfirmed' }, 'Send this request again?'],
  ['Dismiss asks', 'dismiss', { state: 'unconfirmed' }, 'Dismiss this request?'],
  ['Resume asks nothing', 'resume', { state: 'lost' }, null],
];

for (const [title, action, task, question] of cases) {
  test(title, () => {
    assert.equal(buildTaskQuestion(action, [buildTask(task)])?.text ?? null, question);
  });
}

test('an action on several tasks asks once, about those that need a question', () => {
  const tasks = [
    buildTask({ state: 'pending', taskId: 'g-1' }),
    buildTask({ state: 'planned' }),
    buildTask({ state: 'running', taskId: 'g-2' }),
  ];
  const { text, details } = buildTaskQuestion('stopWatching', tasks) ?? {};
  assert.deepEqual([text, details?.length], ['Stop watching 2 tasks?', 1]);
});

test('Stop Run says what was not sent, and that the rest may be charged unless it is of the sandbox', () => {
  const facts = { name: 'grid.gen.yaml', unsent: 56 };
  const questions = [false, true].map((isSandbox) => buildStopQuestion(facts, isSandbox));
  assert.deepEqual(
    questions.map(({ title, details: [detail] }) => [title, detail?.includes('charged')]),
    [true, false].map((isCharged) => ['grid.gen.yaml: stopped, 56 not sent', isCharged]),
  );
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task, TaskErrorCode, TaskState } from '../../../../../src/core/task/model/task.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { buildArtifact, buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { buildRunSummary } = await import('../../../../../src/host/commands/generate/runSummary.ts');

const saved = buildTask({ state: 'saved', amountUsd: 0.04, artifacts: [buildArtifact('out/hero.png')] });
const bad = (state: TaskState, code: TaskErrorCode): Task =>
  buildTask({ state, error: { code, message: 'too bright' } });

function summarize(tasks: readonly Task[], isSeen: (task: Task) => boolean = () => true) {
  return buildRunSummary(tasks, isSeen);
}
const unseen = () => false;

describe('the toast at the end of a run', () => {
  test('is shown for results that the user has not seen, with file and cost', () => {
    const free = { ...saved, isSandbox: true };
    const other = { ...saved, jobFile: '/w/other.gen.yaml' };
    assert.equal(summarize([saved], unseen)?.kind, 'information');
    for (const [tasks, isSeen, text] of [
      [[saved], undefined, undefined],
      [[saved], unseen, 'hero.png is ready · $0.04'],
      [[{ ...saved, amountUsd: null }], unseen, 'hero.png is ready'],
      [[saved, saved, free], unseen, 'hero.png and 2 more are ready · $0.08'],
      [[saved, other], ({ jobFile }: Task) => jobFile !== other.jobFile, 'hero.png is ready · $0.04'],
    ] as const) {
      assert.equal(summarize(tasks, isSeen)?.text, text);
    }
  });

  test('always reports failures, with their remedy', () => {
    const summary = summarize([bad('failed', 'key-refused')]);
    assert.deepEqual(
      [summary?.kind, summary?.text, summary?.actions.map(({ command, args }) => [command, args])],
      [
        'error',
        'hero.gen.yaml: studio refused the API key. Set a valid one, then select Retry.',
        [
          [commands.setApiKey, ['studio']],
          [commands.taskRetry, ['task-1']],
        ],
      ],
    );
  });

  test('leads to the task if no remedy is known, and to the first result if the run succeeded', () => {
    const failed = { ...bad('failed', 'task-failed'), id: 'failed' };
    const good = [{ ...saved, id: 'first' }, saved];
    const lead = (tasks: readonly Task[]) => summarize(tasks, unseen)?.actions.map(({ args }) => args);
    assert.deepEqual([lead([...good, failed]), lead(good)], [[['failed']], [['first']]]);
  });

  test('selects the cause in the Tasks view if one of several tasks failed, and keeps the first remedy', () => {
    const lead = (code: TaskErrorCode, others: readonly Task[] = [saved]) =>
      summarize([{ ...bad('failed', code), id: 'cause' }, ...others])?.actions.map(({ command, args }) => [
        command,
        args,
      ]);
    const showTasks = [commands.showTasks, ['cause']];
    assert.deepEqual(
      [lead('task-failed'), lead('key-refused'), lead('disk'), lead('disk', [])],
      [
        [showTasks],
        [[commands.setApiKey, ['studio']], [commands.taskRetry, ['cause']], showTasks],
        [showTasks],
        [showTasks],
      ],
    );
  });

  test('offers to retry what failed for a reason that passes', () => {
    const offers = (...tasks: readonly Task[]) =>
      summarize(tasks)?.actions.map(({ command, args }) => [command, ...(args ?? [])]);
    const unreachable = { ...bad('failed', 'gateway-unreachable'), id: 'cause' };
    assert.deepEqual(
      [offers(unreachable), offers(unreachable, unreachable), offers(bad('failed', 'request-rejected'))],
      [
        [[commands.taskRetry, 'cause'], [commands.selectProfile]],
        [
          [commands.runRetryFailed, 'run-1'],
          [commands.showTasks, 'cause'],
        ],
        [[commands.taskPreview, 'task-1']],
      ],
    );
  });

  test('names the cause, not the tasks that were stopped because of it', () => {
    const summary = summarize([bad('stopped', 'not-sent'), bad('failed', 'quota-exhausted'), saved]);
    assert.match(summary?.text ?? '', /^hero\.gen\.yaml: 1 of 3 failed; not sent: 1\. The balance at studio/);
    for (const tasks of [
      [bad('failed', 'quota-exhausted'), saved],
      [bad('failed', 'not-sent'), saved],
    ]) {
      assert.match(summarize(tasks)?.text ?? '', /: 1 of 2 failed\. /);
    }
    for (const task of [bad('stopped', 'not-sent'), bad('unsaved', 'no-result')]) {
      assert.match(summarize([task, saved])?.text ?? '', /: 1 of 2 need attention\. /);
    }
    const both = [bad('stopped', 'key-refused'), bad('failed', 'quota-exhausted')];
    assert.match(summarize(both)?.text ?? '', /: 2 of 2 need attention\. /);
  });

  test('does not report a task that the user stopped, or one without an error', () => {
    for (const task of [bad('stopped', 'stopped-by-user'), buildTask({ state: 'unsaved' })]) {
      assert.equal(summarize([task], unseen), undefined);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { accepted, createTaskBench, noAnswer } from '../../../../fakes/tasks/taskBench.ts';
import { submit } from './submit.ts';

describe('a budget', () => {
  const scopes: readonly (readonly ['run' | 'file' | 'job' | 'day', readonly (readonly ['file' | 'run', string])[]])[] =
    [
      ['run', [['run', 'over-budget']]],
      ['day', [['run', 'over-budget']]],
      ['file', [['file', 'over-budget']]],
      ['job', []],
    ];
  for (const [scope, stopped] of scopes) {
    test(`of a ${scope} without room stops the task and ${stopped.length > 0 ? `the submits of its ${stopped[0]?.[0]}` : 'nothing else'}`, async () => {
      const refusal = { ok: false, scope, isPriceUnknown: false } as const;
      const budget = { enter: () => Promise.resolve(refusal), confirm: async () => true };
      const { bench, seen } = await submit([], { over: { budget } });

      assert.deepEqual(
        [seen, bench.task().error?.message, bench.stopped],
        [['stopped', 'over-budget', 0], scope, stopped],
      );
    });
  }

  /** Creates a budget that counts its passes, and covers the request at the given look. */
  function createBudget(coveredAt: number) {
    const passes = { taken: 0, disposed: 0 };
    let looks = 0;
    const budget = {
      enter() {
        passes.taken += 1;
        return Promise.resolve({ ok: true, pass: { dispose: () => void (passes.disposed += 1) } } as const);
      },
      confirm: () => Promise.resolve((looks += 1) >= coveredAt),
    };
    return { passes, budget };
  }

  test('that others have used up meanwhile is asked again later, and the record is taken back', async () => {
    const { passes, budget } = createBudget(3);
    const { bench, seen } = await submit([accepted], { over: { budget } });

    assert.deepEqual([seen, passes], [['pending', null, 1], { taken: 3, disposed: 3 }]);
    assert.deepEqual(bench.kinds(), ['sending', 'postponed', 'sending', 'postponed', 'sending', 'accepted']);
    assert.deepEqual(bench.clock.slept, [500, 1_000]);
  });

  test('is not reserved any longer when the submit has ended, however it ended', async () => {
    const { passes, budget } = createBudget(1);
    await submit([noAnswer], { over: { budget } });

    assert.deepEqual(passes, { taken: 1, disposed: 1 });
  });

  test('that cannot be read takes the record back, so that the request does not count as sent', async () => {
    const bench = createTaskBench({
      over: { budget: { ...createBudget(1).budget, confirm: () => Promise.reject(new Error('EACCES')) } },
    });

    await assert.rejects(submitTask(bench.watch), /EACCES/);

    assert.deepEqual([bench.task().state, bench.kinds()], ['planned', ['sending', 'postponed']]);
  });
});

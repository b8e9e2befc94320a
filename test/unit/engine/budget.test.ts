import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import type { RunRequest } from '../../../src/engine.ts';
import { buildJob, scriptTasks, sentBodies } from '../../fakes/chain.ts';
import { createEngineBench } from '../../fakes/engineBench.ts';

/** A bench on which each of nine requests costs 0.04. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 9);
  const states = async (requests: readonly PlannedRequest[], options?: Partial<RunRequest>) =>
    (await bench.start(requests, options).done).map(({ state, error }) => (error ? `${state} ${error.code}` : state));
  return { ...bench, states };
}

const many = (count: number, changes: Partial<PlannedRequest> = {}): readonly PlannedRequest[] =>
  Array.from({ length: count }, (_, at) => buildJob('cell', { index: at + 1, ...changes }));

test('a run stops before the submit that would exceed its budget', async (context) => {
  const { settings, states, gateway } = await arrange(context);
  settings.budgetRunUsd = 0.1;

  const result = await states(many(4));

  assert.deepEqual(
    [result.toSorted(), sentBodies(gateway).length],
    [['saved', 'saved', 'stopped over-budget', 'stopped over-budget'], 2],
  );
});

test('a first request whose price nobody knows goes alone, the others follow together', async (context) => {
  const { settings, gateway, reached, start } = await arrange(context);
  settings.budgetRunUsd = 9;
  gateway.script('GET /v1/images/generations/t1', { body: { data: { task_id: 't1', status: 'processing' } } });
  const run = start(many(4));

  await reached('running');
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  const alone = sentBodies(gateway).length;
  scriptTasks(gateway, 5);
  const tasks = await run.done;

  assert.deepEqual([alone, tasks.map(({ state }) => state)], [1, Array<string>(4).fill('saved')]);
});

test('the budget of a job file lowers that of the user, and never raises it', async (context) => {
  const { settings, states } = await arrange(context);
  settings.budgetRunUsd = 0.1;

  const lowered = await states(many(3), { budgetUsd: 0.05 });
  const raised = await states(many(3), { budgetUsd: 5 });

  assert.deepEqual(
    [lowered, raised].map((result) => result.filter((state) => state === 'saved').length),
    [1, 2],
  );
});

test('the budget of one job leaves the others alone', async (context) => {
  const { states } = await arrange(context);

  const result = await states([...many(2, { budgetUsd: 0.05 }), buildJob('other')], { concurrency: 1 });

  assert.deepEqual(result, ['saved', 'stopped over-budget', 'saved']);
});

test('the budget of a day counts all runs of that day, and the next day is a new one', async (context) => {
  const { settings, states, clock } = await arrange(context);
  settings.budgetDayUsd = 0.1;

  const first = await states(many(2));
  const second = await states(many(1));
  await clock.sleep(24 * 3_600_000, new AbortController().signal);
  const tomorrow = await states(many(1));

  assert.deepEqual([first, second, tomorrow], [['saved', 'saved'], ['stopped over-budget'], ['saved']]);
});

test('what was removed from the list still counts for its day', async (context) => {
  const { settings, states, engine } = await arrange(context);
  settings.budgetDayUsd = 0.05;
  await states(many(1));
  for (const { id } of engine.tasks()) await engine.act(id, 'remove');

  assert.deepEqual(await states(many(1)), ['stopped over-budget']);
});

test('Resume sends what a raised budget has room for', async (context) => {
  const { settings, states, engine, reached } = await arrange(context);
  settings.budgetRunUsd = 0.05;
  await states(many(2), { concurrency: 1 });
  const stopped = await reached('stopped');

  settings.budgetRunUsd = 1;
  await engine.act(stopped.id, 'resume');
  const saved = await new Promise((resolve) => {
    engine.onDidChangeTask((task) => task.id === stopped.id && task.state === 'saved' && resolve(true));
  });

  assert.equal(saved, true);
});

test('a budget of which most is used is told once', async (context) => {
  const { settings, states, nearBudgets } = await arrange(context);
  settings.budgetRunUsd = 0.12;

  await states(many(3), { concurrency: 1 });

  assert.deepEqual(
    nearBudgets.map(({ scope, limitUsd }) => [scope, limitUsd]),
    [['run', 0.12]],
  );
});

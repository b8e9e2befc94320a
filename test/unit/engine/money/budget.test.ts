import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runsFileOf } from '../../../../src/core/artifact/jobFileName.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { RunOrderPart } from '../../../../src/engine/index.ts';
import type { ScriptedGateway } from '../../../fakes/gateway/scriptedGateway.ts';
import { buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

/** Arranges a bench on which each of nine requests costs 0.04. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 9);
  const states = async (requests: readonly PlannedRequest[], options?: Partial<RunOrderPart>) =>
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

test('a first request with an unknown price is sent alone, and the others follow together', async (context) => {
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

/** Returns a body of a gateway that names no amount. */
function scriptUnpriced(gateway: ScriptedGateway): void {
  scriptTasks(gateway, 9);
  for (let at = 1; at <= 9; at += 1) {
    const data = { task_id: `t${at}`, status: 'succeeded', url: `${gateway.url}/files/t${at}.png`, amount_usd: '0,04' };
    gateway.script(`GET /v1/images/generations/t${at}`, { body: { code: 'success', data } });
  }
}

test('at a gateway that names no amount, a budget lets one request through, and one more with each Resume', async (context) => {
  const { settings, gateway, engine, states, reached, clock } = await arrange(context);
  scriptUnpriced(gateway);
  settings.budgetRunUsd = 0.01;
  settings.budgetDayUsd = 0.01;
  const first = await states(many(4));
  const stopped = await reached('stopped');
  const posts = [sentBodies(gateway).length];
  await clock.sleep(1, new AbortController().signal);
  const waiting = engine.tasks().filter(({ state }) => state === 'stopped');
  await Promise.all(waiting.map(({ id }) => engine.act(id, 'resume')));
  for (const { id } of engine.tasks()) await engine.ended(id);
  posts.push(sentBodies(gateway).length);

  assert.deepEqual(
    [first.filter((state) => state === 'saved').length, stopped.error?.message, posts],
    [1, 'unknown seedream-5-0-260128', [1, 2]],
  );
});

test('at a gateway that names no amount, a stated price lets through what the budget has room for', async (context) => {
  const { settings, gateway, states } = await arrange(context);
  scriptUnpriced(gateway);
  settings.budgetDayUsd = 0.1;
  settings.prices = { 'seedream-*': 0.04 };

  assert.deepEqual((await states(many(4))).toSorted(), [
    'saved',
    'saved',
    'stopped over-budget',
    'stopped over-budget',
  ]);
});

test('the unknown price of a task that the user has stopped keeps others from being sent', async (context) => {
  const { settings, states, gateway, engine, reached, start } = await arrange(context);
  settings.budgetDayUsd = 0.05;
  gateway.script('GET /v1/images/generations/t1', { body: { data: { task_id: 't1', status: 'processing' } } });
  start(many(1));
  const { id } = await reached('running');
  await engine.act(id, 'stopWatching');
  const before = await states(many(1));
  scriptTasks(gateway, 1);
  await engine.act(id, 'resume');
  await engine.ended(id);
  settings.budgetDayUsd = 0.09;

  assert.deepEqual(
    [before, sentBodies(gateway).length, await states(many(1))],
    [['stopped over-budget'], 1, ['saved']],
  );
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

test('the budget of one job does not affect the others', async (context) => {
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

test('Resume sends the requests for which a raised budget has room', async (context) => {
  const { settings, states, engine, reached } = await arrange(context);
  settings.budgetRunUsd = 0.05;
  await states(many(2), { concurrency: 1 });
  const stopped = await reached('stopped');

  settings.budgetRunUsd = 1;
  await engine.act(stopped.id, 'resume');
  await engine.ended(stopped.id);

  assert.deepEqual(
    engine.tasks().map(({ state }) => state),
    ['saved', 'saved'],
  );
});

test('a budget of which most is used is announced once', async (context) => {
  const { settings, states, nearBudgets } = await arrange(context);
  settings.budgetRunUsd = 0.2;

  await states(many(5), { concurrency: 1 });

  assert.deepEqual(
    nearBudgets.map(({ scope, limitUsd }) => [scope, limitUsd]),
    [['run', 0.2]],
  );
});

test('the cost of a failure is counted for its day even if it was tried again and has no line', async (context) => {
  const { settings, gateway, start, jobFile, engine, reached } = await arrange(context);
  const failure = { task_id: 't1', status: 'failed', error: 'no', amount_usd: 0.04 };
  gateway.script('GET /v1/images/generations/t1', { body: { code: 'success', data: failure } });
  settings.budgetDayUsd = 0.04;
  // A folder has the name of the runs file, so that nothing can be written.
  await mkdir(runsFileOf(jobFile));
  const [failed] = await start().done;

  await engine.act(failed?.id ?? '', 'retry');
  const stopped = await reached('stopped');

  assert.deepEqual([failed?.amountUsd, stopped.error?.code, sentBodies(gateway).length], [0.04, 'over-budget', 1]);
});

test('a task that was removed in one workspace is counted for the day in another one', async (context) => {
  const { settings, states, engine, openAnother, folder } = await arrange(context);
  await states(many(1));
  for (const { id } of engine.tasks()) await engine.act(id, 'remove');
  settings.budgetDayUsd = 0.04;
  const elsewhere = `${folder}-2`;
  await mkdir(elsewhere);

  const place = { jobFile: join(elsewhere, 'door.gen.yaml'), boundary: elsewhere, profile: 'studio' };
  const run = openAnother().start({ parts: [{ ...place, requests: many(1), concurrency: 1 }] });

  assert.deepEqual(
    (await run.done).map(({ state, error }) => `${state} ${error?.code}`),
    ['stopped over-budget'],
  );
});

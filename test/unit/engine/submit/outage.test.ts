// A gateway that has responded before cannot be reached: requests of which not a byte has left wait for it.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { awaitTasks, createEngineBench, scriptSuccess, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest, buildRequests } from '../../../fakes/planning/requests.ts';

const statesOf = (tasks: readonly Task[]): readonly string[] => [...new Set(tasks.map(({ state }) => state))];
const countTries = ({ logLines }: EngineBench): number =>
  logLines.filter((line) => line.startsWith('POST /v1/images')).length;
const signal = new AbortController().signal;

/** Arranges a gateway that has responded to a query for the balance, like that of Connect, and is gone now. */
async function arrangeOutage(context: TestContext): Promise<EngineBench> {
  const bench = await createEngineBench(context);
  await bench.engine.checkGateway({ baseUrl: bench.gateway.url, apiKey: 'sk-x' }, signal);
  await bench.gateway.leave();
  return bench;
}

/** Lets this much time pass, or less if the tasks end or make a hundred tries. */
async function passTime(bench: EngineBench, durationMs: number, engine = bench.engine): Promise<void> {
  const [until, tries] = [bench.clock.now() + durationMs, countTries(bench)];
  const goesOn = (): boolean =>
    bench.clock.now() < until &&
    countTries(bench) - tries < 100 &&
    engine.tasks().some(({ endedAt }) => endedAt === null);
  while (goesOn()) await new Promise(setImmediate);
}

const unreachable = ([first]: readonly Task[]): true | undefined =>
  first?.error?.code === 'gateway-unreachable' || undefined;

test('a hundred requests wait for an unreachable gateway, and are all saved when it is back', async (context) => {
  const bench = await arrangeOutage(context);
  const run = bench.start(buildRequests(100), { concurrency: 100 });
  await awaitTasks(bench.engine, (tasks) => tasks.every((task) => unreachable([task])) || undefined);

  const tries = countTries(bench);
  await passTime(bench, 30 * 60_000);
  const triesLater = countTries(bench) - tries;
  // The task that tries may be on its way.
  const states = statesOf(bench.engine.tasks().filter(({ state }) => state !== 'sending'));
  scriptTasks(bench.gateway, 100);
  await bench.gateway.comeBack();
  const tasks = await run.done;

  // Half an hour, with a try every 30 to 60 s at last, whatever the number of tasks.
  assert.ok(triesLater >= 25 && triesLater <= 70, `${triesLater} tries`);
  assert.deepEqual([states, statesOf(tasks)], [['planned'], ['saved']]);
});

test('requests wait longer each time while queries get through on connections that they keep', async (context) => {
  const bench = await createEngineBench(context);
  const { engine, gateway } = bench;
  gateway.script('GET /v1/images/generations/t1', { body: { data: { task_id: 't1', status: 'running' } } });
  bench.start(buildRequests(12), { concurrency: 12 });
  await awaitTasks(engine, (tasks) => tasks.every(({ state }) => state === 'running') || undefined);
  gateway.refuseConnections();

  bench.start(buildRequests(4));
  await awaitTasks(
    engine,
    (tasks) => tasks.some((task) => task.state === 'planned' && unreachable([task])) || undefined,
  );
  const [queries, tries] = [gateway.calls.length, countTries(bench)];
  await passTime(bench, 30 * 60_000);
  const triesLater = countTries(bench) - tries;

  assert.ok(gateway.calls.length > queries, 'queries get through');
  assert.ok(triesLater <= 70, `${triesLater} tries`);
});

test('whether a gateway was ever reached is known after a restart', async (context) => {
  const bench = await createEngineBench(context);
  await bench.run();
  const engine = await bench.restart();
  await bench.gateway.leave();

  const { jobFile, folder: boundary } = bench;
  const part = { jobFile, boundary, profile: 'studio', requests: buildRequests(1), concurrency: 1 };
  const run = engine.start({ parts: [part] });
  await awaitTasks(engine, unreachable);
  await passTime(bench, 10 * 60_000, engine);
  scriptSuccess(bench.gateway);
  await bench.gateway.comeBack();

  assert.deepEqual(statesOf(await run.done), ['saved']);
});

test('a request that waits for its gateway ends if its run is stopped', async (context) => {
  const bench = await arrangeOutage(context);
  const run = bench.start(buildRequests(2));
  await awaitTasks(bench.engine, unreachable);

  for (const { id } of bench.engine.tasks()) await bench.engine.act(id, 'stopWatching');

  const tasks = await run.done;
  assert.deepEqual(
    tasks.map(({ state, error }) => [state, error?.code]),
    [
      ['stopped', 'not-sent'],
      ['stopped', 'not-sent'],
    ],
  );
});

test('the next request is tried when one has left, although its response may take minutes', async (context) => {
  const bench = await createEngineBench(context);
  await bench.run();
  const { gateway, engine } = bench;
  await gateway.leave();
  bench.start([buildRequest({ index: 2, endpoint: '/v1/slow', pollPath: null })]);
  await awaitTasks(engine, unreachable);
  gateway.script('POST /v1/slow', 'stall');
  await gateway.comeBack();
  while (!gateway.lines().includes('POST /v1/slow')) await new Promise(setImmediate);

  const [task] = await bench.start([buildRequest({ index: 3 })]).done;

  assert.equal(task?.state, 'saved');
});

test('requests to a base URL that never responded fail after three more attempts, though another gateway was reached', async (context) => {
  const bench = await arrangeOutage(context);
  bench.setBaseUrl('http://127.0.0.1:9');

  const tasks = await bench.start(buildRequests(20), { concurrency: 20 }).done;

  assert.deepEqual([statesOf(tasks), unreachable(tasks), countTries(bench)], [['failed'], true, 20 * 4]);
});

// Networks, clocks, money and the user's actions, beyond the response to a single call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { buildDone, countPosts, createEngineBench, until } from '../../../fakes/tasks/engineBench.ts';
import { buildRequests } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'processing' } } };
const balancePath = 'GET /api/usage/token/user-balance';
const balanceOf = (usd: number): ScriptedAnswer => ({ body: { data: { balance_usd: usd } } });

test('while the gateway cannot be reached its tasks try one at a time, and the first response releases all', async (context) => {
  const bench = await createEngineBench(context);
  const { gateway, clock, logLines } = bench;
  scriptTasks(gateway, 6);
  for (let id = 1; id <= 6; id += 1) gateway.script(`GET /v1/images/generations/t${id}`, running);
  const run = bench.start(buildRequests(6), { concurrency: 6 });
  await until(bench, (tasks) => tasks.every(({ state }) => state === 'running'));

  await gateway.leave();
  await until(bench, (tasks) => tasks.every(({ error }) => error?.code === 'gateway-unreachable'));
  const [goneAt, triesBefore] = [clock.now(), countQueries(logLines)];
  const triesUntilNow = (): number => countQueries(logLines) - triesBefore;
  // A caller that tries without a pause stops the time. The number of tries then ends the test.
  while (clock.now() - goneAt < 30 * 60_000 && triesUntilNow() < 100) await new Promise(setImmediate);
  const tries = triesUntilNow();
  scriptTasks(gateway, 6);
  await gateway.comeBack();
  await until(bench, (all) => all.every(({ state }) => state === 'saved'));
  const tasks = await run.done;

  // Half an hour, with a try every 30 to 60 s at last, whatever the number of tasks.
  assert.ok(tries >= 25 && tries <= 70, `${tries} tries`);
  assert.deepEqual(
    tasks.map(({ state }) => state),
    Array<string>(6).fill('saved'),
  );
});

function countQueries(lines: readonly string[]): number {
  return lines.filter((line) => line.startsWith('GET /v1/images')).length;
}

test('a wall clock that is set back or forward neither stops the polls nor loses the task', async (context) => {
  for (const shiftMs of [-7 * 86_400_000, 3_600_000, 400 * 86_400_000]) {
    const bench = await createEngineBench(context);
    bench.gateway.script(query, running, running, running, running, {
      body: buildDone(`${bench.gateway.url}/files/a.png`),
    });
    const run = bench.start();
    await bench.reached('running');

    bench.clock.set(shiftMs);
    const before = bench.clock.now();
    const [task] = await run.done;

    assert.deepEqual([task?.state, bench.clock.now() - before < 60_000], ['saved', true], String(shiftMs));
  }
});

test('after a jump of the clock no earlier connection is used', async (context) => {
  const bench = await createEngineBench(context);
  const { gateway, clock } = bench;
  gateway.script(query, running);
  const run = bench.start();
  await bench.reached('running');
  const countPolls = (): number => gateway.lines().filter((line) => line === query).length;
  while (countPolls() < 10) await new Promise(setImmediate);
  const before = gateway.connections();

  const polls = countPolls();
  while (gateway.connections() === before && countPolls() < polls + 50) {
    // Only a wait notices a jump, so it may take several.
    clock.set(8 * 3_600_000);
    await new Promise(setImmediate);
  }
  const after = gateway.connections();
  gateway.script(query, { body: buildDone(`${gateway.url}/files/a.png`) });
  await run.done;

  // One connection is for the submit, and one for the polls.
  assert.deepEqual([before, after], [2, 3]);
});

test('a request that the user stops while the connection is being made was not sent', async (context) => {
  const dispatched: unknown[] = [];
  const never = { dispatch: (options: unknown) => dispatched.push(options) > 0 };
  const dispatchers = {
    named: never,
    fresh: never,
    foreign: never,
    closeIdle: () => undefined,
    dispose: () => undefined,
  };
  const bench = await createEngineBench(context, { dispatchers });
  const run = bench.start();
  while (dispatched.length === 0) await new Promise(setImmediate);

  await bench.engine.act(bench.engine.tasks()[0]?.id ?? '', 'stopWatching');
  const [task] = await run.done;

  assert.deepEqual([task?.state, task?.error?.code, task?.doubtfulAttempts], ['stopped', 'not-sent', 0]);
});

test('a user who stops a request that is being sent is told that it may be charged, and nothing is sent again', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'stall');
  const run = bench.start();
  await until(bench, ([task]) => task?.state === 'sending');
  while (countPosts(bench) === 0) await new Promise(setImmediate);

  await bench.engine.act(bench.engine.tasks()[0]?.id ?? '', 'stopWatching');
  const [task] = await run.done;

  const statuses = (await bench.engine.readRuns(bench.jobFile)).map(({ status }) => status);
  assert.deepEqual(
    [task?.state, task?.error?.code, statuses, countPosts(bench)],
    ['unconfirmed', 'send-stopped', ['unconfirmed'], 1],
  );
});

test('an unconfirmed request shows the balance before and after it, also after a restart', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(balancePath, balanceOf(10), balanceOf(9.96));
  await bench.engine.readBalance('studio', new AbortController().signal);
  bench.gateway.script(post, 'drop');
  await bench.run();
  await until(bench, ([task]) => task?.balancesAfter !== undefined);

  const [task] = (await bench.restart()).tasks();

  assert.deepEqual(
    [task?.state, task?.balanceBefore?.usd, task?.balancesAfter?.[0]?.usd, countPosts(bench)],
    ['unconfirmed', 10, 9.96, 1],
  );
});

test('requests that are unconfirmed at the same time cost one query for the balance', async (context) => {
  const bench = await createEngineBench(context);
  let respond = (): void => undefined;
  const after = new Promise<void>((resolve) => (respond = resolve));
  bench.gateway.script(balancePath, { body: { data: { balance_usd: 10 } }, after });
  bench.gateway.script(post, 'drop');

  await bench.start(buildRequests(4), { concurrency: 4 }).done;
  respond();
  await until(bench, (tasks) => tasks.every(({ balancesAfter }) => balancesAfter !== undefined));

  assert.equal(bench.gateway.lines().filter((line) => line === balancePath).length, 1);
});

test('dispose ends everything within one turn: nothing is queried, awaited or written after it', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 20);
  for (let id = 1; id <= 20; id += 1) bench.gateway.script(`GET /v1/images/generations/t${id}`, running);
  const run = bench.start(buildRequests(20), { concurrency: 20 });
  await until(bench, (tasks) => tasks.every(({ state }) => state === 'running'));

  bench.engine.dispose();
  const [slept, calls] = [bench.clock.slept.length, bench.gateway.calls.length];
  const tasks = await run.done;
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));

  assert.deepEqual([tasks.every(({ state }) => state === 'running'), bench.clock.slept.length - slept], [true, 0]);
  // The calls that had started reach the gateway, and their responses are not read.
  assert.ok(bench.gateway.calls.length - calls <= 12);
});

// The user edits a profile while its tasks run: each task belongs to the gateway that it was planned for.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { awaitTasks, buildDone, createEngineBench, scriptSuccess } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'running' } } };
const unknown: ScriptedAnswer = { status: 400, body: { code: 'task_not_exist', message: 'no' } };

/** Arranges a bench whose first gateway works on its tasks, and a second gateway that knows none of them. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const other = await startScriptedGateway();
  context.after(() => other.close());
  bench.gateway.script(query, running);
  other.script(query, unknown);
  return { ...bench, other };
}

/** Resolves when as many tasks wait for the gateway that their profile no longer names. */
async function waiting({ engine }: Pick<Awaited<ReturnType<typeof arrange>>, 'engine'>, count = 1): Promise<void> {
  await awaitTasks(engine, (tasks) => {
    const found = tasks.filter(({ error }) => error?.code === 'profile-changed');
    return found.length === count || undefined;
  });
}

test('a task is not queried at another gateway, and continues when the profile is set back', async (context) => {
  const bench = await arrange(context);
  const { gateway, other, clock } = bench;
  const run = bench.start();
  await bench.reached('running');

  bench.setBaseUrl(other.url);
  await waiting(bench);
  const since = clock.now();
  while (clock.now() - since < 10 * 60_000) await new Promise(setImmediate);
  const message = bench.engine.tasks()[0]?.error?.message;
  gateway.script(query, { body: buildDone(`${gateway.url}/files/a.png`) });
  bench.setBaseUrl(gateway.url);
  const [task] = await run.done;

  assert.deepEqual([message, other.lines(), task?.state], [gateway.url, [], 'saved']);
});

test('the time in which a task waits for its gateway is not included in the time that it is watched', async (context) => {
  const bench = await arrange(context);
  const { gateway, other, clock } = bench;
  const run = bench.start([buildRequest({ timeoutMinutes: 5 })]);
  await bench.reached('running');

  bench.setBaseUrl(other.url);
  await waiting(bench);
  const since = clock.now();
  while (clock.now() - since < 10 * 60_000) await new Promise(setImmediate);
  gateway.script(query, running, running, { body: buildDone(`${gateway.url}/files/a.png`) });
  bench.setBaseUrl(gateway.url);

  assert.equal((await run.done)[0]?.state, 'saved');
});

test('another path with the same origin is the same gateway', async (context) => {
  const bench = await arrange(context);
  const { gateway } = bench;
  const run = bench.start();
  await bench.reached('running');

  gateway.script(`GET /api${query.slice('GET '.length)}`, { body: buildDone(`${gateway.url}/files/a.png`) });
  bench.setBaseUrl(`${gateway.url}/api`);

  assert.equal((await run.done)[0]?.state, 'saved');
});

test('after a restart a task still belongs to the gateway that has accepted it', async (context) => {
  const bench = await arrange(context);
  bench.start();
  await bench.reached('running');

  bench.setBaseUrl(bench.other.url);
  const engine = await bench.restart();
  await waiting({ engine });

  assert.deepEqual([engine.tasks()[0]?.taskId, bench.other.lines()], ['t1', []]);
});

test('requests that are still queued are not sent to another gateway than the one that was shown to the user', async (context) => {
  const bench = await arrange(context);
  const { gateway, other } = bench;
  scriptSuccess(other);
  const requests = [1, 2].map((index) => buildRequest({ index }));
  const run = bench.start(requests, { concurrency: 1, origin: gateway.url });
  await bench.reached('running');

  bench.setBaseUrl(other.url);
  await waiting(bench);
  const [first] = bench.engine.tasks();
  await bench.engine.act(first?.id ?? '', 'stopWatching');
  await awaitTasks(bench.engine, ([, second]) => second?.error?.code === 'profile-changed' || undefined);
  scriptSuccess(gateway);
  bench.setBaseUrl(gateway.url);
  const tasks = await run.done;

  const posts = [gateway, other].map((each) => each.lines().filter((line) => line === post).length);
  assert.deepEqual(
    [tasks.map(({ state }) => state), posts],
    [
      ['stopped', 'saved'],
      [2, 0],
    ],
  );
});

test('a request that waits for its gateway does not delay those of other gateways under a budget', async (context) => {
  const bench = await createEngineBench(context);
  bench.settings.budgetDayUsd = 10;
  bench.start(undefined, { origin: 'https://former.example' });
  await waiting(bench);

  const other = bench.start();
  const saved = await bench.reached('saved');

  assert.equal(saved.run, other.id);
});

test('Retry goes to the gateway that the profile names now, because a wrong base URL is a reason to retry', async (context) => {
  const { engine, gateway, other, ...bench } = await arrange(context);
  gateway.script(post, { status: 404, body: '' });
  const failed = await bench.run();

  scriptSuccess(other);
  bench.setBaseUrl(other.url);
  await engine.act(failed.id, 'retry');
  const saved = await bench.reached('saved');

  assert.deepEqual([failed.state, saved.state], ['failed', 'saved']);
});

test('the balance at another gateway is not used as a hint for an unconfirmed request', async (context) => {
  const bench = await arrange(context);
  const { gateway, other } = bench;
  const balancePath = 'GET /api/usage/token/user-balance';
  other.script(balancePath, { body: { data: { balance_usd: 5 } } });
  gateway.script(post, 'stall');
  bench.start();
  await bench.reached('sending');
  await waitUntil('the request', () => (gateway.calls.length > 0 ? true : undefined));

  bench.setBaseUrl(other.url);
  const engine = await bench.restart();
  // Any query of the task would have been made before this call ends.
  await engine.readBalance('studio', new AbortController().signal);
  const [task] = engine.tasks();

  assert.deepEqual([task?.state, task?.balancesAfter, other.lines()], ['unconfirmed', undefined, [balancePath]]);
});

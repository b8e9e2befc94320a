// What the engine does about networks, clocks, accounts and the user's actions, beyond the response to a single call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { scriptTasks } from '../../../fakes/chain.ts';
import { awaitTasks, buildDone, createEngineBench, type EngineBench } from '../../../fakes/engineBench.ts';
import { buildRequest } from '../../../fakes/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'processing' } } };
const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };
const balancePath = 'GET /api/usage/token/user-balance';
const balanceOf = (usd: number): ScriptedAnswer => ({ body: { data: { balance_usd: usd } } });

const many = (count: number) => Array.from({ length: count }, (_, at) => buildRequest({ index: at + 1 }));
const posts = ({ gateway }: EngineBench): number => gateway.lines().filter((line) => line === post).length;

/** Resolves as soon as the tasks are as they should be. */
async function until({ engine }: EngineBench, isSo: (tasks: readonly Task[]) => boolean): Promise<void> {
  await awaitTasks(engine, (tasks) => isSo(tasks) || undefined);
}

test('while the gateway cannot be reached its tasks try one at a time, and the first response releases all', async (context) => {
  const bench = await createEngineBench(context);
  const { gateway, clock, logLines } = bench;
  scriptTasks(gateway, 6);
  for (let id = 1; id <= 6; id += 1) gateway.script(`GET /v1/images/generations/t${id}`, running);
  const run = bench.start(many(6), { concurrency: 6 });
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

  // One for the submit, and one for the polls.
  assert.deepEqual([before, after], [2, 3]);
});

test('a limit of the profile ends when it should, even if the wall clock was set back meanwhile', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, { status: 429, headers: { 'retry-after': '30' }, body: '' }, accepted);
  const before = bench.clock.now();
  const run = bench.start();
  await until(bench, ([task]) => task?.error?.code === 'rate-limited');

  bench.clock.set(-86_400_000);
  const [task] = await run.done;

  assert.deepEqual([task?.state, bench.clock.now() + 86_400_000 - before < 90_000], ['saved', true]);
});

const emptyAccounts: readonly (readonly [title: string, body: unknown])[] = [
  [
    'insufficient_quota',
    { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: null } },
  ],
  ['a number and the words', { code: 429, message: 'Insufficient balance, please recharge' }],
];

for (const [title, body] of emptyAccounts) {
  test(`a 429 whose text names an empty account (${title}) is not a rate limit: one POST, and the rest waits`, async (context) => {
    const bench = await createEngineBench(context);
    bench.gateway.script(post, { status: 429, body });

    const tasks = await bench.start(many(3)).done;

    assert.deepEqual(
      [tasks.map(({ state, error }) => `${state} ${error?.code}`), posts(bench)],
      [['failed quota-exhausted', 'stopped not-sent', 'stopped not-sent'], 1],
    );
  });
}

test('a 429 whose text names a quota per minute is a rate limit', async (context) => {
  const bench = await createEngineBench(context);
  const body = { error: { message: 'Quota exceeded for requests per minute', type: 'rate_limit_exceeded' } };
  bench.gateway.script(post, { status: 429, body }, accepted);

  assert.equal((await bench.run()).state, 'saved');
});

test('a server whose 503 says when it is back is not called before that', async (context) => {
  const bench = await createEngineBench(context);
  const before = bench.clock.now();
  bench.gateway.script(post, { status: 503, headers: { 'retry-after': '90' }, body: '' }, accepted);

  const { state, submittedAt } = await bench.run();

  assert.deepEqual([state, (submittedAt ?? 0) - before >= 90_000, posts(bench)], ['saved', true, 2]);
});

test('a limit that a poll reaches delays the submits of the profile too', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, { status: 429, headers: { 'retry-after': '600' }, body: '' }, running);
  void bench.start();
  await until(bench, ([task]) => task?.error?.code === 'rate-limited');
  const heldAt = bench.clock.now();

  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  const { submittedAt } = await bench.run(buildRequest({ index: 2 }));

  assert.ok((submittedAt ?? 0) - heldAt >= 590_000, String((submittedAt ?? 0) - heldAt));
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
  while (dispatched.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));

  await bench.engine.act(bench.engine.tasks()[0]?.id ?? '', 'stopWatching');
  const [task] = await run.done;

  assert.deepEqual([task?.state, task?.error?.code, task?.note], ['stopped', 'not-sent', undefined]);
});

test('a user who stops a request that is being sent is told that it may be charged, and nothing is sent again', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'stall');
  const run = bench.start();
  await until(bench, ([task]) => task?.state === 'sending');
  while (posts(bench) === 0) await new Promise((resolve) => setTimeout(resolve, 2));

  await bench.engine.act(bench.engine.tasks()[0]?.id ?? '', 'stopWatching');
  const [task] = await run.done;

  const statuses = (await bench.engine.readRuns(bench.jobFile)).map(({ status }) => status);
  assert.deepEqual(
    [task?.state, task?.error?.code, statuses, posts(bench)],
    ['unconfirmed', 'send-stopped', ['unconfirmed'], 1],
  );
});

test('an unconfirmed request shows the balance before and after it, also after a restart', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(balancePath, balanceOf(10), balanceOf(9.96));
  await bench.engine.readBalance('studio', new AbortController().signal);
  bench.gateway.script(post, 'drop');
  await bench.run();
  await until(bench, ([task]) => task?.balanceAfter !== undefined);

  const [task] = (await bench.restart()).tasks();

  assert.deepEqual(
    [task?.state, task?.balanceBefore?.usd, task?.balanceAfter?.usd, posts(bench)],
    ['unconfirmed', 10, 9.96, 1],
  );
});

test('unconfirmed requests cost one query for the balance, however many they are', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(balancePath, balanceOf(10));
  bench.gateway.script(post, 'drop');

  await bench.start(many(4), { concurrency: 4 }).done;
  await until(bench, (tasks) => tasks.every(({ balanceAfter }) => balanceAfter !== undefined));

  const asked = bench.gateway.lines().filter((line) => line === balancePath).length;
  assert.ok(asked >= 1 && asked <= 4, String(asked));
});

test('Resume respects the budget of the job file', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 4);
  await bench.start(many(2), { budgetUsd: 0.05, concurrency: 1 }).done;
  const stopped = await bench.reached('stopped');

  await bench.engine.act(stopped.id, 'resume');
  await bench.engine.ended(stopped.id);

  const resumed = bench.engine.tasks().find(({ id }) => id === stopped.id);
  assert.deepEqual([resumed?.state, resumed?.error?.code, posts(bench)], ['stopped', 'over-budget', 1]);
});

test('a charged failure that is tried again still counts in the budget of the day', async (context) => {
  const bench = await createEngineBench(context);
  bench.settings.budgetDayUsd = 0.1;
  bench.gateway.script(post, ...['t1', 't2', 't3'].map((id) => ({ body: { id, status: 'queued' } })));
  for (const id of ['t1', 't2', 't3']) {
    const data = { task_id: id, status: 'failed', error: { message: 'no' }, amount_usd: 0.06 };
    bench.gateway.script(`GET /v1/images/generations/${id}`, { body: { data } });
  }
  const failed = await bench.run();

  await bench.engine.act(failed.id, 'retry');
  await until(bench, (tasks) => tasks.some(({ id, state }) => id !== failed.id && state === 'failed'));
  const [third] = await bench.start([buildRequest({ index: 7 })]).done;

  assert.deepEqual([third?.state, third?.error?.code, posts(bench)], ['stopped', 'over-budget', 2]);
});

test('a run of two is not delayed by one of two hundred', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 202);
  const big = bench.start(many(200), { concurrency: 200 });
  const small = bench.start(many(2), { concurrency: 2 });

  await small.done;
  const bigLeft = bench.engine.tasks().filter(({ run, state }) => run === big.id && state !== 'saved').length;
  await big.done;

  assert.ok(bigLeft > 20, `${bigLeft} of the big run were left`);
});

test('however many tasks a run has, a gateway gets at most a dozen queries at a time', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 60);
  for (let id = 1; id <= 60; id += 1) bench.gateway.script(`GET /v1/images/generations/t${id}`, 'stall');
  bench.start(many(60), { concurrency: 60 });
  await until(bench, (tasks) => tasks.every(({ state }) => state === 'pending'));

  while (bench.gateway.mostAtOnce() < 12) await bench.clock.sleep(1_000, new AbortController().signal);
  for (let second = 0; second < 60; second += 1) await bench.clock.sleep(1_000, new AbortController().signal);

  assert.equal(bench.gateway.mostAtOnce(), 12);
});

test('dispose ends everything within one turn: nothing is queried, awaited or written after it', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 20);
  for (let id = 1; id <= 20; id += 1) bench.gateway.script(`GET /v1/images/generations/t${id}`, running);
  const run = bench.start(many(20), { concurrency: 20 });
  await until(bench, (tasks) => tasks.every(({ state }) => state === 'running'));

  bench.engine.dispose();
  const [slept, calls] = [bench.clock.slept.length, bench.gateway.calls.length];
  const tasks = await run.done;
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));

  assert.deepEqual([tasks.every(({ state }) => state === 'running'), bench.clock.slept.length - slept], [true, 0]);
  // The calls that had started reach the gateway, and their responses are not read.
  assert.ok(bench.gateway.calls.length - calls <= 12);
});

test('an unknown profile in a job file is a problem of the file: nothing is planned to be sent', async (context) => {
  const { engine, jobFile, gateway } = await createEngineBench(context);
  const planWith = (profile: string) =>
    engine.plan({ text: `gen: {profile: ${profile}}\nmodel: sonic\nprompt: Rain\n`, jobFile, isStrict: false });

  const [unknown, known] = [await planWith('unknown'), await planWith('studio')];

  assert.deepEqual(
    [unknown.requests.length, unknown.problems, known.requests.length, known.problems, gateway.calls],
    [
      0,
      [
        {
          code: 'unknown-name',
          severity: 'error',
          start: 15,
          end: 22,
          args: { name: 'unknown', variant: 'profile' },
        },
      ],
      1,
      [],
      [],
    ],
  );
});

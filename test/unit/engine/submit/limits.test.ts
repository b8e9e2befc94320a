// Limits of a gateway, and how its tasks share them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { buildDone, countPosts, createEngineBench, until } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest, buildRequests } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'processing' } } };
const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };

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

    const tasks = await bench.start(buildRequests(3)).done;

    assert.deepEqual(
      [tasks.map(({ state, error }) => `${state} ${error?.code}`), countPosts(bench)],
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

test('a run of two is not delayed by one of two hundred', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 202);
  const big = bench.start(buildRequests(200), { concurrency: 200 });
  const small = bench.start(buildRequests(2), { concurrency: 2 });

  await small.done;
  const bigLeft = bench.engine.tasks().filter(({ run, state }) => run === big.id && state !== 'saved').length;
  await big.done;

  assert.ok(bigLeft > 20, `${bigLeft} of the big run were left`);
});

test('however many tasks a run has, a gateway gets at most a dozen queries at a time', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 60);
  for (let id = 1; id <= 60; id += 1) bench.gateway.script(`GET /v1/images/generations/t${id}`, 'stall');
  bench.start(buildRequests(60), { concurrency: 60 });
  await until(bench, (tasks) => tasks.every(({ state }) => state === 'pending'));

  while (bench.gateway.mostAtOnce() < 12) await bench.clock.sleep(1_000, new AbortController().signal);
  for (let second = 0; second < 60; second += 1) await bench.clock.sleep(1_000, new AbortController().signal);

  assert.equal(bench.gateway.mostAtOnce(), 12);
});

test('a gateway that names one second for ever gets few attempts of a task', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, { status: 429, headers: { 'retry-after': '1' }, body: '' });

  const task = await bench.run();

  const attempts = countPosts(bench);
  assert.deepEqual([task.state, task.error?.code, attempts <= 20], ['failed', 'rate-limited', true], `${attempts}`);
});

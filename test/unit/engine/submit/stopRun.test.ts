import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { countPosts, createEngineBench, until } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest, buildRequests } from '../../../fakes/planning/requests.ts';

const post = 'POST /v1/images/generations';
const acceptedBody = { id: 't1', task_id: 't1', status: 'queued' };
const pending = { body: { code: 'success', data: { task_id: 't1', status: 'running' } } };

/** Counts tasks by state and error. */
function count(tasks: readonly Task[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state, error } of tasks) {
    const key = error ? `${state} ${error.code}` : state;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Holds a response back. */
function hold() {
  let [arrive, answer] = [(): void => undefined, (): void => undefined];
  /** Resolves when the request has arrived. */
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const held = {
    get after() {
      arrive();
      return answered;
    },
  };
  return { held, arrived, answer: () => answer() };
}

const isAccepted = ({ state }: Task): boolean => state === 'pending' || state === 'running';

test('the unsent requests of a stopped run end as skipped, and the accepted ones are watched to their end', async (context) => {
  const bench = await createEngineBench(context);
  const { engine, gateway } = bench;
  const poll = 'GET /v1/images/generations/t1';
  gateway.script(poll, pending);
  const run = bench.start(buildRequests(60));
  await until(bench, (tasks) => tasks.filter(isAccepted).length === 4);

  await engine.stopRun(run.id, 'unsent');
  const stopped = count(engine.tasks().map((task) => (isAccepted(task) ? { ...task, state: 'pending' } : task)));
  gateway.script(poll, { body: { data: { task_id: 't1', status: 'succeeded', url: `${gateway.url}/files/a.png` } } });

  assert.deepEqual(stopped, { pending: 4, 'skipped run-stopped': 56 });
  assert.deepEqual([count(await run.done), countPosts(bench)], [{ saved: 4, 'skipped run-stopped': 56 }, 4]);
});

test('accepted tasks of a stopped run that the user does not want to watch can be resumed, also after a restart', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script('GET /v1/images/generations/t1', pending);
  const run = bench.start(buildRequests(6), { concurrency: 2 });
  await until(bench, (tasks) => tasks.filter(isAccepted).length === 2);

  await bench.engine.stopRun(run.id, 'all');
  const before = count(await run.done);
  const engine = await bench.restart();

  assert.deepEqual(before, { 'stopped stopped-by-user': 2, 'skipped run-stopped': 4 });
  assert.deepEqual([count(engine.tasks()), countPosts(bench)], [before, 2]);
});

test('a request that is being sent when its run is stopped is awaited, and then not watched', async (context) => {
  const bench = await createEngineBench(context);
  const { held, arrived, answer } = hold();
  bench.gateway.script(post, Object.assign(held, { body: acceptedBody }));
  const run = bench.start(buildRequests(2), { concurrency: 1 });
  await arrived;

  await bench.engine.stopRun(run.id, 'all');
  const [sent] = bench.engine.tasks();
  answer();
  const [first, second] = await run.done;

  assert.deepEqual(
    [sent?.state, first?.state, first?.taskId, first?.error?.code, second?.state],
    ['sending', 'stopped', 't1', 'stopped-by-user', 'skipped'],
  );
  assert.deepEqual(bench.gateway.lines(), [post]);
});

test('a request that had no effect is not sent again after its run was stopped', async (context) => {
  const bench = await createEngineBench(context);
  const { held, arrived, answer } = hold();
  bench.gateway.script(post, Object.assign(held, { status: 429 }));
  const run = bench.start();
  await arrived;

  await bench.engine.stopRun(run.id, 'unsent');
  answer();

  assert.deepEqual([count(await run.done), countPosts(bench)], [{ 'skipped run-stopped': 1 }, 1]);
});

test('a request may be stopped in the moment in which it is recorded, and is not sent', async (context) => {
  const bench = await createEngineBench(context);
  const { engine } = bench;
  let id = '';
  engine.onDidChangeTask(({ state }) => void (state === 'sending' && engine.stopRun(id, 'unsent')));
  const run = bench.start();
  ({ id } = run);

  assert.deepEqual([count(await run.done), countPosts(bench)], [{ 'skipped run-stopped': 1 }, 0]);
});

test('a request whose earlier attempt may have been charged needs attention when its run is stopped', async (context) => {
  const bench = await createEngineBench(context);
  const { held, arrived, answer } = hold();
  bench.gateway.script(post, Object.assign(held, { status: 504, body: 'Gateway Timeout' }));
  const run = bench.start();
  await arrived;

  await bench.engine.stopRun(run.id, 'unsent');
  answer();
  const [task] = await run.done;

  assert.deepEqual([task?.state, task?.error?.code, task?.doubtfulAttempts], ['unconfirmed', 'run-stopped', 1]);
});

test('a skipped task of a stopped run can be retried, and stopping another run leaves it alone', async (context) => {
  const bench = await createEngineBench(context);
  const { engine } = bench;
  bench.setGate(() => new Promise(() => undefined));
  const run = bench.start(buildRequests(2));
  await engine.stopRun(run.id, 'unsent');
  await run.done;
  bench.setGate(() => Promise.resolve());
  const [first] = engine.tasks();

  await engine.act(first?.id ?? '', 'retry');
  await engine.stopRun('another', 'all');
  await until(bench, (tasks) => tasks.some(({ state }) => state === 'saved'));

  assert.deepEqual([count(engine.tasks()), countPosts(bench)], [{ saved: 1, 'skipped run-stopped': 1 }, 1]);
});

test('the jobs of a stopped chain are sent once each, whichever of them is retried', async (context) => {
  for (const retried of [['clip'], ['still', 'clip'], ['clip', 'still']]) {
    const bench = await createEngineBench(context);
    const { engine } = bench;
    bench.setGate(() => new Promise(() => undefined));
    const run = bench.start([buildRequest({ job: 'still' }), buildRequest({ job: 'clip', needs: ['still'] })]);
    await engine.stopRun(run.id, 'unsent');
    await run.done;
    bench.setGate(() => Promise.resolve());
    const skipped = engine.tasks();
    const find = (job: string) => skipped.find(({ request }) => request.job === job)?.id ?? '';

    await Promise.all(retried.map((job) => engine.act(find(job), 'retry')));
    await until(bench, (tasks) => tasks.every(({ state }) => state === 'saved'));

    assert.deepEqual([engine.tasks().length, countPosts(bench)], [2, 2]);
  }
});

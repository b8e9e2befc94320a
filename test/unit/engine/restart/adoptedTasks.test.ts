import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { awaitTasks, buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { createFakeProcesses } from '../../../fakes/disk/processes.ts';
import { readRunsFile } from '../../../support/runsFile.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

// A second engine in this process treats the first one's tasks as orphans, like another machine if this one was
// suspended for longer than its lease.

test('a window whose tasks were adopted does not save what another window saves', async (context) => {
  const { gateway, folder, jobFile, start, reached, openAnother, engine, files } = await createEngineBench(context);
  const done = { body: buildDone(`${gateway.url}/files/a.png`) };
  gateway.script('GET /v1/images/generations/t1', ...Array.from({ length: 3 }, () => ({ status: 503 })), done);
  const run = start();
  await reached('pending');
  const removed = new Promise<string>((resolve) => void engine.onDidRemoveTask(resolve));

  const other = openAnother();
  await other.resume([folder]);
  await Promise.all([reached('saved', other), removed, run.done]);
  while ((await readRunsFile(jobFile)).length === 0) await new Promise(setImmediate);

  assert.deepEqual([engine.tasks(), (await files()).filter((name) => name.endsWith('.png'))], [[], ['hero.png']]);
});

test('a task that another window has adopted is not sent by this one', async (context) => {
  const { gateway, folder, start, reached, openAnother } = await createEngineBench(context);
  scriptTasks(gateway, 3);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running' } });
  const requests = [buildJob('one'), buildJob('two')];
  const run = start(requests, { concurrency: 1 });
  await reached('pending');

  const other = openAnother();
  await other.resume([folder]);
  const waiting = other.tasks().flatMap(({ request, state }) => (state === 'stopped' ? [request.job] : []));
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/t1.png`) });
  await Promise.all([reached('saved', other), run.done]);

  assert.deepEqual([waiting, sentBodies(gateway).map(({ prompt }) => prompt)], [['two'], ['one']]);
});

test('an action on a task while it is being adopted takes precedence, and the other tasks continue anyway', async (context) => {
  const { gateway, folder, start, reached, openAnother, engine } = await createEngineBench(context);
  scriptTasks(gateway, 3);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running' } });
  const run = start([buildJob('one'), buildJob('two'), buildJob('three')], { concurrency: 1 });
  await reached('pending');
  engine.dispose();
  await run.done;
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/t1.png`) });

  const other = openAnother();
  other.onDidChangeTask(({ id, state }) => {
    if (state === 'planned') void other.act(id, 'stopWatching');
  });
  await other.resume([folder]);
  await reached('saved', other);

  assert.deepEqual(
    other
      .tasks()
      .map(({ state }) => state)
      .toSorted(),
    ['saved', 'stopped', 'stopped'],
  );
});

test('an unconfirmed request whose window closed shows the balance that was read since', async (context) => {
  const { gateway, start, reached, restart } = await createEngineBench(context);
  gateway.script('POST /v1/images/generations', 'stall');
  gateway.script('GET /api/usage/token/user-balance', { body: { data: { balance_usd: 12.5 } } });
  const run = start();
  await reached('sending');
  await waitUntil('the request', () => (sentBodies(gateway).length > 0 ? true : undefined));

  const next = await restart();
  await run.done;
  const usd = await awaitTasks(next, ([task]) => task?.balancesAfter?.[0]?.usd);

  assert.deepEqual([next.tasks().map(({ state }) => state), usd], [['unconfirmed'], 12.5]);
});

test('a window sees progress and outcome of the tasks of another window without a query', async (context) => {
  const { gateway, folder, start, reached, openAnother, engine } = await createEngineBench(context);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running', progress: '30%' } });
  const other = openAnother();
  const see = async (folders = [folder]) =>
    (await other.readForeignTasks(folders)).map(({ state, progress, holder, artifacts, amountUsd }) =>
      [state, progress, holder, artifacts.length, amountUsd].join(' '),
    );
  const run = start();
  await reached('running');

  const meanwhile = await waitUntil('the progress', async () => {
    const [seen] = await see();
    return seen?.startsWith('running') ? seen : undefined;
  });
  const far = await see([`${folder}-2`]);
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/a.png`) });
  await run.done;
  const [[one], [same]] = [await other.readForeignTasks([folder]), await other.readForeignTasks([folder])];

  assert.deepEqual(
    [meanwhile, far, await see(), await engine.readForeignTasks([folder]), other.tasks(), sentBodies(gateway).length],
    ['running 0.3 gone 0 ', [], ['saved 1 gone 1 0.04'], [], [], 1],
  );
  assert.equal(one, same, 'what has not changed is the same object: thousands are compared');
});

test('a window is told when another one writes', async (context) => {
  const { run, openAnother, engine } = await createEngineBench(context);
  await run();
  const other = openAnother();

  const told = new Promise<boolean>((resolve) => {
    const watching = other.watchForeignTasks(() => resolve(true));
    context.after(() => watching?.dispose());
  });
  await engine.act(engine.tasks()[0]?.id ?? '', 'remove');

  assert.equal(await told, true);
});

test('a task that another window has adopted is neither removed with its bytes nor retried by this one', async (context) => {
  const bench = await createEngineBench(context);
  const { gateway, folder, jobFile, start, openAnother, engine, reached } = bench;
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'failed', amount_usd: 0.04 } });
  await start().done;
  const { id } = await reached('failed');
  const other = openAnother();
  await other.resume([folder]);

  const lines = await readRunsFile(jobFile);

  await engine.act(id, 'retry');
  await waitUntil('an empty list', () => (engine.tasks().length === 0 ? true : undefined));

  assert.deepEqual(
    [
      sentBodies(gateway).length,
      other.tasks().map((task) => [task.id === id, task.state]),
      await readRunsFile(jobFile),
    ],
    [1, [[true, 'failed']], lines],
  );
  assert.deepEqual(
    bench.logLines.filter((line) => line.includes('There is no task')),
    [],
  );
});

test('a container keeps the tasks that it sends, although another one has its name', async (context) => {
  // Each process is the first one in its own process table, which the other one cannot see.
  const [one, other] = ['t1', 't2'].map((table) => createFakeProcesses({ table, alive: new Map([[1, '1']]) }));
  const { gateway, folder, start, reached, openAnother, engine } = await createEngineBench(
    context,
    one ? { processes: one } : {},
  );
  let respond = (): void => undefined;
  const after = new Promise<void>((resolve) => (respond = resolve));
  gateway.script('POST /v1/images/generations', { body: { id: 't1', task_id: 't1', status: 'queued' }, after });
  const run = start();
  await reached('sending');
  const neighbor = openAnother(other);

  await neighbor.resume([folder]);
  const seen = (await neighbor.readForeignTasks([folder])).map(({ state, holder }) => `${state} ${holder}`);
  respond();
  await run.done;

  assert.deepEqual(
    [neighbor.tasks(), seen, engine.tasks().map(({ state }) => state)],
    [[], ['sending unknown'], ['saved']],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildJob, scriptTasks, sentBodies } from '../../fakes/chain.ts';
import { awaitTasks, buildDone, createEngineBench } from '../../fakes/engineBench.ts';
import { readRunsFile } from '../../support/runsFile.ts';

// A second engine in this process takes the first one's tasks for left behind, as another machine does when this one
// was away for longer than its lease.

test('who was taken for gone saves nothing that another window saves by now', async (context) => {
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

test('what another window has taken over is not sent here', async (context) => {
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

test('who acts on a task while it is being taken up has the last word, and the others are taken up all the same', async (context) => {
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

test('a request that was in doubt when its window closed is told what the account holds since', async (context) => {
  const { gateway, start, reached, restart } = await createEngineBench(context);
  gateway.script('POST /v1/images/generations', 'stall');
  gateway.script('GET /api/usage/token/user-balance', { body: { data: { balance_usd: 12.5 } } });
  const run = start();
  await reached('sending');

  const next = await restart();
  await run.done;
  const usd = await awaitTasks(next, ([task]) => task?.balanceAfter?.usd);

  assert.deepEqual([next.tasks().map(({ state }) => state), usd], [['unconfirmed'], 12.5]);
});

test('a window knows how many unfinished tasks of its folders another one follows', async (context) => {
  const { gateway, folder, start, reached, openAnother, engine } = await createEngineBench(context);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running' } });
  const run = start();
  await reached('pending');
  const other = openAnother();

  const meanwhile = [
    await other.countElsewhere([folder]),
    await other.countElsewhere([`${folder}-2`]),
    await engine.countElsewhere([folder]),
  ];
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/a.png`) });
  await run.done;

  assert.deepEqual([meanwhile, await other.countElsewhere([folder])], [[1, 0, 0], 0]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

const post = 'POST /v1/images/generations';

/** Starts five requests at once. */
function startFive({ start }: EngineBench) {
  return start([1, 2, 3, 4, 5].map((index) => buildRequest({ index })));
}

test('a refused key costs one POST for the whole run, and the other tasks wait as stopped', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, { status: 401, body: { error: 'bad key' } });

  const tasks = await startFive(bench).done;

  assert.deepEqual(
    [tasks.map(({ state, error }) => `${state} ${error?.code}`), bench.gateway.lines()],
    [['failed key-refused', ...Array<string>(4).fill('stopped not-sent')], [post]],
  );
});

test('a key that was good and is refused now costs one POST again', async (context) => {
  const bench = await createEngineBench(context);
  await bench.run();
  bench.gateway.script(post, { status: 401, body: { error: 'revoked' } });
  await bench.run();
  const before = bench.gateway.calls.length;

  await startFive(bench).done;

  assert.equal(bench.gateway.calls.length - before, 1);
});

test('a run respects its number of concurrent tasks', async (context) => {
  const bench = await createEngineBench(context);
  let most = 0;
  bench.engine.onDidChangeTask(() => {
    const busy = bench.engine
      .tasks()
      .filter(({ state }) => ['sending', 'pending', 'running', 'saving'].includes(state));
    most = Math.max(most, busy.length);
  });

  await bench.start(
    [1, 2, 3, 4, 5].map((index) => buildRequest({ index })),
    { concurrency: 2 },
  ).done;

  assert.equal(most, 2);
});

test('a run ends when its window closes, including tasks that have not begun to wait for others', async (context) => {
  const { engine, start } = await createEngineBench(context);
  const run = start([buildRequest({ job: 'still' }), buildRequest({ job: 'clip', needs: ['still'] })]);

  engine.dispose();
  const states = (await run.done).map(({ state }) => state);

  assert.deepEqual(states, ['planned', 'planned']);
});

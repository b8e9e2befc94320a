// The end of a window, with requests that are on their way, and others that wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPosts, createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const never = new AbortController().signal;

async function isPosted(bench: EngineBench): Promise<void> {
  while (countPosts(bench) === 0) await new Promise(setImmediate);
}

/** Returns the tasks that the next process finds: accepted, so that it continues them, or with the reason. */
async function readAfterwards(bench: EngineBench): Promise<readonly string[]> {
  const tasks = (await bench.restart()).tasks();
  return tasks.map(({ state, taskId, error }) =>
    taskId === null ? `${state} ${error?.code}` : `accepted as ${taskId}`,
  );
}

function holdAnswer(answer: Extract<ScriptedAnswer, { body?: unknown }>) {
  let release = (): void => undefined;
  const after = new Promise<void>((resolve) => (release = resolve));
  return { held: { ...answer, after }, release };
}

test('while the window closes a response is awaited and recorded, and no other request is sent', async (context) => {
  const bench = await createEngineBench(context);
  const { held, release } = holdAnswer({ body: { id: 't1', task_id: 't1', status: 'queued' } });
  bench.gateway.script(post, held);
  bench.start([1, 2, 3].map((index) => buildRequest({ index })));
  await isPosted(bench);

  const closed = bench.engine.close(never);
  release();
  await closed;

  assert.deepEqual(
    [countPosts(bench), await readAfterwards(bench)],
    [1, ['accepted as t1', 'stopped not-sent', 'stopped not-sent']],
  );
});

test('a request whose connection is still being made when the window closes is not sent', async (context) => {
  const dispatched: unknown[] = [];
  const silent = { dispatch: (options: unknown) => dispatched.push(options) > 0 };
  const nothing = (): void => undefined;
  const dispatchers = { named: silent, fresh: silent, foreign: silent, closeIdle: nothing, dispose: nothing };
  const bench = await createEngineBench(context, { dispatchers });
  bench.start();
  while (dispatched.length === 0) await new Promise(setImmediate);

  await bench.engine.close(never);

  assert.deepEqual(await readAfterwards(bench), ['stopped not-sent']);
});

test('a request that is recorded as being sent is not sent if the window closes before', async (context) => {
  const bench = await createEngineBench(context);
  const { engine } = bench;
  const closed = new Promise<void>((resolve, reject) => {
    engine.onDidChangeTask(({ state }) => {
      if (state === 'sending') engine.close(never).then(resolve, reject);
    });
  });
  bench.start();
  await closed;

  assert.deepEqual([countPosts(bench), await readAfterwards(bench)], [0, ['stopped not-sent']]);
});

test('a gateway that does not respond is not awaited for longer than the deadline', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'stall');
  bench.start();
  await isPosted(bench);
  const deadline = new AbortController();

  const closed = bench.engine.close(deadline.signal);
  deadline.abort();
  await closed;

  assert.deepEqual(await readAfterwards(bench), ['unconfirmed no-answer']);
});

test('an engine that is closed sends nothing that is started later', async (context) => {
  const bench = await createEngineBench(context);
  await bench.engine.close(never);

  const [task] = await bench.start().done;

  assert.deepEqual([task?.state, countPosts(bench)], ['planned', 0]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngineBench } from '../../fakes/tasks/engineBench.ts';
import type { ScriptedAnswer } from '../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };

test('Resubmit sends an unconfirmed request again', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'drop', accepted);
  const { id } = await bench.run();

  await bench.engine.act(id, 'resubmit');
  await bench.reached('saved');

  assert.equal(bench.gateway.lines().filter((line) => line === post).length, 2);
});

test('Dismiss ends an unconfirmed request without sending', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'drop');
  const { id } = await bench.run();

  await bench.engine.act(id, 'dismiss');

  const [task] = bench.engine.tasks();
  const statuses = (await bench.engine.readRuns(bench.jobFile)).map(({ status, error }) => `${status} ${error?.code}`);
  assert.deepEqual(
    [task?.state, task?.error?.code, statuses, bench.gateway.lines().filter((line) => line.startsWith('POST'))],
    ['failed', 'dismissed', ['unconfirmed no-answer', 'failed dismissed'], [post]],
  );
});

test('Retry replaces the old task by a new one', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, { status: 400, body: { message: 'no' } }, accepted);
  const failed = await bench.run();

  await bench.engine.act(failed.id, 'retry');
  const saved = await bench.reached('saved');

  assert.deepEqual(
    [saved.id === failed.id, saved.run === failed.run, bench.engine.tasks().map(({ state }) => state)],
    [false, true, ['saved']],
  );
});

test('Remove takes a task out of the list and keeps its files', async (context) => {
  const bench = await createEngineBench(context);
  const { id } = await bench.run();
  const removed: string[] = [];
  bench.engine.onDidRemoveTask((each) => removed.push(each));

  await bench.engine.act(id, 'remove');

  assert.deepEqual([removed, bench.engine.tasks(), (await bench.files()).includes('hero.png')], [[id], [], true]);
});

test('an action that the state does not offer does nothing', async (context) => {
  const bench = await createEngineBench(context);
  const { id } = await bench.run();

  await bench.engine.act(id, 'resubmit');

  assert.deepEqual(
    bench.engine.tasks().map(({ state }) => state),
    ['saved'],
  );
});

test('two clicks on Retry send one request', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, { status: 400, body: { message: 'no' } }, accepted);
  const failed = await bench.run();

  await Promise.all([bench.engine.act(failed.id, 'retry'), bench.engine.act(failed.id, 'retry')]);
  await bench.reached('saved');

  assert.equal(bench.gateway.lines().filter((line) => line === post).length, 2);
});

test('a listener that fails does not keep a change out of the journal', async (context) => {
  const bench = await createEngineBench(context);
  bench.engine.onDidChangeTask(() => {
    throw new Error('view broken');
  });

  const { state } = await bench.run();

  assert.deepEqual([state, (await bench.journal()).includes('"accepted"')], ['saved', true]);
});

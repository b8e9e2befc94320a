import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { awaitTasks, buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { code: 'success', data: { task_id: 't1', status: 'processing' } } };
const unknown: ScriptedAnswer = { status: 400, body: { code: 'task_not_exist', message: 'no such task' } };

/** Responses besides those of the fault matrix. */
const harmless: readonly (readonly [title: string, answer: ScriptedAnswer])[] = [
  ['a 400 with another code', { status: 400, body: { code: 'get_task_failed', message: 'later' } }],
  ['a redirect', { status: 302, headers: { location: '/login' }, body: '' }],
  ['an envelope without data', { body: { code: 'success', data: null } }],
  ['a list instead of a task', { body: '[]' }],
  ['an error under HTTP 200', { body: { code: 'busy', message: 'later' } }],
  ['a status word that is not known', { body: { data: { task_id: 't1', status: 'dreaming' } } }],
  ['progress 100 without a final word', { body: { data: { task_id: 't1', status: 'in_progress', progress: 100 } } }],
  ['one response that the task is not known', unknown],
];

for (const [title, answer] of harmless) {
  test(`${title} does not end a task that was accepted`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(query, answer, running, { body: buildDone(`${gateway.url}/files/a.png`) });

    const { state } = await run();

    assert.equal(state, 'saved');
  });
}

test('a task shows why it waits, and that it continues', async (context) => {
  const { gateway, engine, run } = await createEngineBench(context);
  const seen: string[] = [];
  engine.onDidChangeTask(({ state, error, statusWord }) => seen.push(`${state} ${error?.code ?? statusWord}`));
  gateway.script(query, { status: 500, body: { message: 'oops' } }, running, {
    body: buildDone(`${gateway.url}/files/a.png`),
  });

  await run();

  assert.deepEqual([...new Set(seen)].slice(2, -1), [
    'pending queued',
    'pending gateway-error',
    'running processing',
    'saving succeeded',
  ]);
});

test('polls are three to ten seconds apart', async (context) => {
  const { gateway, clock, run } = await createEngineBench(context);
  gateway.script(query, ...Array.from({ length: 30 }, () => running), {
    body: buildDone(`${gateway.url}/files/a.png`),
  });

  await run();

  assert.deepEqual(
    clock.slept.filter((ms) => ms < 3_000 || ms > 10_000),
    [],
  );
  assert.equal(clock.slept.length, 31);
});

test('a task that the gateway reports as failed fails with its reason', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const data = { task_id: 't1', status: 'failed', error: { message: 'unsafe prompt' }, amount_usd: 0.01 };
  gateway.script(query, { body: { code: 'success', data } });

  const { state, error, amountUsd, statusWord } = await run();

  assert.deepEqual(
    { state, error, amountUsd, statusWord },
    {
      state: 'failed',
      error: { code: 'task-failed', message: 'unsafe prompt' },
      amountUsd: 0.01,
      statusWord: 'failed',
    },
  );
});

const empty: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'succeeded', url: '' } } };

test('a success that names no result yet is queried again until it does', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(query, empty, empty, empty, empty, empty, empty, {
    body: buildDone(`${gateway.url}/files/a.png`),
  });

  const { state } = await run();

  assert.equal(state, 'saved');
});

const useless: readonly (readonly [title: string, data: object])[] = [
  ['no result', { url: '' }],
  ['a link with another scheme', { url: 'ftp://files.example/a.png', amount_usd: 0.04 }],
];

for (const [title, data] of useless) {
  test(`a success that names ${title} is queried for a minute and then not saved, since it is paid for`, async (context) => {
    const bench = await createEngineBench(context);
    bench.gateway.script(query, { body: { data: { task_id: 't1', status: 'succeeded', ...data } } });
    const startedAt = bench.clock.now();

    const { state, error, text, amountUsd } = await bench.run();
    const waitedMs = bench.clock.now() - startedAt;

    assert.deepEqual(
      [state, error?.code, text?.startsWith('{"data":{"task_id":"t1"'), amountUsd],
      ['unsaved', 'no-result', true, 'amount_usd' in data ? 0.04 : null],
    );
    assert.ok(waitedMs >= 60_000 && waitedMs < 80_000, String(waitedMs));
  });
}

test('Save Again queries a success that named no result, and removes its text', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, empty);
  const unsaved = await bench.run();

  await bench.engine.act(unsaved.id, 'saveAgain');
  await bench.engine.ended(unsaved.id);
  const [again] = bench.engine.tasks();
  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  await bench.engine.act(unsaved.id, 'saveAgain');
  const saved = await bench.reached('saved');
  await bench.engine.ended(unsaved.id);

  const statuses = new Set((await bench.engine.readRuns(bench.jobFile)).map(({ status }) => status));
  assert.deepEqual(
    [again?.state, again?.error?.code, saved.text, saved.artifacts.length, [...statuses]],
    ['unsaved', 'no-result', null, 1, ['unsaved', 'saved']],
  );
});

test('a success that named no result is queried again after a restart in between', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, empty);
  const run = bench.start();
  await bench.reached('saving');
  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });

  const engine = await bench.restart();
  const saved = await bench.reached('saved', engine);
  await run.done;

  assert.equal(saved.artifacts.length, 1);
});

test('a task that is unknown for a minute is lost, and Resume queries it again', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, unknown);

  const lost = await bench.run();
  const waitedMs = bench.clock.now() - (lost.submittedAt ?? 0);
  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  await bench.engine.act(lost.id, 'resume');
  await bench.reached('saved');

  assert.deepEqual([lost.state, lost.error?.code, waitedMs >= 60_000], ['lost', 'task-unknown', true]);
});

test('a task that is unknown is not lost earlier because the clock is set forward', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, unknown);
  const run = bench.start();
  await bench.reached('pending');
  bench.clock.set(86_400_000);
  await run.done;

  const waits = bench.clock.slept.filter((ms) => ms >= 1_000);
  assert.ok(waits.reduce((sum, ms) => sum + ms, 0) >= 60_000);
});

test('a key that is revoked while a task runs is requested, and the task continues with a new one', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, { status: 401, body: { error: 'revoked' } });
  const run = bench.start();
  const waiting = await new Promise<Task>((resolve) => {
    bench.engine.onDidChangeTask((task) => task.error?.code === 'key-refused' && resolve(task));
  });

  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  bench.setKey('sk-renewed');
  bench.engine.keyChanged('another profile');
  bench.engine.keyChanged('studio');
  const [task] = await run.done;

  const keys = bench.gateway.calls
    .filter(({ path }) => path.endsWith('/t1'))
    .map(({ headers }) => headers.authorization);
  assert.deepEqual(
    [waiting.state, task?.state, keys],
    ['pending', 'saved', ['Bearer sk-test-0123456789abcdef', 'Bearer sk-renewed']],
  );
});

test('a running task waits for a valid key if a header cannot contain the present one', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, running);
  const run = bench.start();
  await bench.reached('running');
  bench.setKey('sk-\u201cabc\u201d');
  const waiting = await awaitTasks(bench.engine, (tasks) => tasks.find((task) => task.error !== null));

  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  bench.setKey('sk-renewed');
  bench.engine.keyChanged('studio');

  assert.deepEqual([waiting.error?.code, (await run.done)[0]?.state], ['key-refused', 'saved']);
});

test('watching ends after the allowed time, and Resume continues it', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, running);

  const stopped = await bench.run(buildRequest({ timeoutMinutes: 1 }));
  bench.gateway.script(query, { body: buildDone(`${bench.gateway.url}/files/a.png`) });
  await bench.engine.act(stopped.id, 'resume');
  const saved = await bench.reached('saved');

  assert.deepEqual([stopped.state, stopped.error?.code, saved.id === stopped.id], ['stopped', 'timed-out', true]);
});

test('Stop Watching ends the polls at once, and the run has ended', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, running);
  const run = bench.start();
  const { id } = await bench.reached('running');

  await bench.engine.act(id, 'stopWatching');
  const [task] = await run.done;
  const polls = bench.gateway.calls.length;
  await new Promise((resolve) => setImmediate(resolve));

  assert.deepEqual([task?.state, task?.error?.code, bench.gateway.calls.length], ['stopped', 'stopped-by-user', polls]);
});

test('a run ends when the engine is disposed, and nothing is queried after that', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(query, running);
  const run = bench.start();
  await bench.reached('running');

  bench.engine.dispose();
  bench.engine.dispose();

  assert.deepEqual(
    (await run.done).map(({ state }) => state),
    ['running'],
  );
});

// A task that its gateway does not know, or about which a server before the gateway responds.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Engine, Press } from '../../../../src/engine/index.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { buildDone, countPosts, createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';

const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'processing' } } };
const unknown: ScriptedAnswer = { status: 404, body: { code: 'task_not_exist', message: 'no such task' } };
const ingress: ScriptedAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'default backend - 404',
};

const done = ({ gateway }: EngineBench): ScriptedAnswer => ({ body: buildDone(`${gateway.url}/files/a.png`) });
const countQueries = ({ gateway }: EngineBench): number => gateway.lines().filter((line) => line === query).length;

test('pages of an ingress for minutes say nothing about a running task', async (context) => {
  const bench = await createEngineBench(context);
  const away = Array.from({ length: 20 }, () => ingress);
  bench.gateway.script(query, running, ...away, running, done(bench));

  const { state } = await bench.run();

  assert.deepEqual([state, countPosts(bench)], ['saved', 1]);
});

test('a gateway that does not know its tasks while it restarts keeps them', async (context) => {
  const bench = await createEngineBench(context);
  const long = Array.from({ length: 30 }, () => running);
  bench.gateway.script(query, ...long, unknown, unknown, unknown, running, done(bench));

  assert.equal((await bench.run()).state, 'saved');
});

/** Arranges a request whose task is lost, and runs the same request again as a press without questions does. */
async function arrangeLost(context: TestContext) {
  const bench = await createEngineBench(context);
  const text = 'model: gpt-image-2\nprompt: A cat\n';
  const press = (engine: Engine): ReturnType<Engine['generate']> => {
    const jobFile = { path: bench.jobFile, text, boundary: bench.folder, isStrict: false, concurrency: 1 };
    const order: Press = { jobFiles: [jobFile], unchanged: 'skip', confirm: null, asksForKey: false };
    const gateway = { profile: 'studio', origin: bench.gateway.url, isSandbox: false, isSelected: true };
    const no = (): never => assert.fail('a question');
    return engine.generate(order, {
      readGateway: () => Promise.resolve({ ...gateway, isKeyMissing: false }),
      askUnchanged: no,
      askKey: no,
      confirm: no,
      consents: { has: () => true, add: () => undefined },
    });
  };
  bench.gateway.script(query, unknown);
  const [lost] = (await press(bench.engine)).tasks;
  assert.equal(lost?.status, 'lost');
  return { bench, press };
}

test('a press sends nothing that a lost task may have made, and asks the gateway about it once', async (context) => {
  const { bench, press } = await arrangeLost(context);
  const before = countQueries(bench);

  const { tasks } = await press(bench.engine);

  assert.deepEqual(
    [tasks.map(({ status }) => status), bench.engine.tasks().map(({ state }) => state)],
    [['unchanged'], ['lost']],
  );
  assert.deepEqual([countPosts(bench), countQueries(bench) - before], [1, 1]);
});

test('a lost task that a press finds again continues', async (context) => {
  const { bench, press } = await arrangeLost(context);
  bench.gateway.script(query, done(bench));

  await press(bench.engine);
  const saved = await bench.reached('saved');

  assert.deepEqual([countPosts(bench), saved.artifacts.length], [1, 1]);
});

test('a start asks the gateway once about a lost task, and continues it if it is found', async (context) => {
  const { bench } = await arrangeLost(context);
  bench.gateway.script(query, ingress, done(bench));
  const before = countQueries(bench);

  const second = await bench.restart();
  while (countQueries(bench) === before) await new Promise(setImmediate);
  const still = second.tasks().map(({ state }) => state);
  const third = await bench.restart();
  await bench.reached('saved', third);
  await third.ended(third.tasks()[0]?.id ?? '');

  const lines = await third.readRuns(bench.jobFile);
  assert.deepEqual([still, lines.map(({ status }) => status), countPosts(bench)], [['lost'], ['lost', 'saved'], 1]);
});

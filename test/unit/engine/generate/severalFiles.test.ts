import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { RunOrderPart } from '../../../../src/engine/index.ts';
import { buildDependent, buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const post = 'POST /v1/images/generations';

/** Arranges a bench on which each request costs 0.04, and a run of several job files. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const { engine, folder, gateway } = bench;
  scriptTasks(gateway, 9);
  const part = (
    name: string,
    requests: readonly PlannedRequest[] = [buildJob(name)],
    terms: Partial<RunOrderPart> = {},
  ): RunOrderPart => ({
    jobFile: join(folder, `${name}.gen.yaml`),
    boundary: folder,
    profile: 'studio',
    concurrency: 1,
    requests,
    ...terms,
  });
  /** Runs the parts. Returns the final states of all tasks, in the order of the files. */
  const run = async (...parts: readonly RunOrderPart[]): Promise<readonly string[]> => {
    const tasks = await engine.start({ parts }).done;
    return tasks.map(({ state, error }) => (error ? `${state} ${error.code}` : state));
  };
  return { ...bench, part, run, sent: () => sentBodies(gateway).map(({ prompt }) => prompt) };
}

test('the budget of a run applies to all its files together', async (context) => {
  const { part, run, sent, settings } = await arrange(context);
  settings.budgetRunUsd = 0.04;

  const ends = await run(part('a'), part('b'), part('c'));

  assert.deepEqual([ends, sent().length], [['saved', 'stopped over-budget', 'stopped over-budget'], 1]);
});

test('an exhausted quota in one file stops the other files', async (context) => {
  const { part, run, gateway } = await arrange(context);
  gateway.script(post, { status: 402, body: { error: { message: 'no money' } } });

  const ends = await run(part('a'), part('b'), part('c'));

  assert.deepEqual(
    [ends, gateway.lines()],
    [['failed quota-exhausted', 'stopped not-sent', 'stopped not-sent'], [post]],
  );
});

test('the budget of a job file applies to that file only', async (context) => {
  const { part, run } = await arrange(context);
  const rows = (count: number) => Array.from({ length: count }, (_, at) => buildJob('row', { index: at + 1 }));

  const ends = await run(
    part('a', rows(4)),
    part('b', rows(2), { budgetUsd: 0.08 }),
    part('c', rows(2), { budgetUsd: 0.04 }),
  );

  assert.deepEqual(ends, [...Array<string>(7).fill('saved'), 'stopped over-budget']);
});

test('the budget of a job is not used up by a job of the same name in another file', async (context) => {
  const { part, run } = await arrange(context);
  const job = [buildJob('still', { budgetUsd: 0.04 })];

  assert.deepEqual(await run(part('a', job), part('b', job)), ['saved', 'saved']);
});

test('on_error of a job file stops that file only', async (context) => {
  const { part, run, gateway } = await arrange(context);
  gateway.script(
    post,
    { status: 400, body: { error: { message: 'no' } } },
    ...['t1', 't2'].map((id) => ({ body: { id } })),
  );
  const many = [1, 2].map((index) => buildJob('row', { index }));

  const ends = await run(part('a', many, { onError: 'stop' }), part('b', many));

  assert.deepEqual(ends, ['failed request-rejected', 'stopped not-sent', 'saved', 'saved']);
});

test('a job waits for the job of its own file, not for one of the same name in another file', async (context) => {
  const { part, run, gateway, sent } = await arrange(context);
  const chain = (name: string): readonly PlannedRequest[] => [
    buildJob('still', { body: { model: 'seedream-5-0-260128', prompt: name } }),
    buildDependent('clip', { image: 'jobs.still.url' }),
  ];

  const ends = await run(part('a', chain('one')), part('b', chain('two')));

  const images = sentBodies(gateway).flatMap(({ image }) => (typeof image === 'string' ? [image] : []));
  const stills = sent().flatMap((prompt, at) => (prompt === 'clip' ? [] : [`${gateway.url}/files/t${at + 1}.png`]));
  assert.deepEqual([ends, images.toSorted()], [['saved', 'saved', 'saved', 'saved'], stills.toSorted()]);
});

test('a task that is resumed after a stop of the run keeps to the budget of its file', async (context) => {
  const { part, engine, gateway, sent } = await arrange(context);
  gateway.script(
    post,
    { status: 402, body: { error: { message: 'no money' } } },
    ...['t1', 't2'].map((id) => ({ body: { id } })),
  );
  const many = [1, 2].map((index) => buildJob('row', { index }));
  const tasks = await engine.start({ parts: [part('a'), part('b', many, { budgetUsd: 0.04 })] }).done;

  for (const { id } of tasks.slice(1)) {
    await engine.act(id, 'resume');
    await engine.ended(id);
  }

  const states = tasks.map(({ id }) => engine.tasks().find((task) => task.id === id)?.state);
  assert.deepEqual([states, sent().length], [['failed', 'saved', 'stopped'], 2]);
});

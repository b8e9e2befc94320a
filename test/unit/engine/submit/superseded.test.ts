import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDependent, buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';

const still = buildJob('still');
const clip = buildDependent('clip', { image: 'jobs.still.url' });

/** Leaves a chain that a reload has stopped after its first job, so that the second one was never sent. */
async function stopChain(context: Parameters<typeof createEngineBench>[0]): Promise<EngineBench> {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 6);
  const { engine, start } = bench;
  const run = start([still, clip]);
  const found = engine.tasks().find(({ request }) => request.job === 'clip');
  await engine.act(found?.id ?? '', 'stopWatching');
  await run.done;
  return bench;
}

function describe({ engine }: EngineBench): readonly string[] {
  return engine
    .tasks()
    .map(({ request, state }) => `${request.job} ${state}`)
    .toSorted();
}

test('a run replaces the tasks that were never sent, so that Resume does not pay for them again', async (context) => {
  const bench = await stopChain(context);
  const before = describe(bench);
  await bench.start([still, clip]).done;

  assert.deepEqual(
    [before, describe(bench), sentBodies(bench.gateway).map(({ prompt }) => prompt)],
    [
      ['clip stopped', 'still saved'],
      ['clip saved', 'still saved', 'still saved'],
      ['still', 'still', 'clip'],
    ],
  );
  const reopened = await bench.restart();
  assert.deepEqual(
    reopened.tasks().filter(({ state }) => state !== 'saved'),
    [],
  );
});

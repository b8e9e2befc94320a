// The terms of a run, which hold as long as its tasks live, also in another process.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { RunOrderPart } from '../../../../src/engine/index.ts';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';
const running: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'processing' } } };
const failed: ScriptedAnswer = { body: { data: { task_id: 't1', status: 'failed', error: { message: 'no' } } } };

const threeRequests = [1, 2, 3].map((index) => buildRequest({ index }));

/**
 * Starts three requests of 0.04 each. The process ends while the first one runs. The next process resumes the others
 * while the first one is still running. `finish` lets it end.
 */
async function resumeInNextProcess(context: TestContext, terms: Partial<RunOrderPart>) {
  const bench = await createEngineBench(context);
  const { gateway, jobFile, folder } = bench;
  scriptTasks(gateway, 4);
  gateway.script(query, running);
  const { id: run } = bench.start(threeRequests, terms);
  await bench.reached('running');
  const next = await bench.restart();
  const unsent = next.tasks().filter(({ state }) => state === 'stopped');
  await Promise.all(unsent.map(({ id }) => next.act(id, 'resume')));
  return {
    ...bench,
    /** Runs another request to its end, so that everything that may be sent before it is sent. */
    runAnother: () => {
      const requests = [buildRequest({ index: 9 })];
      return next.start({ parts: [{ jobFile, boundary: folder, profile: 'studio', requests, concurrency: 1 }] }).done;
    },
    finish: async (last: ScriptedAnswer = buildDone(gateway.url)) => {
      gateway.script(query, last);
      await Promise.all(next.tasks().map(({ id }) => next.ended(id)));
      const tasks = next.tasks().filter((task) => task.run === run);
      return tasks.map(({ state, error }) => (error ? `${state} ${error.code}` : state));
    },
    countPosts: () => gateway.lines().filter((line) => line === post).length,
  };
}

function buildDone(gatewayUrl: string): ScriptedAnswer {
  return {
    body: { data: { task_id: 't1', status: 'succeeded', url: `${gatewayUrl}/files/t1.png`, amount_usd: 0.04 } },
  };
}

test('the budget of the job file applies after a restart', async (context) => {
  const { finish, countPosts } = await resumeInNextProcess(context, { budgetUsd: 0.05, concurrency: 1 });

  const ends = await finish();

  assert.deepEqual([ends, countPosts()], [['saved', 'stopped over-budget', 'stopped over-budget'], 1]);
});

test('a run that stops at the first error does so after a restart', async (context) => {
  const { finish, countPosts } = await resumeInNextProcess(context, { onError: 'stop', concurrency: 1 });

  const ends = await finish(failed);

  assert.deepEqual([ends, countPosts()], [['failed task-failed', 'stopped not-sent', 'stopped not-sent'], 1]);
});

test('requests of a run with a concurrency of one go one after another after a restart', async (context) => {
  const { runAnother, finish, countPosts } = await resumeInNextProcess(context, { concurrency: 1 });

  await runAnother();
  const whileTheFirstRuns = countPosts();
  const ends = await finish();

  assert.deepEqual([whileTheFirstRuns, ends, countPosts()], [2, ['saved', 'saved', 'saved'], 4]);
});

test('a failed task that is retried after a restart respects the budget of its job file', async (context) => {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 3);
  bench.gateway.script(query, failed);
  await bench.start(threeRequests.slice(0, 2), { budgetUsd: 0.05, concurrency: 1 }).done;
  const next = await bench.restart();

  await next.act((await bench.reached('failed', next)).id, 'retry');

  assert.equal((await bench.reached('stopped', next)).error?.code, 'over-budget');
});

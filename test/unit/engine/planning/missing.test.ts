import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findExisting, mapGiven } from '../../../../src/core/task/model/earlier.ts';
import type { PlanSource, JobFilePlan } from '../../../../src/engine/index.ts';
import { scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const chain = `jobs:
  still:
    model: seedream-5-0-260128
    prompt: A lighthouse
  clip:
    model: seedream-5-0-260128
    prompt: The same at night
    image: \${{ jobs.still.url }}
  poster:
    model: seedream-5-0-260128
    prompt: A poster of it
    image: \${{ jobs.clip.url }}
`;
const matrix = `model: seedream-5-0-260128
prompt: A \${{ matrix.animal }}
matrix:
  animal: [cat, dog, owl]
`;

/** Arranges a bench that plans and runs job files. Submits succeed. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const { engine, jobFile, folder, gateway } = bench;
  scriptTasks(gateway, 9);
  const plan = (text: string, source: Partial<PlanSource> = {}): Promise<JobFilePlan> =>
    engine.plan({ text, jobFile, isStrict: false, profile: 'studio', ...source });
  /** Generates what is missing, like Generate. Returns the jobs of the generated results. */
  const make = async (text: string, source: Partial<PlanSource> = {}) => {
    const { requests, earlier, given } = await plan(text, source);
    const missing = requests.filter((_, at) => earlier[at] === null);
    const there = requests.flatMap((request, at) => {
      const found = findExisting(earlier[at] ?? null);
      return found ? [mapGiven(request, found)] : [];
    });
    const tasks = await bench.start(missing, { given: [...given, ...there] }).done;
    return tasks.map(({ request, state }) => `${request.job ?? request.index} ${state}`);
  };
  const removeFile = (name: string) => rm(join(folder, name));
  return { ...bench, plan, make, removeFile };
}

const kinds = ({ requests, earlier }: JobFilePlan): readonly string[] =>
  requests.map(({ job, index }, at) => `${job ?? index} ${earlier[at]?.kind ?? 'missing'}`);

test('a chain that was made is unchanged as a whole', async (context) => {
  const { plan, make } = await arrange(context);

  assert.deepEqual(kinds(await plan(chain)), ['still missing', 'clip missing', 'poster missing']);
  assert.deepEqual(await make(chain), ['still saved', 'clip saved', 'poster saved']);
  assert.deepEqual(kinds(await plan(chain)), ['still recorded', 'clip recorded', 'poster recorded']);
});

test('running again continues from the first job without a result', async (context) => {
  const { plan, make, gateway } = await arrange(context);
  gateway.script(
    'POST /v1/images/generations',
    { body: { id: 't1', task_id: 't1', status: 'queued' } },
    { status: 400, body: { code: 'invalid_request', message: 'no' } },
    ...['t2', 't3'].map((id) => ({ body: { id, task_id: id, status: 'queued' } })),
  );

  const first = await make(chain);
  const planned = kinds(await plan(chain));
  const second = await make(chain);

  assert.deepEqual(
    [first, planned, second, sentBodies(gateway).map(({ prompt }) => prompt)],
    [
      ['still saved', 'clip failed', 'poster skipped'],
      ['still recorded', 'clip missing', 'poster missing'],
      ['clip saved', 'poster saved'],
      ['A lighthouse', 'The same at night', 'The same at night', 'A poster of it'],
    ],
  );
});

test('a job that changed makes its dependents change too, and nothing else', async (context) => {
  const { plan, make } = await arrange(context);
  await make(chain);

  assert.deepEqual(kinds(await plan(chain.replace('at night', 'at noon'))), [
    'still recorded',
    'clip missing',
    'poster missing',
  ]);
});

test('of a matrix only the combination whose image is missing is made again', async (context) => {
  const { make, removeFile, gateway } = await arrange(context);
  await make(matrix);
  await removeFile('hero-dog.png');

  const again = await make(matrix);

  assert.deepEqual([again, sentBodies(gateway).at(-1)?.['prompt']], [['2 saved'], 'A dog']);
});

test('a plan names the record of each result that is not found and that nothing takes the place of', async (context) => {
  const { plan, make, removeFile } = await arrange(context);
  const goneOf = async (text: string): Promise<unknown> =>
    (await plan(text)).gone?.map((record) => record?.artifacts[0]?.path ?? null);
  await make(matrix);
  await removeFile('hero-dog.png');
  const ofMatrix = await goneOf(matrix);
  const once = 'model: seedream-5-0-260128\nprompt: A bee\noutput: once\ngen: { repeat: 1 }\n';
  await make(once);
  await make(once.replace('1 }', '2 }'));
  await removeFile('once-2.png');
  const replaced = await goneOf(once);
  await removeFile('once.png');
  const repeated = await goneOf(once.replace('1 }', '3 }'));

  assert.deepEqual(
    [ofMatrix, replaced, repeated],
    [[null, 'hero-dog.png', null], [null], ['once-2.png', 'once.png', null]],
  );
});

test('repeat demands that number of results of one request', async (context) => {
  const { plan, make } = await arrange(context);
  const once = 'model: seedream-5-0-260128\nprompt: A cat\n';
  await make(once);

  const planned = kinds(await plan(`${once}gen: { repeat: 3 }\n`));

  assert.deepEqual(planned, ['1 recorded', '2 missing', '3 missing']);
});

test('one job adds only the jobs that it needs and that have no result', async (context) => {
  const { plan, make } = await arrange(context);

  const before = kinds(await plan(chain, { job: 'clip' }));
  const made = await make(chain, { job: 'clip' });
  const { requests, given } = await plan(chain, { job: 'poster' });

  assert.deepEqual(
    [before, made, requests.map(({ job }) => job), given.map(({ job }) => job)],
    [['still missing', 'clip missing'], ['still saved', 'clip saved'], ['poster'], ['clip']],
  );
});

test('a chain in flight counts as open, even if its jobs still wait', async (context) => {
  const { plan, start, reached } = await arrange(context);
  const { requests } = await plan(chain);
  const run = start(requests);
  await reached('pending');

  const planned = kinds(await plan(chain));
  await run.done;

  assert.deepEqual(planned, ['still task', 'clip task', 'poster task']);
});

test('a job that waits for another result is not the requested one', async (context) => {
  const { plan, start, reached } = await arrange(context);
  const { requests } = await plan(chain);
  const run = start(requests);
  await reached('pending');

  const planned = kinds(await plan(chain.replace('A lighthouse', 'A castle')));
  await run.done;

  assert.deepEqual(planned, ['still missing', 'clip missing', 'poster missing']);
});

test('estimates come from the cost of similar requests', async (context) => {
  const { plan, make } = await arrange(context);
  const before = await plan(matrix);
  await make(matrix);

  const { estimates } = await plan(matrix);
  const other = await plan(`${matrix}size: 2K\n`);
  const onSandbox = await plan(matrix, { profile: 'sandbox' });

  assert.deepEqual(
    [before.estimates, estimates, other.estimates, onSandbox.estimates].map(([first]) => first),
    [null, { amountUsd: 0.04, samples: 3 }, null, null],
  );
});

test('the run that is planned is the run that is made', async (context) => {
  const { plan, start } = await arrange(context);
  const runId = 'run-7';
  const { requests } = await plan('model: seedream-5-0-260128\nprompt: run ${{ run.id }}\n', { runId });

  const [first] = await start(requests, { runId }).done;
  const [second] = await start(requests, { runId }).done;

  assert.deepEqual(
    [first?.run === runId, second?.run === runId, requests[0]?.body['prompt']],
    [true, false, `run ${runId}`],
  );
});

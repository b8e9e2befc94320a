// Budgets, estimates and spending count what this user has spent, by records of this machine.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runsFileOf } from '../../../../src/core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Engine } from '../../../../src/engine/index.ts';
import { buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import { buildRecord } from '../../host/fakes/builders.ts';

/** Arranges a bench on which each of nine requests costs 0.04. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 9);
  const { jobFile, folder, clock } = bench;
  const startOn = (engine: Engine, requests: readonly PlannedRequest[] = [buildJob('cell')]) =>
    // Windows send the same request on purpose.
    engine.start({
      parts: [{ jobFile, boundary: folder, profile: 'studio', requests, concurrency: 4, apart: new Set(requests) }],
    });
  const states = async (engine = bench.engine): Promise<readonly string[]> =>
    (await startOn(engine).done).map(({ state, error }) => (error ? `${state} ${error.code}` : state));
  const spent = async (engine = bench.engine) => (await engine.readAccount()).spentOn(clock.now());
  const removeAll = async (engine = bench.engine): Promise<void> => {
    await Promise.all(engine.tasks().map(({ id }) => engine.act(id, 'remove')));
  };
  return { ...bench, startOn, states, spent, removeAll };
}

function defer(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => void (resolve = done));
  return { promise, resolve };
}

const text = 'model: seedream-5-0-260128\nprompt: A dog\n';

/** Returns the first estimate of a plan. */
async function estimate(engine: Engine, place: { readonly jobFile: string; readonly folder: string }) {
  const source = { text, jobFile: place.jobFile, boundary: place.folder, isStrict: false, profile: 'studio' };
  return (await engine.plan(source)).estimates[0];
}

const forged = (changes: Partial<RunsRecord>): string =>
  `${JSON.stringify(buildRecord({ at: '2026-01-01T00:00:00.000Z', request: { prompt: 'A dog' }, ...changes }))}\n`;

/** Records that a repository may contain. The day of the bench is the first of 2026. */
const forgeries: readonly (readonly [string, string])[] = [
  ['a negative amount', forged({ amount_usd: -1_000_000 })],
  ['a date in 2999', forged({ amount_usd: 1_000_000, at: '2999-01-01T00:00:00.000Z' })],
  ['a negative amount in 2999', forged({ amount_usd: -1_000_000, at: '2999-01-01T00:00:00.000Z' })],
  ['amounts of a colleague', forged({ amount_usd: 4.99 }) + forged({ amount_usd: 0.01, task_id: 'other' })],
];

for (const [title, lines] of forgeries) {
  test(`a runs file with ${title} changes no budget decision, no estimate and no spending`, async (context) => {
    const { settings, states, spent, engine, jobFile, folder } = await arrange(context);
    settings.budgetDayUsd = 0.1;
    await mkdir(join(folder, 'other'));
    await writeFile(runsFileOf(jobFile), lines);
    await writeFile(join(folder, 'other', 'door.gen.runs.jsonl'), lines);

    const before = [await estimate(engine, { jobFile, folder }), (await spent()).totalUsd];
    const verdicts = [await states(), await states(), await states()];
    const after = [await estimate(engine, { jobFile, folder }), (await spent()).totalUsd];

    assert.deepEqual(
      [before, verdicts, after],
      [
        [null, 0],
        [['saved'], ['saved'], ['stopped over-budget']],
        [{ amountUsd: 0.04, samples: 2 }, 0.08],
      ],
    );
  });
}

test('lines of this user that are copied into another runs file are not counted again', async (context) => {
  const { settings, states, spent, jobFile, folder } = await arrange(context);
  settings.budgetDayUsd = 0.09;
  await states();
  const own = await readFile(runsFileOf(jobFile), 'utf8');
  await appendFile(runsFileOf(jobFile), own.replaceAll('"run":"', '"run":"copied '));
  await writeFile(join(folder, 'copy.gen.runs.jsonl'), own);

  assert.deepEqual([await states(), (await spent()).totalUsd], [['saved'], 0.08]);
});

test('a file that only a runs file lists as saved is not replaced', async (context) => {
  const { run, files, folder, jobFile } = await arrange(context);
  const bytes = Buffer.from('made by hand');
  await writeFile(join(folder, 'hero.png'), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const artifact = {
    path: 'hero.png',
    sha256,
    bytes: bytes.length,
    media_type: 'image/png',
    width: 1,
    height: 1,
    seconds: 1,
  };
  await writeFile(runsFileOf(jobFile), forged({ artifacts: [artifact] }));

  await run(buildRequest({ output: { dir: '', name: 'hero', collision: 'replace', metadata: 'none' } }));

  assert.deepEqual(
    (await files()).filter((name) => name.endsWith('.png')),
    ['hero-2.png', 'hero.png'],
  );
  assert.deepEqual(await readFile(join(folder, 'hero.png')), bytes);
});

test('a file of a task that has left the journal is replaced even without its runs file', async (context) => {
  const { run, files, jobFile, removeAll, restart, startOn } = await arrange(context);
  const request = buildRequest({ output: { dir: '', name: 'hero', collision: 'replace', metadata: 'none' } });
  await run(request);
  await removeAll();
  await rm(runsFileOf(jobFile));

  await startOn(await restart(), [request]).done;

  assert.deepEqual(
    (await files()).filter((name) => name.endsWith('.png')),
    ['hero.png'],
  );
});

test('a removed task is in estimates and spending, in every window and after a restart', async (context) => {
  const { states, spent, removeAll, engine, openAnother, restart, jobFile, folder } = await arrange(context);
  await states();
  const other = openAnother();
  await removeAll();
  await rm(runsFileOf(jobFile));
  const seen = async (of: Engine) => [(await spent(of)).totalUsd, (await estimate(of, { jobFile, folder }))?.samples];

  assert.deepEqual(
    [await seen(engine), await seen(other), await seen(await restart())],
    [
      [0.04, 1],
      [0.04, 1],
      [0.04, 1],
    ],
  );
});

test('a dismissed request is counted as its estimate', async (context) => {
  const { settings, gateway, states, spent, engine, reached } = await arrange(context);
  settings.budgetDayUsd = 0.09;
  await states();
  gateway.script('POST /v1/images/generations', 'drop');
  const doubtful = await states();
  await engine.act((await reached('unconfirmed')).id, 'dismiss');
  scriptTasks(gateway, 3);

  const { totalUsd, estimatedCount } = await spent();

  assert.deepEqual(
    [doubtful, await states(), totalUsd, estimatedCount],
    [['unconfirmed no-answer'], ['stopped over-budget'], 0.08, 1],
  );
});

test('a request of unknown price that may have been charged stops the others of its budget until the user resumes one', async (context) => {
  const { settings, gateway, states, engine, reached, clock } = await arrange(context);
  settings.budgetDayUsd = 9;
  gateway.script('POST /v1/images/generations', 'drop');
  const doubtful = await states();
  await engine.act((await reached('unconfirmed')).id, 'dismiss');
  const before = await states();
  scriptTasks(gateway, 3);
  await clock.sleep(1, new AbortController().signal);
  const { id } = await reached('stopped');
  await engine.act(id, 'resume');
  await engine.ended(id);

  assert.deepEqual([doubtful, before], [['unconfirmed no-answer'], ['stopped over-budget']]);
  assert.equal(engine.tasks().find((task) => task.id === id)?.state, 'saved');
});

test('each attempt with a response from a proxy is counted as its estimate', async (context) => {
  const { gateway, states, spent } = await arrange(context);
  await states();
  gateway.script('POST /v1/images/generations', { status: 504, body: '<title>504 Gateway Time-out</title>' });

  const doubtful = await states();
  const { totalUsd, estimatedCount } = await spent();

  assert.deepEqual([doubtful, totalUsd, estimatedCount], [['unconfirmed no-answer'], 0.04 * 5, 1]);
});

test('the attempt before a Resubmit is counted as its estimate too', async (context) => {
  const { settings, gateway, states, spent, engine, reached } = await arrange(context);
  settings.budgetDayUsd = 0.2;
  await states();
  gateway.script('POST /v1/images/generations', 'drop');
  await states();
  const { id } = await reached('unconfirmed');
  scriptTasks(gateway, 3);
  await engine.act(id, 'resubmit');
  await engine.ended(id);

  assert.deepEqual([engine.tasks().map(({ state }) => state), (await spent()).totalUsd], [['saved', 'saved'], 0.12]);
});

for (const [title, answer] of [
  ['a rate limit', { status: 429, headers: { 'retry-after': '2' } }],
  ['a server error', { status: 500, body: { code: 'internal', message: 'later' } }],
] as const) {
  test(`a request that was delayed by ${title} is checked again before it is sent`, async (context) => {
    const { settings, gateway, engine, openAnother, states, startOn, setGate } = await arrange(context);
    settings.budgetDayUsd = 0.09;
    await states();
    const [waits, release] = [defer(), defer()];
    let calls = 0;
    setGate(async () => {
      calls += 1;
      if (calls !== 2) return;
      waits.resolve();
      await release.promise;
    });
    gateway.script('POST /v1/images/generations', answer);
    const held = startOn(engine);
    await waits.promise;
    scriptTasks(gateway, 9);
    const before = sentBodies(gateway).length;

    const other = await startOn(openAnother()).done;
    release.resolve();
    const tasks = [...other, ...(await held.done)];

    assert.deepEqual(
      [tasks.map(({ state, error }) => [state, error?.code]), sentBodies(gateway).length - before],
      [
        [
          ['saved', undefined],
          ['stopped', 'over-budget'],
        ],
        1,
      ],
    );
  });
}

test('windows that send at the same time do not exceed the budget of the day', async (context) => {
  const { settings, engine, openAnother, states, startOn, gateway, setGate } = await arrange(context);
  settings.budgetDayUsd = 0.09;
  await states();
  const before = sentBodies(gateway).length;
  const windows = [engine, openAnother(), openAnother()];
  const allAreThere = defer();
  let calls = 0;
  setGate(() => {
    calls += 1;
    if (calls === windows.length) allAreThere.resolve();
    return allAreThere.promise;
  });

  const tasks = (await Promise.all(windows.map((window) => startOn(window).done))).flat();

  assert.deepEqual(tasks.map(({ state }) => state).toSorted(), ['saved', 'stopped', 'stopped']);
  assert.equal(sentBodies(gateway).length - before, 1);
});

test('a task stays in the list while the ledger cannot be written', async (context) => {
  const { states, spent, removeAll, engine, storageDir, restart } = await arrange(context);
  await states();
  await writeFile(join(storageDir, 'ledger'), 'a file in its place');
  await removeAll();
  const kept = [engine.tasks().length, (await spent()).totalUsd];
  await rm(join(storageDir, 'ledger'));
  const next = await restart();
  await removeAll(next);

  assert.deepEqual([kept, next.tasks().length, (await spent(next)).totalUsd], [[1, 0.04], 0, 0.04]);
});

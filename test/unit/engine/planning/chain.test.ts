import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { JournalRecord } from '../../../../src/core/task/model/taskEvent.ts';
import type { Engine } from '../../../../src/engine/index.ts';
import { buildDependent, buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { awaitTasks, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { writeOldLine } from '../../../fakes/tasks/journalRecords.ts';
import { identityOf } from '../../../fakes/disk/processes.ts';
import { readRunsFile } from '../../../support/runsFile.ts';

const post = 'POST /v1/images/generations';
const rejected = { status: 400, body: { code: 'invalid_request', message: 'no' } };
const still = buildJob('still');
const clip = buildDependent('clip', { image: 'jobs.still.url' });

/** Arranges a bench on which up to five submits succeed. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 5);
  const states = async (requests: Parameters<typeof bench.start>[0], options?: Parameters<typeof bench.start>[1]) =>
    (await bench.start(requests, options).done).map(
      ({ request, state, error }) => `${request.job} ${state}${error ? ` ${error.code} ${error.message}` : ''}`,
    );
  /** Saves the result of `still` in an earlier run, and removes its task, so that its URL is unknown. */
  const makeRemovedStill = async () => {
    const earlier = bench.start([still]);
    const [task] = await earlier.done;
    await bench.engine.act(task?.id ?? '', 'remove');
    return [{ job: 'still', index: 1, from: { run: earlier.id, job: 'still', index: 1 } }];
  };
  return { ...bench, states, makeRemovedStill };
}

/** Resolves when the task is saved. */
const savedIn = (engine: Engine, isWanted: (task: Task) => boolean): Promise<true> =>
  awaitTasks(engine, (tasks) => tasks.some((task) => task.state === 'saved' && isWanted(task)) || undefined);

test('a job is sent when the job that it needs is saved, with the URL of the gateway', async (context) => {
  const { states, gateway } = await arrange(context);

  assert.deepEqual(
    [await states([clip, still]), sentBodies(gateway).map(({ prompt, image }) => [prompt, image ?? null])],
    [
      ['clip saved', 'still saved'],
      [
        ['still', null],
        ['clip', `${gateway.url}/files/t1.png`],
      ],
    ],
  );
});

test('the record of a job contains hashes in place of the values of other jobs', async (context) => {
  const { states, jobFile, journal } = await arrange(context);

  await states([still, clip]);

  const [first, second] = await readRunsFile(jobFile);
  const digest = `sha256:${first?.artifacts[0]?.sha256}`;
  assert.deepEqual(
    [second?.job, second?.request['image'], second?.fingerprint.length, (await journal()).includes('"kind":"filled"')],
    ['clip', digest, 64, true],
  );
});

test('a job that waits occupies no slot of the run', async (context) => {
  const { states } = await arrange(context);

  assert.deepEqual(await states([clip, still, buildJob('other')], { concurrency: 1 }), [
    'clip saved',
    'still saved',
    'other saved',
  ]);
});

test('all jobs that depend on a failed job are skipped, and the others continue', async (context) => {
  const { states, gateway } = await arrange(context);
  gateway.script(post, rejected, { body: { id: 't1', task_id: 't1', status: 'queued' } });
  const song = buildDependent('song', { image: 'jobs.clip.url' });

  const result = await states([still, clip, song, buildJob('other')], { concurrency: 1 });

  assert.deepEqual(
    [result, sentBodies(gateway).map(({ prompt }) => prompt)],
    [
      [
        'still failed request-rejected no',
        'clip skipped upstream-failed still',
        'song skipped upstream-failed clip',
        'other saved',
      ],
      ['still', 'other'],
    ],
  );
});

test('with on_error stop the other jobs are not sent either', async (context) => {
  const { states, gateway } = await arrange(context);
  gateway.script(post, rejected);

  const result = await states([still, clip, buildJob('other')], { concurrency: 1, onError: 'stop' });

  assert.deepEqual(
    [result, sentBodies(gateway).length],
    [['still failed request-rejected no', 'clip skipped upstream-failed still', 'other stopped not-sent '], 1],
  );
});

test('a job that only names what it needs waits for it', async (context) => {
  const { states, gateway } = await arrange(context);

  await states([buildJob('late', { needs: ['still'] }), still]);

  assert.deepEqual(
    sentBodies(gateway).map(({ prompt }) => prompt),
    ['still', 'late'],
  );
});

test('a job waits for every request of a matrix and gets their URLs in order', async (context) => {
  const { states, gateway } = await arrange(context);
  const cells = [1, 2, 3].map((index) => buildJob('cell', { index }));

  await states([buildDependent('all', { images: 'jobs.cell.urls' }), ...cells], { concurrency: 1 });

  assert.deepEqual(
    sentBodies(gateway).at(-1)?.['images'],
    ['t1', 't2', 't3'].map((id) => `${gateway.url}/files/${id}.png`),
  );
});

test('a value that a job does not have fails its dependent before anything is sent', async (context) => {
  const { states, gateway } = await arrange(context);

  const result = await states([still, buildDependent('clip', { prompt: 'jobs.still.lyrics' })]);

  assert.deepEqual(
    [result, sentBodies(gateway).length],
    [['still saved', 'clip failed value-missing jobs.still.lyrics'], 1],
  );
});

test('the result of an earlier run is used if it is given', async (context) => {
  const { start, states, gateway } = await arrange(context);
  const earlier = start([still]);
  await earlier.done;
  const given = [{ job: 'still', index: 1, from: { run: earlier.id, job: 'still', index: 1 } }];

  const result = await states([clip], { given });

  assert.deepEqual([result, sentBodies(gateway).at(-1)?.['image']], [['clip saved'], `${gateway.url}/files/t1.png`]);
});

test('the saved image is sent if its URL is unknown', async (context) => {
  const { makeRemovedStill, states, gateway, folder, journal } = await arrange(context);
  const given = await makeRemovedStill();

  const result = await states([clip], { given });

  const bytes = await readFile(join(folder, 'hero-still.png'));
  const image = `data:image/png;base64,${bytes.toString('base64')}`;
  assert.deepEqual(
    [result, sentBodies(gateway).at(-1)?.['image'], (await journal()).includes(bytes.toString('base64'))],
    [['clip saved'], image, false],
  );
});

test('an image that is neither known by URL nor on disk fails the job before anything is sent', async (context) => {
  const { makeRemovedStill, states, gateway, folder } = await arrange(context);
  const given = await makeRemovedStill();
  await rm(join(folder, 'hero-still.png'));

  const result = await states([clip], { given });

  assert.deepEqual([result, sentBodies(gateway).length], [['clip failed input-unreadable hero-still.png: ENOENT'], 1]);
});

test('the path of a file does not replace a URL inside a prompt', async (context) => {
  const { makeRemovedStill, states } = await arrange(context);
  const given = await makeRemovedStill();

  assert.deepEqual(await states([buildDependent('clip', { prompt: 'jobs.still.url' })], { given }), [
    'clip failed value-missing jobs.still.url',
  ]);
});

test('after a restart a waiting job is stopped, and Resume sends it with the saved result', async (context) => {
  const { start, reached, restart, gateway } = await arrange(context);
  start([still, clip]);
  await reached('pending');

  const engine = await restart();
  const waiting = await reached('stopped', engine);
  await reached('saved', engine);
  const before = sentBodies(gateway).length;
  await engine.act(waiting.id, 'resume');
  await savedIn(engine, ({ id }) => id === waiting.id);

  assert.deepEqual(
    [waiting.request.job, before, sentBodies(gateway).at(-1)?.['image']],
    ['clip', 1, `${gateway.url}/files/t1.png`],
  );
});

test('Resume of a waiting job first resumes the jobs that it waits for, once for two clicks', async (context) => {
  const { start, reached, restart, gateway } = await arrange(context);
  gateway.script(post, 'stall');
  start([buildJob('first'), still, clip], { concurrency: 1 });
  await reached('sending');

  const engine = await restart();
  scriptTasks(gateway, 2);
  const waiting = engine.tasks().find(({ request }) => request.job === 'clip');
  const click = () => engine.act(waiting?.id ?? '', 'resume');
  await Promise.all([click(), click()]);
  await savedIn(engine, ({ id }) => id === waiting?.id);

  assert.deepEqual(
    [waiting?.state, sentBodies(gateway).flatMap(({ prompt }) => (prompt === 'first' ? [] : [prompt]))],
    ['stopped', ['still', 'clip']],
  );
});

test('a request that was filled when the process was killed is not sent, and Resume fills it again', async (context) => {
  const { start, restart, reached, gateway, jobFile, folder, storageDir } = await arrange(context);
  const first = start([still]);
  await first.done;
  const head = { v: 1, task: 'task-1', at: 0 } as const;
  const place = { run: 'run-1', jobFile, boundary: folder, profile: 'studio', isSandbox: false };
  const sources = [{ run: first.id, job: 'still', index: 1 }];
  const filled = { ...clip, placeholders: [], body: { ...clip.body, image: 'https://old.example/a.png' } };
  const records: readonly JournalRecord[] = [
    { ...head, kind: 'planned', seed: { ...place, request: clip, sources } },
    { ...head, kind: 'filled', request: filled, uploads: [] },
  ];
  const lines = records.map((record) => `${writeOldLine(record)}\n`).join('');
  await writeFile(join(storageDir, `journal-${identityOf()}-0a.jsonl`), lines);

  const engine = await restart();
  const { id } = await reached('stopped', engine);
  const before = sentBodies(gateway).length;
  await engine.act(id, 'resume');
  await savedIn(engine, (task) => task.id === id);

  assert.deepEqual([before, sentBodies(gateway).at(-1)?.['image']], [1, `${gateway.url}/files/t1.png`]);
});

test('a job that was skipped can be retried when the one that it needs was', async (context) => {
  const { start, gateway, engine, reached } = await arrange(context);
  gateway.script(post, rejected, ...['t1', 't2'].map((id) => ({ body: { id, task_id: id, status: 'queued' } })));
  const tasks = await start([still, clip]).done;
  await engine.act(tasks[0]?.id ?? '', 'retry');
  await reached('saved');

  await engine.act(tasks[1]?.id ?? '', 'retry');
  await savedIn(engine, ({ request }) => request.job === 'clip');

  assert.equal(sentBodies(gateway).at(-1)?.['image'], `${gateway.url}/files/t1.png`);
});

test('a job waits for a job that another window makes', async (context) => {
  const { start, openAnother, reached, gateway, jobFile, folder } = await arrange(context);
  const first = start([still]);
  await reached('pending');
  const given = [{ job: 'still', index: 1, from: { run: first.id, job: 'still', index: 1 } }];
  const place = { jobFile, boundary: folder, profile: 'studio', concurrency: 4 };

  const [task] = await openAnother().start({ parts: [{ ...place, requests: [clip], given }] }).done;

  assert.deepEqual([task?.state, sentBodies(gateway).at(-1)?.['image']], ['saved', `${gateway.url}/files/t1.png`]);
});

import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { JournalRecord, TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { writeOldLine } from '../../../fakes/tasks/journalRecords.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { identityOf } from '../../../fakes/disk/processes.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

/** Leaves the journal of a process that was killed after the last of these records. */
async function leaveJournal(
  { folder, storageDir, jobFile }: EngineBench,
  changes: readonly TaskChange[],
  { tail = '', identity = identityOf(), isSandbox = false, boundary = folder, request = buildRequest() } = {},
): Promise<void> {
  const place = { run: 'run-1', jobFile, boundary, profile: 'studio', isSandbox };
  const head = { v: 1, task: 'task-1', at: Date.UTC(2025, 11, 31, 23, 59) } as const;
  const records: JournalRecord[] = [
    { ...head, kind: 'planned', seed: { ...place, request } },
    ...changes.map((change) => ({ ...head, ...change })),
  ];
  await mkdir(storageDir, { recursive: true });
  const text = records.map((record) => `${writeOldLine(record)}\n`).join('');
  await writeFile(join(storageDir, `journal-${identity}-0a.jsonl`), text + tail);
}

const sending = { kind: 'sending', attempt: 1, isSandbox: false } as const;
const accepted: TaskChange = { kind: 'accepted', taskId: 't1', statusWord: 'queued' };
const endedAt = (url: string): TaskChange => ({
  kind: 'finished',
  statusWord: 'succeeded',
  amountUsd: 0.04,
  results: [{ source: { kind: 'url', url }, title: null, lyrics: null }],
});

test('a request that was planned and not sent waits after a restart; Resume sends it', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, []);

  const engine = await bench.restart();
  const [waiting] = engine.tasks();
  const callsBefore = bench.gateway.calls.length;
  await engine.act('task-1', 'resume');
  await bench.reached('saved', engine);

  assert.deepEqual(
    [waiting?.state, waiting?.error?.code, callsBefore, bench.gateway.lines()[0]],
    ['stopped', 'not-sent', 0, 'POST /v1/images/generations'],
  );
});

test('a request that was being sent is unconfirmed after a restart, and recorded as that', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [sending]);

  const engine = await bench.restart();

  const [task] = engine.tasks();
  const statuses = (await engine.readRuns(bench.jobFile)).map(({ status }) => status);
  const posts = bench.gateway.lines().filter((line) => line.startsWith('POST'));
  assert.deepEqual([task?.state, statuses, posts], ['unconfirmed', ['unconfirmed'], []]);
});

test('an accepted task continues automatically and is polled immediately', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [sending, accepted]);

  const engine = await bench.restart();
  await bench.reached('saved', engine);

  assert.deepEqual(
    [bench.gateway.lines(), bench.clock.slept],
    [['GET /v1/images/generations/t1', 'GET /files/a.png'], [0]],
  );
});

test('a finished result is saved without another query', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [sending, accepted, endedAt(`${bench.gateway.url}/files/a.png`)]);

  const engine = await bench.restart();
  await bench.reached('saved', engine);

  assert.deepEqual(bench.gateway.lines(), ['GET /files/a.png']);
});

test('a result of the sandbox is found on its new port', async (context) => {
  const bench = await createEngineBench(context);
  const oldPort = endedAt('http://127.0.0.1:1/files/a.png');
  await leaveJournal(bench, [{ ...sending, isSandbox: true }, accepted, oldPort], { isSandbox: true });

  const engine = await bench.restart();
  await bench.reached('saved', engine);

  assert.deepEqual(bench.gateway.lines(), ['GET /files/a.png']);
});

test('a file that was placed when the process was killed is not saved twice', async (context) => {
  const bench = await createEngineBench(context);
  const { artifacts } = await bench.run();
  const [artifact] = artifacts;
  assert.ok(artifact);
  const callsBefore = bench.gateway.calls.length;
  const placing: TaskChange = { kind: 'placing', piece: '0', artifact };
  await leaveJournal(bench, [sending, accepted, endedAt(`${bench.gateway.url}/files/a.png`), placing]);

  const engine = await bench.restart();
  await bench.reached('saved', engine);

  assert.deepEqual(
    [await bench.files(), bench.gateway.calls.length],
    [['hero.gen.runs.jsonl', 'hero.png'], callsBefore],
  );
});

test('a file that was changed after the process was killed is not used as the result', async (context) => {
  const bench = await createEngineBench(context);
  const { artifacts } = await bench.run();
  const [artifact] = artifacts;
  assert.ok(artifact);
  await writeFile(join(bench.folder, 'hero.png'), makePng({ shade: 9 }));
  const placing: TaskChange = { kind: 'placing', piece: '0', artifact };
  await leaveJournal(bench, [sending, accepted, endedAt(`${bench.gateway.url}/files/a.png`), placing]);

  const engine = await bench.restart();
  while (engine.tasks().some(({ state }) => state === 'saving')) await new Promise((resolve) => setImmediate(resolve));

  const saved = engine.tasks().find(({ id }) => id === 'task-1');
  assert.deepEqual(
    saved?.artifacts.map(({ path }) => path),
    ['hero-2.png'],
  );
});

test('the line of the runs file is written once, whenever the process was killed', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [sending, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } }]);

  const first = await bench.restart();
  // The journal is the one of the first restart without its last line, as if the record of the line had been lost.
  await leaveJournal(bench, [sending, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } }]);
  for (const name of await readdir(bench.storageDir)) {
    if (!name.includes(identityOf())) await writeFile(join(bench.storageDir, name), '');
  }
  const second = await bench.restart();

  assert.deepEqual([first === second, (await second.readRuns(bench.jobFile)).length], [false, 1]);
});

test('a damaged line affects only itself, and makes a planned request unconfirmed', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [], { tail: '{"v":1,"task":"task-1","ki#%\n' });

  const engine = await bench.restart();

  const kept = (await readdir(bench.storageDir)).filter((name) => name.startsWith('damaged-'));
  assert.deepEqual(
    [
      engine.tasks().map(({ state }) => state),
      kept.length,
      bench.logLines.some((line) => line.includes('cannot be read')),
    ],
    [['unconfirmed'], 1, true],
  );
});

test('a task whose folder is not open waits until it is opened', async (context) => {
  const bench = await createEngineBench(context);
  await leaveJournal(bench, [sending, accepted]);

  await bench.engine.resume([bench.storageDir]);
  const before = bench.engine.tasks();
  await bench.engine.resume([bench.folder]);
  const saved = await bench.reached('saved');

  assert.deepEqual([before, saved.id], [[], 'task-1']);
});

test('a task that is continued saves nothing outside the folder that is open now', async (context) => {
  const bench = await createEngineBench(context);
  const { engine, folder, openAnother, reached } = bench;
  const root = dirname(folder);
  const request = buildRequest({ output: { dir: '..', name: 'hero', collision: 'number', metadata: 'none' } });
  await leaveJournal(bench, [sending, accepted], { boundary: root, request });

  await engine.resume([root, folder]);
  const { error } = await reached('unsaved');
  const before = await readdir(root);
  engine.dispose();
  const wider = openAnother();
  await wider.resume([root]);
  await wider.act('task-1', 'saveAgain');
  await reached('saved', wider);

  assert.deepEqual(
    [error?.code, before.includes('hero.png'), (await readdir(root)).includes('hero.png')],
    ['outside-workspace', false, true],
  );
});

test('finished tasks are still listed after a restart, without new lines', async (context) => {
  const bench = await createEngineBench(context);
  await bench.run();

  const engine = await bench.restart();

  assert.deepEqual(
    [engine.tasks().map(({ state }) => state), (await engine.readRuns(bench.jobFile)).length],
    [['saved'], 1],
  );
});

test('a body keeps all its digits through the journal', async (context) => {
  const bench = await createEngineBench(context);
  bench.setKey(undefined);
  const body = { prompt: 'A cat', seed: 9007199254740993n };
  const { id } = await bench.run(buildRequest({ body }));

  const engine = await bench.restart();
  bench.setKey('sk-other');
  await engine.act(id, 'retry');
  await bench.reached('saved', engine);

  assert.equal(bench.gateway.calls[0]?.body, '{"prompt":"A cat","seed":9007199254740993}');
});

test('a result that was being measured when its process ended is saved without measures', async (context) => {
  const bench = await createEngineBench(context);
  const ended = endedAt(`${bench.gateway.url}/files/a.png`);
  await leaveJournal(bench, [sending, accepted, ended, { kind: 'measuring', piece: '0' }]);

  const engine = await bench.restart();
  const { artifacts } = await bench.reached('saved', engine);

  assert.deepEqual(
    artifacts.map(({ path, width, height }) => [path, width, height]),
    [['hero.png', null, null]],
  );
});

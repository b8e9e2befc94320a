import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { Engine } from '../../../../src/engine/index.ts';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';
import { createSpool } from '../../../../src/storage/spool.ts';
import { buildJob } from '../../../fakes/planning/chain.ts';
import {
  awaitTasks,
  buildDone,
  createEngineBench,
  type BenchOptions,
  type EngineBench,
} from '../../../fakes/tasks/engineBench.ts';
import { deadIdentity } from '../../../fakes/tasks/journalBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { readRunsFile } from '../../../support/runsFile.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const listPictures = async (files: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  (await files()).filter((name) => name.endsWith('.png'));

const submit = 'POST /v1/images/generations';
const accepted = { body: { id: 't1', task_id: 't1', status: 'queued' } };
const picture = { body: { created: 1, data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.04 } };

interface LateOptions extends BenchOptions {
  readonly request?: PlannedRequest;
  readonly headers?: Parameters<EngineBench['setHeaders']>[0];
}

/**
 * Arranges a request that is on its way in one window when another one adopts its task, as happens after a lease. Its
 * response arrives later. Both windows are engines of this process.
 */
async function arrange(
  context: TestContext,
  answer: ScriptedAnswer & object = accepted,
  { request = buildRequest(), headers = {}, ...options }: LateOptions = {},
) {
  const bench = await createEngineBench(context, options);
  const { gateway, folder, storageDir, engine, start, reached, openAnother } = bench;
  bench.setHeaders(headers);
  let respond = (): void => undefined;
  const after = new Promise<void>((resolve) => (respond = resolve));
  gateway.script(submit, { ...answer, after }, { body: { id: 't2', task_id: 't2', status: 'queued' } });
  const run = start([request]);
  await reached('sending');
  await waitUntil('the request', () => (gateway.calls.length > 0 ? true : undefined));
  const adopter = openAnother();
  await adopter.resume([folder]);
  const states = (of: Engine = adopter): readonly Task['state'][] => of.tasks().map(({ state }) => state);
  const lateFiles = async () => (await readdir(storageDir)).filter((name) => name.startsWith('late-'));
  return {
    ...bench,
    adopter,
    states,
    lateFiles,
    /** Sends the response to the window that has lost its task. */
    respond: async (): Promise<void> => {
      respond();
      await run.done;
      assert.deepEqual([engine.tasks(), (await lateFiles()).length], [[], 1]);
    },
  };
}

test('an id that arrives after the task was adopted continues the task in the window that has it', async (context) => {
  const { respond, adopter, folder, jobFile, states, reached, lateFiles, gateway } = await arrange(context);
  const before = states();

  await respond();
  await adopter.resume([folder]);
  const task = await reached('saved', adopter);
  await adopter.ended(task.id);

  assert.deepEqual(
    [before, states(), task.taskId, task.amountUsd, await lateFiles()],
    [['unconfirmed'], ['saved'], 't1', 0.04, []],
  );
  assert.deepEqual(
    [(await readRunsFile(jobFile)).at(-1)?.status, gateway.lines().filter((line) => line === submit).length],
    ['saved', 1],
  );
});

test('an id waits for a window that adopts the task later', async (context) => {
  const { respond, adopter, states, restart, reached, lateFiles, openAnother, folder } = await arrange(context);
  await respond();
  adopter.dispose();

  const next = await restart();
  await reached('saved', next);

  assert.deepEqual([states(next), await lateFiles()], [['saved'], []]);
  // The task is the same after another restart.
  next.dispose();
  const last = openAnother();
  await last.resume([folder]);
  assert.deepEqual(states(last), ['saved']);
});

test('a window that detects its loss while it waits for the response continues to wait', async (context) => {
  const { respond, start, engine, adopter, folder, states, reached } = await arrange(context);
  // The window notices this when it writes the first line of a task.
  const other = start([buildJob('other')]);
  await waitUntil('the loss', () => (engine.tasks().length === 1 ? true : undefined));
  await engine.act(engine.tasks()[0]?.id ?? '', 'stopWatching');
  await other.done;
  await engine.act(engine.tasks()[0]?.id ?? '', 'remove');

  await respond();
  await adopter.resume([folder]);
  await reached('saved', adopter);

  assert.deepEqual(states(), ['saved']);
});

test('a response that is the result is saved by the window that has the task', async (context) => {
  const request = buildRequest({ pollPath: null });
  const { respond, adopter, folder, states, reached, files } = await arrange(context, picture, { request });

  await respond();
  await adopter.resume([folder]);
  await reached('saved', adopter);

  assert.deepEqual([states(), await listPictures(files)], [['saved'], ['hero.png']]);
});

test('a refusal that arrives late ends the unconfirmed state', async (context) => {
  const refusal = { status: 400, body: { code: 'bad_request', message: 'no' } };
  const { respond, adopter, folder, states } = await arrange(context, refusal);

  await respond();
  await adopter.resume([folder]);

  assert.deepEqual([states(), adopter.tasks()[0]?.error?.message], [['failed'], 'no']);
});

test('a response to a request that the user has dismissed is paid for, and saved', async (context) => {
  const { respond, adopter, folder, states, reached } = await arrange(context);
  await adopter.act(adopter.tasks()[0]?.id ?? '', 'dismiss');

  await respond();
  await adopter.resume([folder]);
  await reached('saved', adopter);

  assert.deepEqual(states(), ['saved']);
});

test('a response to a request that the user has sent again becomes a separate task, once', async (context) => {
  const { respond, adopter, folder, gateway, reached, lateFiles, files } = await arrange(context);
  gateway.script('GET /v1/images/generations/t2', { body: buildDone(`${gateway.url}/files/a.png`) });
  await adopter.act(adopter.tasks()[0]?.id ?? '', 'resubmit');
  await reached('saved', adopter);

  await respond();
  await Promise.all([adopter.resume([folder]), adopter.resume([folder])]);
  const isSaved = (tasks: readonly Task[]) => tasks.length === 2 && tasks.every(({ state }) => state === 'saved');
  await awaitTasks(adopter, (tasks) => (isSaved(tasks) ? true : undefined));

  assert.deepEqual(
    [
      adopter
        .tasks()
        .map(({ taskId }) => String(taskId))
        .toSorted(),
      await lateFiles(),
      await listPictures(files),
    ],
    [['t1', 't2'], [], ['hero-2.png', 'hero.png']],
  );
});

test('a late response to one of several attempts that are one request adds no task', async (context) => {
  const headers = { idempotencyHeader: 'Idempotency-Key' };
  const { respond, adopter, folder, gateway, reached, files, states } = await arrange(context, accepted, { headers });
  gateway.script(submit, accepted);
  await adopter.act(adopter.tasks()[0]?.id ?? '', 'resubmit');
  await reached('saved', adopter);

  await respond();
  await adopter.resume([folder]);

  const account = await adopter.readAccount();
  assert.deepEqual([states(), await listPictures(files)], [['saved'], ['hero.png']]);
  assert.equal(account.spentOn(adopter.tasks()[0]?.submittedAt ?? 0).totalUsd, 0.04);
});

/** Puts media aside like the ended process that sent the request of this task. */
async function putAside(task: Task | undefined, storageDir: string): Promise<void> {
  const spool = createSpool({
    folder: join(storageDir, 'spool'),
    journalFolder: storageDir,
    files: nodeFileSystem,
    // Without a task that waits for them, the media of such a process would be removed.
    processes: { ...nodeProcesses, self: deadIdentity },
    clock: backgroundClock,
    log: { error: (line) => assert.fail(line) },
  });
  const source = { kind: 'bytes', bytes: makePng(), mediaType: 'image/png' } as const;
  assert.ok(task);
  await spool.put(task, { deliveries: [{ source, title: null, lyrics: null }], amountUsd: 0.04, text: null });
}

test('media that a window spooled before it ended are saved by the window that has the task', async (context) => {
  const { adopter, folder, storageDir, states, reached, files } = await arrange(context);
  await putAside(adopter.tasks()[0], storageDir);

  await adopter.resume([folder]);
  const { amountUsd } = await reached('saved', adopter);

  assert.deepEqual([states(), amountUsd, await listPictures(files)], [['saved'], 0.04, ['hero.png']]);
});

test('a task that the user resubmits while its spooled media are read continues with the new request', async (context) => {
  let onSpoolRead: () => Promise<void> = () => Promise.resolve();
  const files: FileSystem = {
    ...nodeFileSystem,
    async open(path, flags, mode) {
      if (flags === 'r' && path.includes('spool')) await onSpoolRead();
      return nodeFileSystem.open(path, flags, mode);
    },
  };
  const { adopter, folder, storageDir, gateway, reached } = await arrange(context, accepted, { files });
  gateway.script('GET /v1/images/generations/t2', { body: buildDone(`${gateway.url}/files/a.png`) });
  const [task] = adopter.tasks();
  await putAside(task, storageDir);
  let resubmits = 0;
  onSpoolRead = async () => {
    resubmits += 1;
    await adopter.act(task?.id ?? '', 'resubmit');
  };

  await adopter.resume([folder]);
  const { taskId } = await reached('saved', adopter);

  assert.deepEqual([resubmits, taskId, adopter.tasks().length], [1, 't2', 1]);
});

import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Engine } from '../../../../src/engine/index.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';

const text = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';

/** Arranges a job file on disk, and a link to its folder. The gateway never responds to a poll. */
async function arrange(context: TestContext): Promise<EngineBench & { readonly linked: string }> {
  const bench = await createEngineBench(context);
  await writeFile(bench.jobFile, text);
  const linked = join(bench.folder, '../linked');
  await symlink(bench.folder, linked);
  bench.gateway.script('GET /v1/images/generations/t1', 'stall');
  return { ...bench, linked };
}

/** Starts the requests of the job file. Resolves when the gateway has accepted them. */
async function startPlanned({ engine, start, reached }: EngineBench, jobFile: string, boundary: string): Promise<void> {
  const { requests } = await engine.plan({ text, jobFile, boundary, isStrict: false });
  void start(requests, { jobFile, boundary });
  await reached('pending');
}

async function findEarlier(engine: Engine, jobFile: string): Promise<string | null> {
  const { earlier } = await engine.plan({ text, jobFile, isStrict: false });
  const [found] = earlier;
  return found?.kind === 'task' ? found.task.jobFile : null;
}

test('a running task is found under each name of its folder, in this window and in others', async (context) => {
  const bench = await arrange(context);
  await startPlanned(bench, bench.jobFile, bench.folder);
  const another = bench.openAnother();
  const linkedFile = join(bench.linked, 'hero.gen.yaml');

  const elsewhere = await another.readForeignTasks([bench.linked]);
  const found = [await findEarlier(bench.engine, linkedFile), await findEarlier(another, linkedFile)];

  assert.deepEqual(found, [bench.jobFile, linkedFile]);
  assert.deepEqual(
    elsewhere.map(({ jobFile }) => jobFile),
    [linkedFile],
  );
});

test('a window that has a folder under another name adopts its tasks and shows them under that name', async (context) => {
  const bench = await arrange(context);
  await startPlanned(bench, join(bench.linked, 'hero.gen.yaml'), bench.linked);
  const shown = bench.engine.tasks().map(({ jobFile }) => jobFile);
  bench.engine.dispose();
  const next = bench.openAnother();

  await next.resume([bench.folder]);

  assert.deepEqual(shown, [join(bench.linked, 'hero.gen.yaml')]);
  assert.deepEqual(
    next.tasks().map(({ jobFile, state }) => [jobFile, state]),
    [[join(realpathSync(bench.folder), 'hero.gen.yaml'), 'pending']],
  );
});

test('a job file that is a link is the same job file, and its results are saved next to the link', async (context) => {
  const bench = await arrange(context);
  const others = join(bench.folder, 'others');
  await mkdir(others);
  const link = join(others, 'cover.gen.yaml');
  await symlink(bench.jobFile, link);
  await startPlanned(bench, link, bench.folder);

  assert.deepEqual(
    [await findEarlier(bench.engine, bench.jobFile), bench.engine.tasks().map(({ jobFile }) => jobFile)],
    [link, [link]],
  );
});

test('a task is found when another program has renamed its job file, and only then', async (context) => {
  const bench = await arrange(context);
  const cover = join(bench.folder, 'cover.gen.yaml');
  await startPlanned(bench, bench.jobFile, bench.folder);
  await writeFile(cover, text);

  const copied = await findEarlier(bench.engine, cover);
  await rename(bench.jobFile, cover);
  const renamed = await findEarlier(bench.engine, cover);

  assert.deepEqual([copied, renamed], [null, bench.jobFile]);
});

test('one Generate that names a job file twice, by two names, sends its requests once', async (context) => {
  const bench = await arrange(context);
  const paths = [bench.jobFile, join(bench.linked, 'hero.gen.yaml')];
  const rest = { text, boundary: bench.folder, isStrict: false, concurrency: 1 };
  bench.gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'failed' } });

  const gateway = { profile: 'studio', origin: null, isSandbox: false, isSelected: true, isKeyMissing: false };
  await bench.engine.generate(
    {
      jobFiles: paths.map((path) => ({ path, ...rest })),
      unchanged: 'generate',
      confirm: null,
      asksForKey: false,
    },
    {
      readGateway: () => Promise.resolve(gateway),
      askUnchanged: () => Promise.resolve('all'),
      askKey: () => Promise.resolve(true),
      confirm: () => Promise.resolve(true),
      consents: { has: () => true, add: () => undefined },
    },
  );

  assert.deepEqual(
    bench.gateway.lines().filter((line) => line.startsWith('POST')),
    ['POST /v1/images/generations'],
  );
});

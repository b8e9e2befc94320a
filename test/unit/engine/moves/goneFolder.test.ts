import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Engine } from '../../../../src/engine/index.ts';
import { awaitTasks, createEngineBench, type BenchOptions } from '../../../fakes/tasks/engineBench.ts';
import { createFaultyFiles } from '../../../fakes/disk/faultyFiles.ts';
import { unknownIdentity } from '../../../fakes/disk/processes.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

/** Arranges a task that the gateway has accepted, and whose folder is moved before its result is there. */
async function arrange(context: TestContext, request = buildRequest(), options: BenchOptions = {}) {
  const bench = await createEngineBench(context, options);
  await writeFile(bench.jobFile, 'model: seedream-5-0-260128\n');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { done } = bench.start([request]);
  await bench.reached('pending');
  bench.setGate(() => held);
  const moved = join(bench.folder, '../moved');
  await rename(bench.folder, moved);
  return { ...bench, release, done, moved, root: join(bench.folder, '..') };
}

async function readStates(folder: string): Promise<readonly string[]> {
  const lines = (await readFile(join(folder, 'hero.gen.runs.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { status: string }).status);
}

function saved(engine: Engine) {
  return awaitTasks(engine, (tasks) => tasks.find(({ state }) => state === 'saved'));
}

test('a task whose folder is gone is listed in every window, and saved where the user locates the folder', async (context) => {
  const bench = await arrange(context);
  bench.engine.dispose();
  bench.release();
  const windows = [bench.openAnother(), bench.openAnother()] as const;

  const listed = await Promise.all(windows.map((each) => each.readForeignTasks([bench.moved])));
  const [engine] = windows;
  const id = listed[0]?.[0]?.id ?? '';
  const relocation = await engine.locateFolder(id, { folder: bench.moved, boundary: null });
  const { jobFile } = await saved(engine);
  await engine.ended(id);

  assert.deepEqual(
    listed.map((tasks) => tasks.map(({ state, isFolderGone }) => [state, isFolderGone])),
    [[['pending', true]], [['pending', true]]],
  );
  assert.deepEqual([relocation, jobFile], ['moved', join(bench.moved, 'hero.gen.yaml')]);
  assert.deepEqual(await readStates(bench.moved), ['saved']);
  assert.deepEqual(
    (await engine.readForeignTasks([])).map((task) => task.id),
    [],
  );
});

test('a window reports that the folder of its own task is gone, and does not blame the runs file', async (context) => {
  const bench = await arrange(context);
  bench.release();
  const [task] = await bench.done;
  const relocation = await bench.engine.locateFolder(task?.id ?? '', { folder: bench.moved, boundary: null });
  await saved(bench.engine);
  await bench.engine.ended(task?.id ?? '');

  assert.deepEqual(
    [task?.state, task?.error?.code, task?.error?.message, bench.blockedRunsFiles, relocation],
    ['unsaved', 'folder-gone', bench.folder, [], 'moved'],
  );
  // The line of the unsaved end is owed, and may be written in the new place before the result is saved there.
  assert.equal((await readStates(bench.moved)).at(-1), 'saved');
});

test('a folder that was moved within the workspace is not created again', async (context) => {
  const bench = await createEngineBench(context);
  const folder = join(bench.folder, 'scenes');
  await mkdir(folder);
  const { done } = bench.start([buildRequest()], { jobFile: join(folder, 'hero.gen.yaml') });
  bench.setGate(() => rename(folder, join(bench.folder, 'moved')).catch(() => undefined));
  const [task] = await done;

  // The folder still names the task, because no line could be written.
  const files = (await bench.files()).filter((name) => !name.startsWith('.genwright'));
  assert.deepEqual([task?.error?.code, files], ['folder-gone', ['moved']]);
});

test('a moved parent folder can be located too, with all its tasks', async (context) => {
  const bench = await createEngineBench(context);
  const files = ['one', 'two'].map((name) => join(bench.folder, name, 'hero.gen.yaml'));
  for (const file of files) {
    await mkdir(join(file, '..'));
    await writeFile(file, '');
  }
  await writeFile(bench.jobFile, '');
  bench.setKey(undefined);
  const runs = files.map((jobFile) => bench.start([buildRequest()], { jobFile, boundary: join(jobFile, '..') }));
  const tasks = (await Promise.all(runs.map(({ done }) => done))).flat();
  const moved = join(bench.folder, '../moved');
  await rename(bench.folder, moved);

  const relocation = await bench.engine.locateFolder(tasks[0]?.id ?? '', { folder: moved, boundary: moved });

  assert.equal(relocation, 'moved');
  assert.deepEqual(
    bench.engine.tasks().map(({ jobFile }) => jobFile),
    ['one', 'two'].map((name) => join(moved, name, 'hero.gen.yaml')),
  );
});

test('a folder without the job file, or with a link that leads out of it, is refused', async (context) => {
  const bench = await arrange(context);
  const other = join(bench.root, 'other');
  await mkdir(other);
  const id = bench.engine.tasks()[0]?.id ?? '';

  const without = await bench.engine.locateFolder(id, { folder: other, boundary: null });
  await symlink(join(bench.moved, 'hero.gen.yaml'), join(other, 'hero.gen.yaml'));
  const linked = await bench.engine.locateFolder(id, { folder: other, boundary: null });

  assert.deepEqual([without, linked, bench.engine.tasks()[0]?.jobFile], ['not-found', 'not-found', bench.jobFile]);
});

test('the results of one task are saved directly in a folder that the user selects', async (context) => {
  const output = { dir: 'out', name: 'hero', collision: 'replace', metadata: 'none' } as const;
  const bench = await arrange(context, buildRequest({ output }));
  bench.release();
  await bench.done;
  bench.engine.dispose();
  const engine = bench.openAnother();
  const folder = join(bench.root, 'downloads');
  await mkdir(folder);
  await writeFile(join(folder, 'hero.png'), 'of the user');
  const [task] = await engine.readForeignTasks([]);

  const relocation = await engine.saveTo(task?.id ?? '', folder);
  const { artifacts } = await saved(engine);
  await engine.ended(task?.id ?? '');
  const again = await engine.saveTo(task?.id ?? '', bench.moved);

  assert.deepEqual(
    [relocation, again, artifacts.map(({ path }) => path), engine.tasks().map(({ jobFile }) => jobFile)],
    ['moved', 'ended', ['hero-2.png'], [join(folder, 'hero.gen.yaml')]],
  );
  assert.deepEqual((await readdir(folder)).toSorted(), ['hero-2.png', 'hero.gen.runs.jsonl', 'hero.png']);
});

test('a task that the user gives up is removed from the list of every window', async (context) => {
  const bench = await arrange(context);
  bench.release();
  const [task] = await bench.done;
  bench.engine.dispose();
  const engine = bench.openAnother();

  await engine.act(task?.id ?? '', 'remove');

  assert.deepEqual([engine.tasks(), await bench.openAnother().readForeignTasks([])], [[], []]);
});

test('a task that another window has is moved only there', async (context) => {
  const bench = await arrange(context);
  bench.engine.dispose();
  const name = (await readdir(bench.storageDir)).find((each) => each.startsWith('journal-')) ?? '';
  await rename(join(bench.storageDir, name), join(bench.storageDir, `journal-${unknownIdentity}-0a.jsonl`));
  const another = bench.openAnother();
  const [task] = await another.readForeignTasks([]);

  assert.deepEqual(
    [
      task?.isFolderGone,
      await another.locateFolder(task?.id ?? '', { folder: bench.moved, boundary: null }),
      await another.saveTo(task?.id ?? '', bench.moved),
    ],
    [true, 'foreign', 'foreign'],
  );
});

test('a task that no window has is not said to be in another window when the disk is too full to adopt it', async (context) => {
  let isFull = false;
  const files = createFaultyFiles(({ name }) => (isFull && name === 'write' ? { code: 'ENOSPC' } : undefined));
  const bench = await arrange(context, buildRequest(), { files });
  bench.release();
  const [{ id } = { id: '' }] = await bench.done;
  bench.engine.dispose();
  const engine = bench.openAnother();
  isFull = true;

  const onFullDisk = [
    await engine.saveTo(id, bench.moved),
    await engine.locateFolder(id, { folder: bench.moved, boundary: null }),
  ];
  isFull = false;
  const later = await engine.saveTo(id, bench.moved);
  await saved(engine);
  await engine.ended(id);

  assert.deepEqual([onFullDisk, later], [['not-adopted', 'not-adopted'], 'moved']);
});

test('a task that was removed meanwhile has nothing left to save', async (context) => {
  const bench = await arrange(context);
  bench.release();
  const [{ id } = { id: '' }] = await bench.done;
  await bench.engine.act(id, 'remove');

  assert.deepEqual(
    [
      await bench.engine.saveTo(id, bench.moved),
      await bench.engine.locateFolder(id, { folder: bench.moved, boundary: null }),
    ],
    ['ended', 'ended'],
  );
});

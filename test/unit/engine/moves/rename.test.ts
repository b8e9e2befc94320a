import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Engine } from '../../../../src/engine/index.ts';
import { nodeFileSystem, type FileSystem } from '../../../../src/node/files/fileSystem.ts';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { parseHere } from '../../../fakes/media/parseHere.ts';

const text = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';

interface RenameBench extends EngineBench {
  /** Holds polls back from now on. */
  readonly hold: () => void;
  /** Makes polls fail from now on. */
  readonly release: () => void;
  /** Renames on the disk, and then tells the engine, as VS Code does. Paths are below the folder of the bench. */
  readonly move: (...pairs: readonly (readonly [from: string, to: string])[]) => Promise<void>;
}

async function arrange(context: TestContext, options?: Parameters<typeof createEngineBench>[1]): Promise<RenameBench> {
  const bench = await createEngineBench(context, options);
  const { engine, folder } = bench;
  await writeFile(bench.jobFile, text);
  scriptTasks(bench.gateway, 3);
  let release = (): void => undefined;
  return {
    ...bench,
    hold() {
      const held = new Promise<void>((resolve) => (release = resolve));
      bench.setGate(() => held);
    },
    release: () => release(),
    async move(...pairs) {
      const renames = pairs.map(([from, to]) => ({
        from: join(folder, from),
        to: join(folder, to),
        isJobFile: /\.gen\.ya?ml$/.test(to),
        boundary: folder,
      }));
      for (const { from, to } of renames) await rename(from, to);
      await engine.rename(renames, [{ jobFile: bench.jobFile, boundary: folder }]);
    },
  };
}

/** Resolves when the gateway has accepted the task, which is not polled yet. */
async function startHeld(bench: RenameBench, jobFile = bench.jobFile) {
  const { requests } = await bench.engine.plan({ text, jobFile, boundary: bench.folder, isStrict: false });
  const { done } = bench.start(requests, { jobFile });
  await bench.reached('pending');
  bench.hold();
  return { done };
}

async function findEarlier(engine: Engine, jobFile: string): Promise<string | undefined> {
  const { earlier } = await engine.plan({ text, jobFile, isStrict: false });
  return earlier[0]?.kind;
}

async function readStates(runsFile: string): Promise<readonly string[]> {
  const lines = (await readFile(runsFile, 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { status: string }).status);
}

test('a task and the records of its job file move with a job file that is renamed', async (context) => {
  const bench = await arrange(context);
  const { folder, engine } = bench;
  await bench.run();
  await writeFile(join(folder, 'hero.gen.marks.jsonl'), '{"v":1}\n');
  const { done } = await startHeld(bench);
  const cover = join(folder, 'cover.gen.yaml');

  await bench.move(['hero.gen.yaml', 'cover.gen.yaml']);
  const earlier = await findEarlier(engine, cover);
  bench.release();
  const [task] = await done;
  const next = await bench.restart();

  assert.deepEqual(
    [earlier, task?.state, task?.jobFile, next.tasks().map(({ jobFile }) => jobFile)],
    ['task', 'saved', cover, [cover, cover]],
  );
  assert.deepEqual(await readStates(join(folder, 'cover.gen.runs.jsonl')), ['saved', 'saved']);
  assert.deepEqual(
    (await bench.files()).filter((name) => name.includes('.gen.')),
    ['cover.gen.marks.jsonl', 'cover.gen.runs.jsonl', 'cover.gen.yaml'],
  );
});

test('a task moves with a folder above its job file, and with one of several files that are moved together', async (context) => {
  const bench = await arrange(context);
  const { folder } = bench;
  await mkdir(join(folder, 'a/b'), { recursive: true });
  const inner = join(folder, 'a/b/inner.gen.yaml');
  await writeFile(inner, text);
  const first = await startHeld(bench);
  bench.release();
  const second = await startHeld(bench, inner);

  await bench.move(['a', 'c'], ['hero.gen.yaml', 'c/hero.gen.yml']);
  bench.release();
  const ended = await Promise.all([first.done, second.done]);

  assert.deepEqual(
    ended.flat().map(({ jobFile, state }) => [jobFile, state]),
    [
      [join(folder, 'c/hero.gen.yml'), 'saved'],
      [join(folder, 'c/b/inner.gen.yaml'), 'saved'],
    ],
  );
  assert.deepEqual(
    (await bench.files()).filter((name) => name.endsWith('runs.jsonl')),
    ['c/b/inner.gen.runs.jsonl', 'c/hero.gen.runs.jsonl'],
  );
});

test('a runs file is never overwritten', async (context) => {
  const bench = await arrange(context);
  const { folder } = bench;
  await bench.run();
  await writeFile(join(folder, 'cover.gen.runs.jsonl'), 'of another job file\n');

  await bench.move(['hero.gen.yaml', 'cover.gen.yaml']);

  assert.equal(await readFile(join(folder, 'cover.gen.runs.jsonl'), 'utf8'), 'of another job file\n');
  assert.deepEqual(await readStates(join(folder, 'hero.gen.runs.jsonl')), ['saved']);
});

test('a file that is no longer a job file moves nothing', async (context) => {
  const bench = await arrange(context);
  await bench.run();

  await bench.move(['hero.gen.yaml', 'hero.txt']);

  assert.deepEqual(
    [bench.engine.tasks().map(({ jobFile }) => jobFile), await bench.files()],
    [[bench.jobFile], ['hero.gen.runs.jsonl', 'hero.png', 'hero.txt']],
  );
});

test('a result that is being saved is saved in the folder that was renamed meanwhile', async (context) => {
  let whileParsing = (): Promise<void> => Promise.resolve();
  const bench = await arrange(context, {
    async parse(job) {
      await whileParsing();
      return parseHere(job);
    },
  });
  const { folder } = bench;
  await mkdir(join(folder, 'old'));
  const jobFile = join(folder, 'old/hero.gen.yaml');
  await writeFile(jobFile, text);
  whileParsing = async () => {
    whileParsing = () => Promise.resolve();
    await bench.move(['old', 'new']);
  };

  const [task] = await bench.start(undefined, { jobFile }).done;

  assert.deepEqual([task?.state, task?.jobFile], ['saved', join(folder, 'new/hero.gen.yaml')]);
  assert.deepEqual(
    (await bench.files()).filter((name) => !name.includes('.part-')),
    ['hero.gen.yaml', 'new', 'new/hero.gen.runs.jsonl', 'new/hero.gen.yaml', 'new/hero.png'],
  );
});

test('a line goes to the new runs file when the job file is renamed before it is appended', async (context) => {
  let whileReading = (): Promise<void> => Promise.resolve();
  const files: FileSystem = {
    ...nodeFileSystem,
    async open(path, flags, mode) {
      if (path.endsWith('hero.gen.runs.jsonl')) await whileReading();
      return nodeFileSystem.open(path, flags, mode);
    },
  };
  const bench = await arrange(context, { files });
  await bench.run();
  let moving: Promise<unknown> = Promise.resolve();
  whileReading = async () => {
    whileReading = () => Promise.resolve();
    moving = bench.move(['hero.gen.yaml', 'cover.gen.yaml']);
    // The end of the move waits for this line, so only its files are awaited.
    while (!(await bench.files()).includes('cover.gen.runs.jsonl')) await new Promise(setImmediate);
  };

  await bench.run();
  await moving;

  assert.deepEqual(
    (await bench.files()).filter((name) => name.endsWith('runs.jsonl')),
    ['cover.gen.runs.jsonl'],
  );
  assert.deepEqual(await readStates(join(bench.folder, 'cover.gen.runs.jsonl')), ['saved', 'saved']);
});

test('a task receives the result of another job, although their job file is renamed meanwhile', async (context) => {
  const bench = await arrange(context);
  const { folder, jobFile } = bench;
  const model = '    model: seedream-5-0-260128';
  const jobs = ['  still:', model, '    prompt: still', '  clip:', model, '    prompt: clip'];
  const chain = ['jobs:', ...jobs, '    image: ${{ jobs.still.url }}', ''].join('\n');
  const { requests } = await bench.engine.plan({ text: chain, jobFile, boundary: folder, isStrict: false });
  const { done } = bench.start(requests, { jobFile });
  await bench.reached('pending');
  bench.hold();

  await bench.move(['hero.gen.yaml', 'cover.gen.yaml']);
  bench.release();
  const ended = await done;

  assert.deepEqual(
    ended.map(({ state }) => state),
    ['saved', 'saved'],
  );
});

const resultMoves: readonly (readonly [
  title: string,
  pairs: readonly (readonly [from: string, to: string])[],
  path: string,
  jobFile?: string,
])[] = [
  ['that is renamed', [['out/hero.png', 'out/door.png']], 'out/door.png'],
  ['whose folder is moved', [['out', 'final/out']], 'final/out/hero.png'],
  [
    'that stays when its job file is moved',
    [['hero.gen.yaml', 'final/hero.gen.yaml']],
    '../out/hero.png',
    'final/hero.gen.yaml',
  ],
  [
    'that is moved with its job file',
    [
      ['out', 'final/out'],
      ['hero.gen.yaml', 'final/hero.gen.yaml'],
    ],
    'out/hero.png',
    'final/hero.gen.yaml',
  ],
];

for (const [title, pairs, path, jobFile = 'hero.gen.yaml'] of resultMoves) {
  test(`a result ${title} is known where it is, and counted once`, async (context) => {
    const bench = await arrange(context);
    const { folder } = bench;
    await mkdir(join(folder, 'final'));
    const job = `output: out/\n${text}`;
    const { requests } = await bench.engine.plan({
      text: job,
      jobFile: bench.jobFile,
      boundary: folder,
      isStrict: false,
    });
    await bench.start(requests).done;
    // Its content can no longer be found.
    await writeFile(join(folder, 'out/hero.png'), 'changed by hand');

    await bench.move(...pairs);
    const source = {
      text: `gen: {repeat: 2}\n${job}`,
      jobFile: join(folder, jobFile),
      boundary: folder,
      isStrict: false,
    };
    const { earlier } = await bench.engine.plan(source);
    const records = await bench.engine.readRuns(source.jobFile);
    const next = await bench.restart();

    const pathsOf = (lists: readonly { readonly artifacts: readonly { readonly path: string }[] }[]) =>
      lists.map(({ artifacts }) => artifacts.map((each) => each.path));
    assert.deepEqual(
      earlier.map((each) => each?.kind === 'recorded' && pathsOf([each.record])),
      [[[path]], false],
    );
    assert.deepEqual([records, bench.engine.tasks(), next.tasks()].map(pathsOf), [[[path]], [[path]], [[path]]]);
  });
}

test('the records of another job file keep the paths of their results', async (context) => {
  const bench = await arrange(context);
  const { folder } = bench;
  await bench.run();
  await mkdir(join(folder, 'final'));
  const records = await readFile(join(folder, 'hero.gen.runs.jsonl'), 'utf8');
  await writeFile(join(folder, 'final/hero.gen.runs.jsonl'), records);

  await bench.move(['hero.gen.yaml', 'final/hero.gen.yaml']);

  assert.equal(await readFile(join(folder, 'final/hero.gen.runs.jsonl'), 'utf8'), records);
});

test('a result that leaves the workspace folder keeps its record', async (context) => {
  const bench = await arrange(context);
  await bench.run();

  const outside = `../${basename(bench.folder)}.png`;
  context.after(() => rm(join(bench.folder, outside), { force: true }));
  await bench.move(['hero.png', outside]);

  assert.deepEqual(
    (await bench.engine.readRuns(bench.jobFile)).map(({ artifacts }) => artifacts[0]?.path),
    ['hero.png'],
  );
});

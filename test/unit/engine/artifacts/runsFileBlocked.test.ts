import assert from 'node:assert/strict';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const text = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';

/** Arranges a runs file that cannot be written, because a folder has its name. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const runsFile = join(bench.folder, 'hero.gen.runs.jsonl');
  await mkdir(runsFile);
  return { bench, runsFile };
}

async function findEarlier({ engine, jobFile }: EngineBench) {
  const { requests, earlier } = await engine.plan({ text, jobFile, isStrict: false });
  const found = earlier.map((each) =>
    each?.kind === 'recorded' ? each.record.artifacts[0]?.path : (each?.kind ?? null),
  );
  return { requests, found };
}

async function readRuns(runsFile: string): Promise<readonly string[]> {
  const lines = (await readFile(runsFile, 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { status: string }).status);
}

test('a saved result whose line could not be written is found when the job is generated again', async (context) => {
  const { bench } = await arrange(context);
  const { requests } = await findEarlier(bench);
  await bench.start(requests).done;

  const { found } = await findEarlier(bench);

  assert.deepEqual(found, ['hero.png']);
});

test('a saved result that the user removes from the list is found until its line is written, also after a restart', async (context) => {
  const { bench, runsFile } = await arrange(context);
  const { requests } = await findEarlier(bench);
  const [task] = await bench.start(requests).done;
  assert.ok(task);

  await bench.engine.act(task.id, 'remove');
  const removed = [bench.engine.tasks().length, (await findEarlier(bench)).found];
  const engine = await bench.restart();
  const restarted = [engine.tasks().length, (await findEarlier({ ...bench, engine })).found];
  await rmdir(runsFile);
  await waitUntil('the line', async () => ((await readRuns(runsFile).catch(() => [])).length < 1 ? undefined : true));
  await waitUntil('the removal', async () => ((await bench.journal()).includes('"removed"') ? true : undefined));

  assert.deepEqual(
    [removed, restarted],
    [
      [0, ['hero.png']],
      [0, ['hero.png']],
    ],
  );
  assert.deepEqual([engine.tasks().length, (await findEarlier({ ...bench, engine })).found], [0, ['hero.png']]);
});

test('a saved result is found when an older version of its runs file is checked out', async (context) => {
  const bench = await createEngineBench(context);
  const { requests } = await findEarlier(bench);
  await bench.start(requests).done;
  const runsFile = join(bench.folder, 'hero.gen.runs.jsonl');
  const { found: recorded } = await findEarlier(bench);
  await writeFile(runsFile, '');

  const { found: forgotten } = await findEarlier(bench);
  await rm(join(bench.folder, 'hero.png'));
  const { found: gone } = await findEarlier(bench);

  assert.deepEqual([recorded, forgotten, gone], [['hero.png'], ['hero.png'], [null]]);
});

test('the record of a result whose file is gone is told, unless the request has another result', async (context) => {
  const bench = await createEngineBench(context);
  const { requests } = await findEarlier(bench);
  for (let made = 0; made < 2; made += 1) await bench.start(requests).done;
  const tell = async (repeat: number): Promise<readonly unknown[]> => {
    const source = { text: `gen: {repeat: ${repeat}}\n${text}`, jobFile: bench.jobFile, isStrict: false };
    const { gone = [] } = await bench.engine.plan(source);
    return gone.map((record) => record?.artifacts[0]?.path ?? null);
  };

  await rm(join(bench.folder, 'hero-2.png'));
  const [one, two] = [await tell(1), await tell(2)];
  await rm(join(bench.folder, 'hero.png'));

  assert.deepEqual([one, two, await tell(3)], [[null], [null, 'hero-2.png'], ['hero-2.png', 'hero.png', null]]);
});

test('a result in both the journal and the runs file is counted once', async (context) => {
  const bench = await createEngineBench(context);
  const { requests } = await findEarlier(bench);
  await bench.start(requests).done;

  const twice = await bench.engine.plan({ text: `gen: {repeat: 2}\n${text}`, jobFile: bench.jobFile, isStrict: false });

  assert.deepEqual(
    twice.earlier.map((each) => each?.kind ?? null),
    ['recorded', null],
  );
});

test('lines follow without a restart when the runs file can be written, and the user is told once', async (context) => {
  const { bench, runsFile } = await arrange(context);
  scriptTasks(bench.gateway, 2);
  const { requests } = await findEarlier(bench);
  await bench.start(requests).done;
  await bench.start(requests).done;
  const told = [...bench.blockedRunsFiles];

  await rmdir(runsFile);
  await waitUntil('both lines', async () => ((await readRuns(runsFile).catch(() => [])).length < 2 ? undefined : true));
  const next = await bench.restart();

  assert.deepEqual([told, await readRuns(runsFile), next.tasks().length], [[bench.jobFile], ['saved', 'saved'], 2]);
});

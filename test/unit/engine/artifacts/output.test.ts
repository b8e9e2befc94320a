import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

const query = 'GET /v1/images/generations/t1';
const file = 'GET /files/a.png';
const output = (changes: Partial<PlannedRequest['output']>): PlannedRequest =>
  buildRequest({ output: { dir: '', name: 'hero', collision: 'number', metadata: 'none', ...changes } });

test('folders of an output path are created', async (context) => {
  const { run, files } = await createEngineBench(context);

  const { artifacts } = await run(output({ dir: 'out/big', name: 'door' }));

  assert.deepEqual(
    [artifacts[0]?.path, (await files()).includes(join('out', 'big', 'door.png'))],
    ['out/big/door.png', true],
  );
});

test('an output path that leaves the workspace folder sends and writes nothing', async (context) => {
  const { run, files, gateway } = await createEngineBench(context);

  const { state, error } = await run(output({ dir: '../elsewhere' }));

  assert.deepEqual(
    [state, error, gateway.lines(), await files()],
    ['failed', { code: 'output-blocked', message: '"../elsewhere" leads out of the workspace folder' }, [], []],
  );
});

test('with collision fail a taken name is detected before anything is sent', async (context) => {
  const { run, folder, gateway } = await createEngineBench(context);
  await writeFile(join(folder, 'hero.png'), 'mine');

  const { state, error } = await run(output({ collision: 'fail' }));

  assert.deepEqual(
    [state, error, gateway.lines(), await readFile(join(folder, 'hero.png'), 'utf8')],
    ['failed', { code: 'output-blocked', message: '"hero.png" is already there' }, [], 'mine'],
  );
});

test('with collision fail a name that is taken meanwhile leaves the task unsaved', async (context) => {
  const { run, folder, engine } = await createEngineBench(context);
  engine.onDidChangeTask(({ state }) => {
    if (state === 'pending') writeFileSync(join(folder, 'hero.png'), 'mine');
  });

  const { state, error } = await run(output({ collision: 'fail' }));

  assert.deepEqual(
    [state, error, await readFile(join(folder, 'hero.png'), 'utf8')],
    ['unsaved', { code: 'name-taken', message: 'hero.png' }, 'mine'],
  );
});

test('with collision replace a file that Genwright has saved is replaced, and a file changed by hand is not', async (context) => {
  const { run, folder, gateway, files } = await createEngineBench(context);
  const replace = output({ collision: 'replace' });
  await run(replace);
  const second = makePng({ shade: 3 });
  gateway.script(file, { body: second });

  await run(replace);
  const replaced = await readFile(join(folder, 'hero.png'));
  await writeFile(join(folder, 'hero.png'), 'touched up');
  await run(replace);

  assert.deepEqual(replaced, second);
  assert.deepEqual(await files(), ['hero-2.png', 'hero.gen.runs.jsonl', 'hero.png']);
});

test('with collision replace a result of another job file is kept', async (context) => {
  const { run, start, folder, files } = await createEngineBench(context);
  await run(output({}));
  const jobFile = join(folder, 'door.gen.yaml');

  await start([output({ collision: 'replace' })], { jobFile }).done;

  assert.deepEqual(
    (await files()).filter((name) => name.endsWith('.png')),
    ['hero-2.png', 'hero.png'],
  );
});

for (const collision of ['replace', 'fail'] as const) {
  test(`with collision ${collision} the results of one task get different names, also when they are saved in two attempts`, async (context) => {
    const bench = await createEngineBench(context);
    const urls = ['a', 'b'].map((name) => ({ url: `${bench.gateway.url}/files/${name}.png` }));
    bench.gateway.script(query, { body: { data: { task_id: 't1', status: 'succeeded', results: urls } } });
    bench.gateway.script('GET /files/b.png', { status: 500, body: '' });
    const second = makePng({ shade: 7 });

    const { id, state } = await bench.run(output({ collision }));
    bench.gateway.script('GET /files/b.png', { body: second });
    await bench.engine.act(id, 'saveAgain');
    const saved = await bench.reached('saved');

    const contents = await Promise.all(['hero.png', 'hero-2.png'].map((name) => readFile(join(bench.folder, name))));
    assert.deepEqual(
      [state, saved.artifacts.map(({ path }) => path), contents],
      ['unsaved', ['hero.png', 'hero-2.png'], [makePng(), second]],
    );
  });
}

for (const collision of ['replace', 'fail'] as const) {
  for (const concurrency of [1, 3]) {
    test(`with collision ${collision} three requests of one name, ${concurrency} at once, keep their results`, async (context) => {
      const bench = await createEngineBench(context);
      bench.gateway.script(file, ...[1, 2, 3].map((shade) => ({ body: makePng({ shade }) })));
      const requests = [1, 2, 3].map((index) => ({ ...output({ collision }), index }));

      const tasks = await bench.start(requests, { concurrency }).done;

      const names = ['hero.png', 'hero-2.png', 'hero-3.png'];
      const contents = await Promise.all(names.map((name) => readFile(join(bench.folder, name), 'base64')));
      assert.deepEqual([tasks.map(({ state }) => state), new Set(contents).size], [['saved', 'saved', 'saved'], 3]);
    });
  }
}

test('a later run with collision replace replaces all the results of the earlier run', async (context) => {
  const bench = await createEngineBench(context);
  const requests = [1, 2, 3].map((index) => ({ ...output({ collision: 'replace' }), index }));

  for (const shades of [
    [1, 2, 3],
    [4, 5, 6],
  ]) {
    bench.gateway.script(file, ...shades.map((shade) => ({ body: makePng({ shade }) })));
    await bench.start(requests).done;
  }

  assert.deepEqual(await bench.files(), ['hero-2.png', 'hero-3.png', 'hero.gen.runs.jsonl', 'hero.png']);
});

test('a name that a result of the same run has for a moment only beside the folder is not free', async (context) => {
  const rename: typeof nodeFileSystem.rename = async (from, to) => {
    await nodeFileSystem.rename(from, to);
    // The file that is replaced has been moved aside, and the other results look for their names.
    if (from.endsWith('.png')) await setTimeout(100);
  };
  const bench = await createEngineBench(context, { files: { ...nodeFileSystem, rename } });
  const requests = [1, 2, 3].map((index) => ({ ...output({ collision: 'replace' }), index }));

  for (const _ of ['first', 'second']) await bench.start(requests).done;

  assert.deepEqual(await bench.files(), ['hero-2.png', 'hero-3.png', 'hero.gen.runs.jsonl', 'hero.png']);
});

test('with collision fail a name that depends on the result is not taken by its preliminary name', async (context) => {
  const { run, folder } = await createEngineBench(context);
  await writeFile(join(folder, 'hero.png'), 'mine');
  const name = ['door-', { path: ['result', 'index'], filters: [] }];

  const { state, artifacts } = await run(output({ collision: 'fail', templates: { name } }));

  assert.deepEqual([state, artifacts[0]?.path], ['saved', 'door-1.png']);
});

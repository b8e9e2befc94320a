import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildDone, createEngineBench, secretKey } from '../../fakes/tasks/engineBench.ts';
import { makePng } from '../../fakes/media/media.ts';

async function readAll(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

for (const key of [secretKey, 'gw_live_0123456789.abcdef']) {
  test(`after many errors the key ${key.slice(0, 3)}… is in no file, no log line and no task`, async (context) => {
    const bench = await createEngineBench(context);
    bench.setKey(key);
    const post = 'POST /v1/images/generations';
    const echo = `Bearer ${key} and ${key} at https://cdn.example.com/a.png?sig=very-secret`;
    for (const answer of [
      { status: 400, body: { code: 'invalid_request', message: echo } },
      { status: 401, body: { error: { message: echo } } },
      { status: 500, body: echo },
      { body: { message: echo } },
      'drop',
    ] as const) {
      bench.gateway.script(post, answer);
      await bench.run();
      // A key stays refused until there is another one.
      bench.engine.keyChanged('studio');
    }

    const texts = [await readAll(bench.storageDir), await readAll(bench.folder), bench.logLines.join('\n')];
    const shown = JSON.stringify(bench.engine.tasks());

    assert.deepEqual(
      [...texts, shown].map((text) => [text.length > 100, text.includes(key), text.includes('very-secret')]),
      Array.from({ length: 4 }, () => [true, false, false]),
    );
  });
}

test('a signed result URL is neither logged nor recorded', async (context) => {
  const bench = await createEngineBench(context);
  const path = '/files/a.png?sig=very-secret';
  bench.gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${bench.gateway.url}${path}`) });
  bench.gateway.script(`GET ${path}`, { status: 500, body: '' }, { body: makePng() });

  const { state } = await bench.run();

  const texts = [await readAll(bench.folder), bench.logLines.join('\n'), JSON.stringify(bench.engine.tasks())];
  assert.deepEqual([state, texts.map((text) => text.includes('very-secret'))], ['saved', [false, false, false]]);
});

test('every call and every change of state is one line of the log', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script('POST /v1/images/generations', {
    headers: { 'x-request-id': 'r-17' },
    body: { id: 't1', task_id: 't1', status: 'queued' },
  });

  await bench.run();

  const lines = bench.logLines.map((line) => line.replace(/\d+ ms/, 'n ms').replace(/Task \S+ \[.*?\]/, 'Task'));
  assert.deepEqual(lines, [
    'Task: planned',
    'Task: planned → sending',
    'POST /v1/images/generations 200 n ms (request id r-17)',
    'Task: sending → pending',
    'GET /v1/images/generations/t1 200 n ms',
    'Task: pending → saving',
    'Task: saving → saved',
  ]);
});

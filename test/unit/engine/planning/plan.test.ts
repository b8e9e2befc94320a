import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const text = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';

function plan({ engine, jobFile }: EngineBench, profile?: string) {
  return engine.plan({ text, jobFile, isStrict: false, ...(profile === undefined ? {} : { profile }) });
}

test('a job file that was never run has no earlier results', async (context) => {
  const bench = await createEngineBench(context);

  const { requests, earlier, problems } = await plan(bench);

  assert.deepEqual([requests.length, earlier, problems], [1, [null], []]);
});

test('a record that names a file outside the workspace folder, no file, or an impossible name is not a result', async (context) => {
  const bench = await createEngineBench(context);
  const { requests } = await plan(bench);
  const { fingerprint } = requests[0] ?? { fingerprint: '' };
  await writeFile(join(bench.folder, '../elsewhere.png'), 'not of this workspace');
  await mkdir(join(bench.folder, 'out'));
  await writeFile(join(bench.folder, 'real.png'), 'of this workspace');
  const found: (string | null)[] = [];
  for (const path of ['../elsewhere.png', 'out', 'x'.repeat(300), 'out/../real.png']) {
    const record = { v: 1, at: '2026-01-01T00:00:00.000Z', status: 'saved', fingerprint, profile: 'studio' };
    const artifacts = [{ path, sha256: 'a'.repeat(64), bytes: 1, media_type: 'image/png' }];
    await writeFile(join(bench.folder, 'hero.gen.runs.jsonl'), `${JSON.stringify({ ...record, artifacts })}\n`);
    found.push((await plan(bench)).earlier[0]?.kind ?? null);
  }

  assert.deepEqual(found, [null, null, null, 'recorded']);
});

test('an unsaved result and a task that is not watched count as made, because both are paid for', async (context) => {
  const unsaved = await createEngineBench(context);
  unsaved.gateway.script('GET /files/a.png', { status: 400 });
  await unsaved.start((await plan(unsaved)).requests).done;
  const stopped = await createEngineBench(context);
  stopped.gateway.script('GET /v1/images/generations/t1', {
    body: { code: 'success', data: { status: 'processing' } },
  });
  const { requests } = await plan(stopped);
  const run = stopped.start(requests);
  await waitUntil('the task is taken', () => stopped.engine.tasks().find(({ taskId }) => taskId !== null));
  const [task] = stopped.engine.tasks();
  await stopped.engine.act(task?.id ?? '', 'stopWatching');
  await run.done;

  const found = await Promise.all([unsaved, stopped].map(async (bench) => (await plan(bench)).earlier[0]));

  assert.deepEqual(
    found.map((each) => each?.kind === 'task' && each.task.state),
    ['unsaved', 'stopped'],
  );
});

test('results of a gateway are not used for the sandbox', async (context) => {
  const bench = await createEngineBench(context);
  const { requests } = await plan(bench);
  await bench.start(requests).done;

  const [forSandbox] = (await plan(bench, 'sandbox')).earlier;
  const [forGateway] = (await plan(bench, 'studio')).earlier;

  assert.deepEqual([forSandbox, forGateway?.kind], [null, 'recorded']);
});

test('a job file with an error plans nothing', async (context) => {
  const { engine, jobFile } = await createEngineBench(context);

  const { requests, earlier, problems } = await engine.plan({ text: 'prompt: A cat\n', jobFile, isStrict: false });

  assert.deepEqual([requests, earlier, problems.length > 0], [[], [], true]);
});

for (const [what, lines, expected] of [
  ['values that a filter makes equal', 'prompt: "${{ matrix.x | slug }}"\nmatrix: {x: [a b, A B, c]}', ['matrix 1']],
  [
    'axes that make one text',
    'prompt: "${{ matrix.x }}${{ matrix.y }}"\nmatrix: {x: [a, ab], y: [bc, c]}',
    ['matrix 1'],
  ],
  ['a number and its text', 'prompt: "No. ${{ matrix.x }}"\nmatrix: {x: [1, "1"]}', ['matrix 1']],
  ['repetitions', 'gen: {repeat: 3}\nprompt: a', []],
  ['different requests', 'prompt: "${{ matrix.x }}"\nmatrix: {x: [a, b]}', []],
  ['values that are written twice, where they are written', 'prompt: "${{ matrix.x }}"\nmatrix: {x: [a, a]}', ['a']],
] as const) {
  test(`a plan warns of equal requests: ${what}`, async (context) => {
    const { engine, jobFile } = await createEngineBench(context);
    const source = `model: seedream-5-0-260128\n${lines}\n`;

    const { problems } = await engine.plan({ text: source, jobFile, isStrict: false });

    assert.deepEqual(
      problems.map(({ start, end, args }) => [source.slice(start, end), args['count'] ?? []].flat().join(' ')),
      expected,
    );
  });
}

test('a plan warns of a job that makes the requests of another one with its own variables', async (context) => {
  const { engine, jobFile } = await createEngineBench(context);
  const job = (id: string, name: string) =>
    `  ${id}: {model: sonic, vars: {${name}: x}, prompt: "\${{ vars.${name} }}"}\n`;

  const { problems } = await engine.plan({ text: `jobs:\n${job('a', 'm')}${job('b', 'n')}`, jobFile, isStrict: false });

  assert.deepEqual(
    problems.map(({ code, args }) => [code, args['count']]),
    [['same-request', 1]],
  );
});

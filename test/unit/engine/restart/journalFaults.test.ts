import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { awaitTasks, buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

/** Arranges a bench whose disk has the faults that `setFault` sets for each call. */
async function arrange(context: TestContext) {
  let decide: (step: FileStep) => Fault = () => undefined;
  const files = createFaultyFiles((step) => decide(step));
  const bench = await createEngineBench(context, { files });
  return { ...bench, setFault: (next: typeof decide) => void (decide = next) };
}

/** Makes this many writes of this text to a file with this name fail. */
function failWrites(name: string, text: string, times = 1): (step: FileStep) => Fault {
  let left = times;
  return (step) => {
    const isHit = left > 0 && step.name === 'write' && step.path.includes(name) && step.what.includes(text);
    if (isHit) left -= 1;
    return isHit ? { code: 'EIO' } : undefined;
  };
}

const running = { task_id: 't1', status: 'running', progress: '30%' };
/** A request whose response is the result. */
const inlineRequest = buildRequest({ pollPath: null });
const inlineResponse = { created: 1, data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.04 };

test('an id that could not be written once is known after a restart', async (context) => {
  const { gateway, setFault, start, reached, restart } = await arrange(context);
  gateway.script('GET /v1/images/generations/t1', { body: running });
  setFault(failWrites('journal-', '"kind":"accepted"'));

  start();
  await reached('running');
  const engine = await restart();

  assert.deepEqual(
    engine.tasks().map(({ state, taskId }) => taskId ?? state),
    ['t1'],
  );
});

test('an id that could not be written at all is shown to the user, and written with the next record', async (context) => {
  const { gateway, setFault, start, engine, reached, restart, unwrittenIds } = await arrange(context);
  gateway.script('GET /v1/images/generations/t1', { body: running });
  // The append fails, and so does the new file that replaces the journal.
  setFault(failWrites('journal-', '"kind":"accepted"', 2));
  start();
  await reached('running');

  gateway.script('POST /v1/images/generations', { status: 400, body: { code: 'invalid_request', message: 'no' } });
  await start([buildRequest({ fingerprint: 'b'.repeat(64) })]).done;
  engine.dispose();
  const next = await restart();

  assert.deepEqual(
    [unwrittenIds, next.tasks().map(({ state, taskId }) => taskId ?? state)],
    [['t1'], ['failed', 't1']],
  );
});

test('a result whose end could not be written once stays saved after a restart', async (context) => {
  const { gateway, setFault, run, restart } = await arrange(context);
  gateway.script('POST /v1/images/generations', { body: inlineResponse });
  setFault(failWrites('journal-', '"kind":"ended"'));

  const task = await run(inlineRequest);
  const engine = await restart();
  await awaitTasks(engine, ([first]) => first);

  assert.deepEqual([task.state, engine.tasks().map(({ state }) => state)], ['saved', ['saved']]);
  assert.deepEqual(
    (await engine.readRuns(task.jobFile)).map(({ status }) => status),
    ['saved'],
  );
});

test('while the journal cannot be written, spooled results stay, and a restart saves them', async (context) => {
  const { gateway, setFault, run, files, storageDir, restart, reached } = await arrange(context);
  gateway.script('POST /v1/images/generations', { body: inlineResponse });
  let isFull = false;
  setFault(({ name, path, what }) => {
    isFull ||= name === 'write' && what.includes('"kind":"placing"');
    return isFull && path.startsWith(storageDir) && name !== 'read' ? { code: 'ENOSPC' } : undefined;
  });

  const task = await run(inlineRequest);
  const before = await files();
  setFault(() => undefined);
  const engine = await restart();
  const saved = await reached('saved', engine);
  await engine.ended(saved.id);

  assert.deepEqual([task.state, before], ['saved', ['hero.png']]);
  assert.deepEqual(await files(), ['hero-2.png', 'hero.gen.runs.jsonl', 'hero.png']);
});

test('a result stays in the spool until the journal has it as saved', async (context) => {
  const { gateway, setFault, run, storageDir } = await arrange(context);
  gateway.script('POST /v1/images/generations', { body: inlineResponse });
  const runAndCount = async () => {
    const { state } = await run(inlineRequest);
    const spooled = await readdir(join(storageDir, 'spool'));
    return { state, spooled: spooled.length };
  };

  const written = await runAndCount();
  let isFull = false;
  setFault(({ name, path, what }) => {
    isFull ||= name === 'write' && what.includes('"kind":"saved"');
    return isFull && path.startsWith(storageDir) && name === 'write' ? { code: 'ENOSPC' } : undefined;
  });
  const unwritten = await runAndCount();

  assert.deepEqual(
    [written, unwritten],
    [
      { state: 'saved', spooled: 0 },
      { state: 'saved', spooled: 1 },
    ],
  );
});

test('an adopted task is watched although the folder of the journals can no longer be listed', async (context) => {
  const { gateway, setFault, start, engine, reached, openAnother, folder, storageDir } = await arrange(context);
  gateway.script('GET /v1/images/generations/t1', { body: { data: running } });
  start();
  await reached('running');
  engine.dispose();
  const next = openAnother();
  const isListing = ({ name, path }: FileStep): boolean => name === 'readdir' && path === storageDir;
  setFault((step) => (isListing(step) && next.tasks().length > 0 ? { code: 'EIO' } : undefined));
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/a.png`) });

  await next.resume([folder]);

  assert.equal((await reached('saved', next)).taskId, 't1');
});

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runJobFile, type RunJobFileOptions } from '../../../src/engine/index.ts';
import { startFileServer } from '../../fakes/gateway/fileServer.ts';
import { makePng } from '../../fakes/media/media.ts';
import { startScriptedGateway } from '../../fakes/gateway/scriptedGateway.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const submit = 'POST /v1/images/generations';
const job = 'model: gpt-image-2\nprompt: A cat\n';

/** Arranges a gateway whose response to a submit is the image, so that nothing waits. */
async function arrange(context: TestContext, text = job) {
  const root = await makeTempFolder(context);
  const gateway = await startScriptedGateway();
  context.after(() => gateway.close());
  gateway.script(submit, { body: { data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.02 } });
  const file = join(root, 'hero.gen.yaml');
  await writeFile(file, text);
  const options = { file, baseUrl: gateway.url, key: 'sk-test-0123456789', storageDir: join(root, 'journal') };
  return {
    root,
    gateway,
    run: (changes: Partial<RunJobFileOptions> = {}) => runJobFile({ ...options, ...changes }),
  };
}

test('a job file is run without a window, and the result is that of Generate', async (context) => {
  const { run, root } = await arrange(context);
  const states: string[] = [];

  const { tasks, problems } = await run({ onTask: ({ state }) => states.push(state) });

  const [task] = tasks;
  assert.deepEqual(
    [task?.status, task?.artifacts, task?.amountUsd, problems],
    ['saved', [join(root, 'hero.png')], 0.02, 0],
  );
  assert.deepEqual([...new Set(states)], ['planned', 'sending', 'saving', 'saved']);
  assert.deepEqual((await readdir(root)).toSorted(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png', 'journal']);
});

test('the results in the runs file contain the host of the gateway, or the given name', async (context) => {
  const { run, gateway } = await arrange(context);

  const made = await run();
  const again = await run({ profile: 'studio' });

  const { host } = new URL(gateway.url);
  assert.ok(host.startsWith('127.0.0.1'));
  assert.deepEqual(
    [made, again].map(({ tasks }) => tasks[0]?.status),
    ['saved', 'unchanged'],
  );
});

test('a field that the model does not know stops the run only if the caller is strict', async (context) => {
  const { run } = await arrange(context, `${job}mood: calm\n`);

  const strict = await run({ isStrict: true });
  const lenient = await run();

  assert.deepEqual(
    [strict, lenient].map(({ tasks, problems }) => [tasks.length, problems]),
    [
      [0, 1],
      [1, 0],
    ],
  );
});

const faulty: readonly (readonly [string, string, Partial<RunJobFileOptions>, RegExp])[] = [
  ['a missing job', `jobs:\n  a:\n    model: gpt-image-2\n    prompt: x\n`, { job: 'b' }, /no job "b"/],
  ['an invalid base URL', job, { baseUrl: 'http://example.com' }, /http-not-loopback/],
  ['a file of another tool', 'apiVersion: v1\nkind: List\n', {}, /"hero.gen.yaml" is not a job file, because its keys/],
  ['a budget that is not a number', job, { settings: { budgetRunUsd: NaN } }, /budgetRunUsd must be a number/],
  ['a negative budget', job, { settings: { budgetDayUsd: -1 } }, /budgetDayUsd must be a number/],
  ['a budget that is text', job, { settings: { budgetDayUsd: '5' as never } }, /budgetDayUsd must be a number/],
  ['a negative price', job, { settings: { prices: { a: -1 } } }, /settings.prices must map/],
  ['a price that is too high', job, { settings: { prices: { a: 1_001 } } }, /settings.prices must map/],
  ['a missing file', job, { file: '/nowhere/hero.gen.yaml' }, /ENOENT/],
];

for (const [title, text, changes, message] of faulty) {
  test(`${title} is an error of the call, and nothing is sent`, async (context) => {
    const { run, gateway } = await arrange(context, text);

    await assert.rejects(run(changes), message);

    assert.deepEqual(gateway.calls, []);
  });
}

test('a file that asks for another gateway has an error, and nothing is sent', async (context) => {
  const { run, gateway } = await arrange(context, `gen: {profile: studio}\n${job}`);

  assert.deepEqual([await run(), gateway.calls], [{ tasks: [], problems: 1 }, []]);
});

test('a caller that gives up gets a result, and a request that was being sent is not sent again', async (context) => {
  const { run } = await arrange(context);
  const server = await startFileServer(context);
  const baseUrl = new URL(server.url).origin;
  const controller = new AbortController();
  let posts = 0;
  server.respond(({ method }) => {
    if (method === 'POST') posts += 1;
    controller.abort(new Error('enough'));
  });

  const stopped = await run({ baseUrl, signal: controller.signal });
  const again = await run({ baseUrl });

  const statuses = [stopped, again].map(({ tasks }) => tasks.map(({ status }) => status));
  assert.deepEqual([statuses, posts], [[['stopped'], ['unconfirmed']], 1]);
});

test('an unsaved result is fetched by the next call, and not paid for again', async (context) => {
  const { run, gateway } = await arrange(context);
  gateway.script(submit, { body: { data: [{ url: `${gateway.url}/a.png` }] } });
  gateway.script('GET /a.png', { status: 400, body: 'no' });

  const first = await run();
  gateway.script('GET /a.png', { body: makePng() });
  const second = await run();

  assert.deepEqual(
    [first, second].map(({ tasks }) => tasks.map(({ status }) => status)),
    [['unsaved'], ['saved']],
  );
  assert.equal(gateway.lines().filter((line) => line === submit).length, 1);
});

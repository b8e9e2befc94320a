import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runJobFile, type RunJobFileOptions } from '../../../src/engine/index.ts';
import { makePng } from '../../fakes/media/media.ts';
import { startScriptedGateway } from '../../fakes/gateway/scriptedGateway.ts';
import { waitUntil } from '../../support/waitUntil.ts';
import { arrangeRun, image, job, key, sandboxKey, statusesOf, submit } from './arrangeRun.ts';

test('a job file is run without a window, and the result is that of Generate', async (context) => {
  const { run, work } = await arrangeRun(context);
  const states: string[] = [];

  const { tasks, problems } = await run({ onTask: ({ state }) => states.push(state) });

  const [task] = tasks;
  assert.deepEqual(
    [task?.status, task?.artifacts, task?.amountUsd, problems],
    ['saved', [join(work, 'hero.png')], 0.02, 0],
  );
  assert.deepEqual([...new Set(states)], ['planned', 'sending', 'saving', 'saved']);
  assert.deepEqual((await readdir(work)).toSorted(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png']);
});

test('a job file is read in UTF-16 by its mark, and in no other encoding than UTF-8 without one', async (context) => {
  const { run, work, gateway } = await arrangeRun(context);
  await writeFile(join(work, 'hero.gen.yaml'), Buffer.from(`\ufeff${job}# café\n`, 'utf16le'));
  const { tasks, problems } = await run();
  await writeFile(join(work, 'hero.gen.yaml'), Buffer.from(`${job}# café\n`, 'latin1'));
  const sent = gateway.lines().length;

  await assert.rejects(run(), /hero\.gen\.yaml is not a text file in UTF-8.* Nothing was sent\./);
  assert.deepEqual([tasks.map(({ status }) => status), problems, gateway.lines().length - sent], [['saved'], 0, 0]);
});

test('the results in the runs file contain the host of the gateway, or the given name', async (context) => {
  const { run, gateway } = await arrangeRun(context);

  const made = await run();
  const again = await run({ gateway: { baseUrl: gateway.url, key, profile: 'studio' } });

  const { host } = new URL(gateway.url);
  assert.ok(host.startsWith('127.0.0.1'));
  assert.deepEqual(
    [made, again].map(({ tasks }) => tasks[0]?.status),
    ['saved', 'unchanged'],
  );
});

test('a field that the model does not know stops the run only if the caller is strict', async (context) => {
  const { run } = await arrangeRun(context, `${job}mood: calm\n`);

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
  ['an invalid base URL', job, { gateway: { baseUrl: 'http://example.com', key } }, /http-not-loopback/],
  [
    'a gateway that is called sandbox',
    job,
    { gateway: { baseUrl: 'http://127.0.0.1:9', key, profile: 'sandbox' } },
    /"sandbox" cannot be the name of http:\/\/127\.0\.0\.1:9\./,
  ],
  ['a gateway in the place of the sandbox', job, { gateway: { url: 'http://127.0.0.1:9', key } }, /is not the sandbox/],
  ['a remote sandbox', job, { gateway: { url: 'https://example.com', key: sandboxKey } }, /is not the sandbox/],
  ['a file of another tool', 'apiVersion: v1\nkind: List\n', {}, /"hero.gen.yaml" is not a job file, because its keys/],
  ['a budget that is not a number', job, { settings: { budgetRunUsd: NaN } }, /budgetRunUsd must be a number/],
  ['a negative budget', job, { settings: { budgetDayUsd: -1 } }, /budgetDayUsd must be a number/],
  ['a budget that is text', job, { settings: { budgetDayUsd: '5' as never } }, /budgetDayUsd must be a number/],
  [
    'a limit of downloads that is not a number',
    job,
    { settings: { maxDownloadBytes: NaN } },
    /maxDownloadBytes must be/,
  ],
  ['a limit of polling that is not a number', job, { settings: { maxPollMs: NaN } }, /maxPollMs must be a number/],
  ['a grace that is not a number', job, { graceMs: NaN }, /graceMs must be a whole number/],
  ['a grace that no timer has', job, { graceMs: 2 ** 31 }, /graceMs must be a whole number/],
  ['a negative price', job, { settings: { prices: { a: -1 } } }, /settings.prices must map/],
  ['a price that is too high', job, { settings: { prices: { a: 1_001 } } }, /settings.prices must map/],
  ['a missing file', job, { file: '/nowhere/hero.gen.yaml' }, /ENOENT/],
];

for (const [title, text, changes, message] of faulty) {
  test(`${title} is an error of the call, and nothing is sent`, async (context) => {
    const { run, gateway } = await arrangeRun(context, text);

    await assert.rejects(run(changes), message);

    assert.deepEqual(gateway.calls, []);
  });
}

test('a file that asks for another gateway has an error, and nothing is sent', async (context) => {
  const { run, gateway } = await arrangeRun(context, `gen: {profile: studio}\n${job}`);

  assert.deepEqual([await run(), gateway.calls], [{ tasks: [], problems: 1 }, []]);
});

test('a file that asks for the sandbox is not sent to another gateway', async (context) => {
  const { run, gateway } = await arrangeRun(context, `gen: {profile: sandbox}\n${job}`);

  const { tasks } = await run();

  assert.deepEqual(
    [tasks.map(({ status, error }) => [status, error?.code]), gateway.calls],
    [[['failed', 'profile-unknown']], []],
  );
});

test('budgets hold for every gateway but the sandbox, which is known by its key', async (context) => {
  const text = `gen: {repeat: 3, budget_usd: 0.03, concurrency: 1}\n${job}`;
  const { run, gateway } = await arrangeRun(context, text);

  const paid = await run({ gateway: { baseUrl: gateway.url, key: sandboxKey } });
  const free = await run({ gateway: { url: gateway.url, key: sandboxKey } });

  assert.deepEqual([paid, free].map(statusesOf), [
    ['saved', 'stopped', 'stopped'],
    ['saved', 'saved', 'saved'],
  ]);
});

test('an unsaved result is fetched by the next call, and not paid for again', async (context) => {
  const { run, gateway } = await arrangeRun(context);
  gateway.script(submit, { body: { data: [{ url: `${gateway.url}/a.png` }] } });
  gateway.script('GET /a.png', { status: 400, body: 'no' });

  const first = await run();
  gateway.script('GET /a.png', { body: makePng() });
  const second = await run();

  assert.deepEqual([first, second].map(statusesOf), [['unsaved'], ['saved']]);
  assert.equal(gateway.lines().filter((line) => line === submit).length, 1);
});

test('two calls at once keep their tasks, also at two gateways', async (context) => {
  const { run, gateway, work, posts } = await arrangeRun(context);
  const other = await startScriptedGateway();
  context.after(() => other.close());
  let release = (): void => undefined;
  const after = new Promise<void>((resolve) => (release = resolve));
  gateway.script(submit, { ...image, after });
  other.script(submit, { ...image, after });
  const files = ['one', 'two', 'three'].map((name) => join(work, `${name}.gen.yaml`));
  for (const file of files) await writeFile(file, job);
  const gateways = [gateway, gateway, other].map(({ url: baseUrl }) => ({ baseUrl, key }));
  const calls = () => [...gateway.calls, ...other.calls].length;
  // Each call begins while the requests of the others are on their way.
  const running: ReturnType<typeof run>[] = [];
  for (const [at, file] of files.entries()) {
    running.push(run({ file, ...(gateways[at] ? { gateway: gateways[at] } : {}) }));
    await waitUntil('the request', () => (calls() === at + 1 ? true : undefined));
  }
  release();
  const results = await Promise.all(running);
  const again = await Promise.all(files.map((file) => run({ file })));

  assert.deepEqual([...results, ...again].flatMap(statusesOf), [
    'saved',
    'saved',
    'saved',
    'unchanged',
    'unchanged',
    'unchanged',
  ]);
  assert.deepEqual([posts(), other.lines()], [2, [submit]]);
});

const accepted = { body: { id: 't1', task_id: 't1', status: 'queued' } };
const kinds = [
  ['whose response is the result', job, image],
  ['that becomes a task', 'model: seedream-5-0-260128\nprompt: A cat\n', accepted],
] as const;

for (const [title, text, answer] of kinds) {
  test(`a request ${title} is sent once and not lost, whenever the caller gives up`, async (context) => {
    const ends: string[] = [];
    for (let last = 1; last <= 12; last += 1) {
      let controller = new AbortController();
      let moments = 0;
      const pass = (): void => {
        if ((moments += 1) === last) controller.abort(new Error('enough'));
      };
      const { run, posts } = await arrangeRun(context, text, ({ method, path }, url) => {
        pass();
        if (method === 'POST') return answer;
        if (path === '/a.png') return { body: makePng() };
        return { body: { code: 'success', data: { task_id: 't1', status: 'succeeded', url: `${url}/a.png` } } };
      });
      // The first poll follows seconds after the submit, and at once in the next call.
      const runBriefly = async (): Promise<string> => {
        let wasSent = false;
        const onTask: RunJobFileOptions['onTask'] = ({ state }) => {
          pass();
          wasSent ||= state === 'sending';
          if (wasSent && state === 'pending') controller.abort(new Error('no poll'));
        };
        return statusesOf(await run({ signal: controller.signal, onTask })).join();
      };
      const statuses = [await runBriefly()];
      for (let more = 0; more < 2 && statuses.at(-1) === 'stopped'; more += 1) {
        controller = new AbortController();
        statuses.push(await runBriefly());
      }
      ends.push(`${statuses.at(-1)} after ${posts()}`);
    }
    assert.deepEqual([...new Set(ends)], ['saved after 1']);
  });
}

for (const [model, graceMs] of [
  ['gpt-4o', 30_000],
  ['seedream-5-0-260128', 3_000],
] as const) {
  test(`after the signal, ${graceMs / 1_000} s are left for the response to a request for ${model}`, async (context) => {
    const graces: number[] = [];
    context.mock.method(AbortSignal, 'timeout', (ms: number) => {
      graces.push(ms);
      return new AbortController().signal;
    });
    const controller = new AbortController();
    const { run } = await arrangeRun(context, `model: ${model}\nprompt: A cat\n`, () => {
      controller.abort(new Error('enough'));
      return { status: 400, body: { code: 'bad' } };
    });

    await run({ signal: controller.signal });

    assert.deepEqual(graces, [graceMs]);
  });
}

test('a request without a response in time is in doubt, and is not sent again', async (context) => {
  const controller = new AbortController();
  const { run, posts, gateway } = await arrangeRun(context, job, () => {
    controller.abort(new Error('enough'));
    return 'stall';
  });

  const first = await run({ signal: controller.signal, graceMs: 0 });
  gateway.script(submit, image);
  const second = await run();

  assert.deepEqual(
    [first, second].map(({ tasks }) => tasks.map(({ status, error }) => [status, error?.code])),
    [[['unconfirmed', 'no-answer']], [['unconfirmed', 'no-answer']]],
  );
  assert.equal(posts(), 1);
});

test('the journal is below the home of the user, where nobody else can read it', async (context) => {
  const { work, gateway, home } = await arrangeRun(context);
  const file = join(work, 'hero.gen.yaml');

  const { tasks } = await runJobFile({ file, gateway: { baseUrl: gateway.url, key } });

  const names = await readdir(home, { recursive: true });
  const folder = names.find((name) => name.endsWith(join('genwright', 'journal'))) ?? '';
  assert.deepEqual([tasks[0]?.status, (await readdir(work)).length], ['saved', 3]);
  assert.ok(names.includes(join(folder, '.gitignore')));
  if (process.platform !== 'win32') assert.equal((await stat(join(home, folder))).mode & 0o777, 0o700);
});

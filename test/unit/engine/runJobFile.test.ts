import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runJobFile, type RunJobFileOptions } from '../../../src/engine/index.ts';
import { writeJournalLine } from '../../../src/storage/journal/journalLines.ts';
import { makePng } from '../../fakes/media/media.ts';
import { startScriptedGateway, type AnswerOthers } from '../../fakes/gateway/scriptedGateway.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { useHome } from '../../fakes/disk/useHome.ts';
import { planned } from '../../fakes/tasks/journalRecords.ts';
import { waitUntil } from '../../support/waitUntil.ts';

const submit = 'POST /v1/images/generations';
const job = 'model: gpt-image-2\nprompt: A cat\n';

const image = { body: { data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.02 } };
const key = 'sk-test-0123456789';
const sandboxKey = `sk-sandbox-${'0'.repeat(48)}`;

/** Arranges a home, a folder with a job file, and a gateway whose response to a submit is the image. */
async function arrange(context: TestContext, text = job, answerOthers?: AnswerOthers) {
  const root = await makeTempFolder(context);
  const [home, work] = [join(root, 'home'), join(root, 'work')];
  for (const folder of [home, work]) await mkdir(folder);
  useHome(context, home);
  const gateway = await startScriptedGateway(answerOthers);
  context.after(() => gateway.close());
  if (!answerOthers) gateway.script(submit, image);
  const file = join(work, 'hero.gen.yaml');
  await writeFile(file, text);
  const options = { file, gateway: { baseUrl: gateway.url, key }, storageDir: join(root, 'journal') };
  return {
    root,
    home,
    work,
    gateway,
    run: (changes: Partial<RunJobFileOptions> = {}) => runJobFile({ ...options, ...changes }),
    posts: () => gateway.lines().filter((line) => line.startsWith('POST')).length,
  };
}

const statusesOf = ({ tasks }: Awaited<ReturnType<typeof runJobFile>>) => tasks.map(({ status }) => status);

test('a job file is run without a window, and the result is that of Generate', async (context) => {
  const { run, work } = await arrange(context);
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
  const { run, work, gateway } = await arrange(context);
  await writeFile(join(work, 'hero.gen.yaml'), Buffer.from(`\ufeff${job}# café\n`, 'utf16le'));
  const { tasks, problems } = await run();
  await writeFile(join(work, 'hero.gen.yaml'), Buffer.from(`${job}# café\n`, 'latin1'));
  const sent = gateway.lines().length;

  await assert.rejects(run(), /hero\.gen\.yaml is not a text file in UTF-8.* Nothing was sent\./);
  assert.deepEqual([tasks.map(({ status }) => status), problems, gateway.lines().length - sent], [['saved'], 0, 0]);
});

test('the results in the runs file contain the host of the gateway, or the given name', async (context) => {
  const { run, gateway } = await arrange(context);

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
    const { run, gateway } = await arrange(context, text);

    await assert.rejects(run(changes), message);

    assert.deepEqual(gateway.calls, []);
  });
}

test('a file that asks for another gateway has an error, and nothing is sent', async (context) => {
  const { run, gateway } = await arrange(context, `gen: {profile: studio}\n${job}`);

  assert.deepEqual([await run(), gateway.calls], [{ tasks: [], problems: 1 }, []]);
});

test('a file that asks for the sandbox is not sent to another gateway', async (context) => {
  const { run, gateway } = await arrange(context, `gen: {profile: sandbox}\n${job}`);

  const { tasks } = await run();

  assert.deepEqual(
    [tasks.map(({ status, error }) => [status, error?.code]), gateway.calls],
    [[['failed', 'profile-unknown']], []],
  );
});

test('budgets hold for every gateway but the sandbox, which is known by its key', async (context) => {
  const text = `gen: {repeat: 3, budget_usd: 0.03, concurrency: 1}\n${job}`;
  const { run, gateway } = await arrange(context, text);

  const paid = await run({ gateway: { baseUrl: gateway.url, key: sandboxKey } });
  const free = await run({ gateway: { url: gateway.url, key: sandboxKey } });

  assert.deepEqual([paid, free].map(statusesOf), [
    ['saved', 'stopped', 'stopped'],
    ['saved', 'saved', 'saved'],
  ]);
});

test('an unsaved result is fetched by the next call, and not paid for again', async (context) => {
  const { run, gateway } = await arrange(context);
  gateway.script(submit, { body: { data: [{ url: `${gateway.url}/a.png` }] } });
  gateway.script('GET /a.png', { status: 400, body: 'no' });

  const first = await run();
  gateway.script('GET /a.png', { body: makePng() });
  const second = await run();

  assert.deepEqual([first, second].map(statusesOf), [['unsaved'], ['saved']]);
  assert.equal(gateway.lines().filter((line) => line === submit).length, 1);
});

test('two calls at once keep their tasks, also at two gateways', async (context) => {
  const { run, gateway, work, posts } = await arrange(context);
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
      const { run, posts } = await arrange(context, text, ({ method, path }, url) => {
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
    const { run } = await arrange(context, `model: ${model}\nprompt: A cat\n`, () => {
      controller.abort(new Error('enough'));
      return { status: 400, body: { code: 'bad' } };
    });

    await run({ signal: controller.signal });

    assert.deepEqual(graces, [graceMs]);
  });
}

test('a request without a response in time is in doubt, and is not sent again', async (context) => {
  const controller = new AbortController();
  const { run, posts, gateway } = await arrange(context, job, () => {
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
  const { work, gateway, home } = await arrange(context);
  const file = join(work, 'hero.gen.yaml');

  const { tasks } = await runJobFile({ file, gateway: { baseUrl: gateway.url, key } });

  const names = await readdir(home, { recursive: true });
  const folder = names.find((name) => name.endsWith(join('genwright', 'journal'))) ?? '';
  assert.deepEqual([tasks[0]?.status, (await readdir(work)).length], ['saved', 3]);
  assert.ok(names.includes(join(folder, '.gitignore')));
  if (process.platform !== 'win32') assert.equal((await stat(join(home, folder))).mode & 0o777, 0o700);
});

/** Writes a storage folder as a repository may bring it: a result that is to be saved in a folder of the attacker. */
async function writeHostileStorage(folder: string, jobFile: string): Promise<void> {
  await mkdir(folder);
  const [first] = [planned('t1', jobFile)];
  if (first?.kind !== 'planned') return;
  const { request } = first.seed;
  const output = { ...request.output, dir: '../.config', name: 'stolen' };
  const seed = { ...first.seed, boundary: '/', request: { ...request, output } };
  const source = { kind: 'url', url: 'http://127.0.0.1:9/a.png' } as const;
  const result = { source, title: null, lyrics: 'attacker text' };
  const head = { v: 1, task: 't1' } as const;
  const records = [
    { ...first, seed },
    { ...head, at: 2, kind: 'sending', attempt: 1, isSandbox: false } as const,
    { ...head, at: 3, kind: 'accepted', taskId: 'g1', statusWord: null } as const,
    { ...head, at: 4, kind: 'finished', statusWord: null, amountUsd: null, results: [result] } as const,
  ];
  const lines = records.map((record) => `${writeJournalLine(record).text}\n`).join('');
  await writeFile(join(folder, 'journal-nobody-0123456789ab.jsonl'), lines);
}

test('a storage folder that others have filled is refused, unless the caller vouches for it', async (context) => {
  const { run, root, work, gateway } = await arrange(context);
  const storageDir = join(work, '.genwright');
  await writeHostileStorage(storageDir, join(work, 'other.gen.yaml'));

  await assert.rejects(run({ storageDir }), /has files that Genwright did not create there/);
  assert.deepEqual([gateway.calls, await readdir(storageDir)], [[], ['journal-nobody-0123456789ab.jsonl']]);

  const trusted = await run({ storageDir, isStorageTrusted: true });
  const again = await run({ storageDir });

  assert.deepEqual([trusted, again].map(statusesOf), [['saved'], ['unchanged']]);
  assert.deepEqual((await readdir(root)).toSorted(), ['home', 'work']);
});

test('a task that is continued stays inside the boundary of the call, whatever the journal says', async (context) => {
  const { run, root, work } = await arrange(context);
  const storageDir = join(root, 'brought');
  await writeHostileStorage(storageDir, join(work, 'hero.gen.yaml'));
  const ended: (string | undefined)[] = [];

  await run({
    storageDir,
    isStorageTrusted: true,
    onTask: ({ id, state, error }) => id === 't1' && ended.push(state, error?.code),
  });

  assert.deepEqual(ended.slice(-2), ['unsaved', 'outside-workspace']);
  assert.deepEqual((await readdir(root)).toSorted(), ['brought', 'home', 'work']);
});

test('a job file that is a link out of the boundary is not sent', async (context) => {
  const { run, root, work, gateway } = await arrange(context);
  await writeFile(join(root, 'private.gen.yaml'), job);
  const file = join(work, 'link.gen.yaml');
  await symlink('../private.gen.yaml', file);

  await assert.rejects(run({ file }), /leads to .*private\.gen\.yaml, which is outside .*Nothing was sent\./);
  assert.deepEqual(gateway.calls, []);

  assert.deepEqual(statusesOf(await run({ file, boundary: root })), ['saved']);
});

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { TaskState } from '../../../../src/core/task/model/task.ts';
import type { Engine, GeneratePorts, Press, UnchangedChoice } from '../../../../src/engine/index.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { waitUntil } from '../../../support/waitUntil.ts';

const isPosix = process.platform !== 'win32';

function createPromise(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve = (): void => undefined;
  return [new Promise((done) => (resolve = done)), () => resolve()];
}

/** Arranges two programs that use one folder, each with its own storage. The task `t1` runs until `finish`. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const { jobFile, folder, gateway, engine, openStorage } = bench;
  scriptTasks(gateway, 9);
  const [finished, finish] = createPromise();
  const done = { task_id: 't1', status: 'succeeded', url: `${gateway.url}/files/t1.png`, amount_usd: 0.04 };
  const running = { body: { task_id: 't1', status: 'running' } };
  gateway.script('GET /v1/images/generations/t1', running, { body: { data: done }, after: finished });
  const generate = (
    of: Engine,
    answer: UnchangedChoice | null = null,
    {
      repeat = 1,
      over = {},
      ...ports
    }: Partial<GeneratePorts> & { readonly repeat?: number; readonly over?: Partial<Press> } = {},
  ) => {
    const text = `model: seedream-5-0-260128\nprompt: A cat\ngen: { repeat: ${repeat} }\n`;
    const press: Press = {
      jobFiles: [{ path: jobFile, text, boundary: folder, isStrict: false, concurrency: 4 }],
      unchanged: 'ask',
      confirm: { requests: 1, usd: 1 },
      asksForKey: true,
      ...over,
    };
    const origin = gateway.url;
    return of.generate(press, {
      readGateway: () =>
        Promise.resolve({ profile: 'studio', origin, isSandbox: false, isSelected: true, isKeyMissing: false }),
      consents: { has: () => true, add: () => undefined },
      askUnchanged: () => (answer ? Promise.resolve(answer) : assert.fail('Nothing is unchanged')),
      askKey: () => assert.fail('There is a key'),
      confirm: () => Promise.resolve(true),
      ...ports,
    });
  };
  const other = openStorage('other');
  const openFile = join(folder, '.genwright', 'open.jsonl');
  return {
    ...bench,
    one: engine,
    other,
    generate,
    finish,
    openFile,
    /** Starts the request in the first program, and resolves when the gateway works on it. */
    begin: async () => {
      const pressed = generate(engine);
      await bench.reached('running');
      return pressed;
    },
    posts: () => sentBodies(gateway).length,
    records: async () => (await readFile(join(folder, 'hero.gen.runs.jsonl'), 'utf8')).trim().split('\n').length,
    names: async () => (await readdir(folder)).toSorted(),
  };
}

const whole = ['hero.gen.runs.jsonl', 'hero.png'];

test('the folder names a task from its acceptance to its record, without URL, text or secret', async (context) => {
  const { begin, one, finish, openFile, folder, gateway, names, reached } = await arrange(context);
  void begin();
  const { request, submittedAt } = await reached('running', one);
  const [line, ignored] = await Promise.all([
    readFile(openFile, 'utf8'),
    readFile(join(folder, '.genwright', '.gitignore'), 'utf8'),
  ]);
  finish();
  const { id } = await reached('saved', one);
  await one.ended(id);

  assert.deepEqual(JSON.parse(line), {
    v: 1,
    at: new Date(submittedAt ?? 0).toISOString(),
    job_file: 'hero.gen.yaml',
    job: null,
    index: 1,
    task_id: 't1',
    endpoint: '/v1/images/generations',
    profile: 'studio',
    origin: gateway.url,
    fingerprint: request.fingerprint,
  });
  assert.deepEqual([ignored, await names()], ['*\n', whole]);
});

describe('a request that another program with its own storage has sent', () => {
  test('is watched here if the user wants that, and is saved and recorded once', async (context) => {
    const { begin, one, other, generate, finish, posts, records, names, reached, gateway } = await arrange(context);
    const first = begin();
    await reached('running', one);
    // The second download ends when the first program has recorded its result.
    const [recorded, resolve] = createPromise();
    for (const each of [one, other])
      each.onDidChangeTask(({ id, state }) => void (state === 'saved' && each.ended(id).then(resolve)));
    gateway.script('GET /files/t1.png', { body: makePng() }, { body: makePng(), after: recorded });

    const watched = generate(other, 'missing');
    await reached('pending', other);
    finish();
    const results = await Promise.all([first, watched]);

    assert.deepEqual(
      results.map(({ tasks }) => tasks.map(({ status, taskId, artifacts }) => [status, taskId, artifacts.length])),
      [[['saved', 't1', 1]], [['saved', 't1', 1]]],
    );
    assert.deepEqual([posts(), await records(), await names()], [1, 1, whole]);
  });

  test('is collected here after the other storage is gone', async (context) => {
    const { begin, one, other, generate, finish, posts, storageDir, records, names, reached } = await arrange(context);
    void begin();
    await reached('running', one);
    one.dispose();
    await rm(storageDir, { recursive: true, force: true, maxRetries: 5 });

    const watched = generate(other, 'missing');
    await reached('pending', other);
    finish();
    const { tasks } = await watched;

    assert.deepEqual([tasks.map(({ status }) => status), posts()], [['saved'], 1]);
    assert.deepEqual([await records(), await names()], [1, whole]);
  });

  test('is followed by a program that cannot ask', async (context) => {
    const { begin, one, other, generate, finish, posts, reached } = await arrange(context);
    void begin();
    await reached('running', one);

    const followed = generate(other, null, {
      over: { unchanged: 'skip', confirm: null },
      awaitTask: () => assert.fail('No task of this storage makes it'),
    });
    await reached('pending', other);
    finish();
    const { tasks } = await followed;

    assert.deepEqual([tasks.map(({ status }) => status), posts()], [['saved'], 1]);
  });

  for (const [answer, statuses, sent] of [
    ['all', ['saved'], 2],
    ['cancel', ['unchanged'], 1],
  ] as const) {
    test(`is ${sent === 2 ? 'sent again only if the user wants another result' : 'left alone if the user cancels'}`, async (context) => {
      const { begin, one, other, generate, posts, reached } = await arrange(context);
      void begin();
      await reached('running', one);

      const { tasks } = await generate(other, answer);

      assert.deepEqual([tasks.map(({ status }) => status), posts()], [statuses, sent]);
    });
  }

  test('counts for one of several equal requests', async (context) => {
    const { begin, one, other, generate, finish, posts, reached } = await arrange(context);
    void begin();
    await reached('running', one);

    const both = generate(other, 'missing', { repeat: 2 });
    await reached('saved', other);
    finish();
    const { tasks } = await both;

    assert.deepEqual(
      [tasks.map(({ status, taskId }) => [status, taskId]), posts()],
      [
        [
          ['saved', 't1'],
          ['saved', 't2'],
        ],
        2,
      ],
    );
  });

  test('is not sent by a window that was still asking meanwhile', async (context) => {
    const { begin, one, other, generate, finish, posts, reached } = await arrange(context);
    const late = generate(other, null, {
      async confirm() {
        void begin();
        await reached('running', one);
        return true;
      },
    });
    await reached('pending', other);
    finish();
    const { tasks } = await late;

    assert.deepEqual([tasks.map(({ status, taskId }) => [status, taskId]), posts()], [[['saved', 't1']], 1]);
  });

  test('continues here after a restart', async (context) => {
    const { begin, one, other, openStorage, folder, gateway, generate, finish, posts, reached } =
      await arrange(context);
    void begin();
    await reached('running', one);
    void generate(other, 'missing');
    await reached('pending', other);
    const polls = () => gateway.lines().filter((line) => line.endsWith('/t1')).length;
    await waitUntil('a poll of each program', () => Promise.resolve(polls() < 3 ? undefined : true));
    one.dispose();
    other.dispose();

    const next = openStorage('other');
    await next.resume([folder]);
    finish();
    const { taskId } = await reached('saved', next);

    assert.deepEqual([taskId, posts()], ['t1', 1]);
  });
});

describe('a request that another program has sent, and whose result it has not saved,', () => {
  const post = 'POST /v1/images/generations';
  const poll = 'GET /v1/images/generations/t1';
  const file = 'GET /files/t1.png';
  const unknown = { status: 404, body: { code: 'task_not_exist', message: 'There is no such task' } };
  const ends: readonly (readonly [what: string, state: TaskState, call: string, answer: ScriptedAnswer])[] = [
    ['because there was no response', 'unconfirmed', post, 'drop'],
    ['because the gateway did not know it', 'lost', poll, unknown],
    ['because it named no result', 'unsaved', poll, { body: { data: { task_id: 't1', status: 'succeeded' } } }],
    ['because the result was not there', 'unsaved', file, { status: 404 }],
  ];
  for (const [what, state, call, answer] of ends) {
    /** The first program has ended, and the gateway works again. In a clone, only the runs file is left. */
    const arrangeEnd = async (context: TestContext, isClone: boolean) => {
      const arranged = await arrange(context);
      const { one, generate, gateway, finish, folder } = arranged;
      finish();
      gateway.script(call, answer);
      await generate(one);
      const ended = one.tasks().map((task) => task.state);
      one.dispose();
      if (isClone) await rm(join(folder, '.genwright'), { recursive: true, force: true });
      assert.deepEqual(ended, [state]);
      scriptTasks(gateway, 1);
      return arranged;
    };
    const isWatched = state !== 'unconfirmed';

    test(`${what} is ${isWatched ? 'watched' : 'not sent again'} by a program that cannot ask`, async (context) => {
      const { other, generate, posts } = await arrangeEnd(context, false);

      const { tasks } = await generate(other, null, {
        over: { unchanged: 'skip', confirm: null },
        awaitTask: () => assert.fail('No task of this storage makes it'),
      });

      assert.deepEqual([tasks.map(({ status }) => status), posts()], [[isWatched ? 'saved' : state], 1]);
    });

    test(`${what} is reported as what it is where only the runs file tells of it`, async (context) => {
      const { other, generate, posts } = await arrangeEnd(context, true);
      const over = { unchanged: 'skip', confirm: null } as const;
      const awaitTask = () => assert.fail('No task of this storage makes it');

      const first = await generate(other, null, { over, awaitTask });
      const asked = await generate(other, 'cancel');
      const again = await generate(other, 'all');
      const last = await generate(other, null, { over, awaitTask });

      assert.deepEqual(
        [first, asked, again, last].map(({ tasks }) => tasks.map(({ status }) => status)),
        [[state], ['unchanged'], ['saved'], ['unchanged']],
      );
      assert.deepEqual([first.tasks[0]?.error === null, posts()], [false, 2]);
    });
  }

  test('is none any more when the user has dismissed it', async (context) => {
    const { one, other, generate, gateway, finish, posts } = await arrange(context);
    finish();
    gateway.script(post, 'drop');
    await generate(one);
    const [task] = one.tasks();
    await one.act(task?.id ?? '', 'dismiss');
    scriptTasks(gateway, 1);

    const { tasks } = await generate(other);

    assert.deepEqual([tasks.map(({ status }) => status), posts()], [['saved'], 2]);
  });
});

describe('a folder that names a task', () => {
  /** Writes what the first program would write, with changes. */
  const forge = async (arranged: Awaited<ReturnType<typeof arrange>>, changes: object): Promise<void> => {
    const { begin, one, openFile, reached } = arranged;
    void begin();
    await reached('running', one);
    const line = await readFile(openFile, 'utf8');
    one.dispose();
    await writeFile(openFile, `${JSON.stringify({ ...(JSON.parse(line) as object), ...changes })}\n`);
  };
  const rows: readonly (readonly [string, object, number])[] = [
    ['of another gateway', { origin: 'https://elsewhere.example' }, 2],
    ['of another request', { fingerprint: 'a'.repeat(64) }, 2],
    ['of another job file', { job_file: '../hero.gen.yaml' }, 2],
    ['without an id', { task_id: '' }, 2],
    ['with a long id', { task_id: 'x'.repeat(201) }, 2],
    ['with half a character as its id', { task_id: '\uD800' }, 2],
    ['with an id that is a step in a path', { task_id: '..' }, 2],
    ['with an impossible time', { at: '2026-13-01T00:00:00Z' }, 2],
    ['that has ended', { ended: true }, 2],
    [
      'with a forged id',
      { task_id: '../../balance', endpoint: 'https://elsewhere.example/', at: '1970-01-01T00:00:00Z' },
      1,
    ],
  ];
  for (const [what, changes, posts] of rows) {
    test(`${what} ${posts === 1 ? 'makes the request count as running, and no more' : 'is no reason to ask'}`, async (context) => {
      const arranged = await arrange(context);
      await forge(arranged, changes);
      const { gateway, other, generate } = arranged;
      const unknown = { status: 404, body: { code: 'task_not_exist', message: 'There is no such task' } };
      gateway.script('GET /v1/images/generations/..%2F..%2Fbalance', unknown);
      const before = gateway.lines().length;

      const { tasks } = await generate(other, posts === 1 ? 'missing' : null);

      assert.equal(arranged.posts(), posts);
      if (posts === 1) {
        const calls = new Set(gateway.lines().slice(before));
        assert.deepEqual(
          [tasks.map(({ status }) => status), [...calls]],
          [['lost'], ['GET /v1/images/generations/..%2F..%2Fbalance']],
        );
      }
    });
  }

  for (const ignored of [null, '', '*', '*\n']) {
    const title = `and that is a link to a folder ${ignored === null ? 'without' : `with ${JSON.stringify(ignored)} in`} a .gitignore is neither read nor changed`;
    test(title, { skip: !isPosix }, async (context) => {
      const arranged = await arrange(context);
      const { folder, openFile, other, generate, finish, posts } = arranged;
      await forge(arranged, {});
      const hooks = join(folder, 'hooks');
      await rename(join(folder, '.genwright'), hooks);
      await writeFile(join(hooks, 'open.0.jsonl'), '');
      if (ignored === null) await rm(join(hooks, '.gitignore'));
      else await writeFile(join(hooks, '.gitignore'), ignored);
      await symlink('hooks', dirname(openFile));
      const before = (await readdir(hooks)).toSorted();
      finish();

      const { tasks } = await generate(other);

      assert.deepEqual(
        [tasks.map(({ status }) => status), posts(), (await readdir(hooks)).toSorted()],
        [['saved'], 2, before],
      );
    });
  }

  test('keeps what else is in it', async (context) => {
    const { folder, one, generate, finish, openFile } = await arrange(context);
    await mkdir(join(folder, '.genwright'));
    await writeFile(join(folder, '.genwright', 'notes.txt'), 'mine');
    await writeFile(openFile, 'not json\n{"v":2}\n');
    finish();

    await generate(one);

    assert.deepEqual((await readdir(join(folder, '.genwright'))).toSorted(), ['.gitignore', 'notes.txt']);
  });
});

test('a task that the user stops watching is named until it is removed', async (context) => {
  const { begin, one, names, reached } = await arrange(context);
  void begin();
  const { id } = await reached('running', one);
  await one.act(id, 'stopWatching');
  const before = await names();

  await one.act(id, 'remove');

  assert.deepEqual([before, await names()], [['.genwright'], []]);
});

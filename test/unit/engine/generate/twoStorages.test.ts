import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { makePng } from '../../../fakes/media/media.ts';
import { waitUntil } from '../../../support/waitUntil.ts';
import { arrangeStorages, createPromise } from './arrangeStorages.ts';

const isPosix = process.platform !== 'win32';

const whole = ['hero.gen.runs.jsonl', 'hero.png'];

test('the folder names a task from its acceptance to its record, without URL, text or secret', async (context) => {
  const { begin, one, finish, openFile, folder, gateway, names, reached } = await arrangeStorages(context);
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
    const { begin, one, other, generate, finish, posts, records, names, reached, gateway } =
      await arrangeStorages(context);
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
    const { begin, one, other, generate, finish, posts, storageDir, records, names, reached } =
      await arrangeStorages(context);
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
    const { begin, one, other, generate, finish, posts, reached } = await arrangeStorages(context);
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
      const { begin, one, other, generate, posts, reached } = await arrangeStorages(context);
      void begin();
      await reached('running', one);

      const { tasks } = await generate(other, answer);

      assert.deepEqual([tasks.map(({ status }) => status), posts()], [statuses, sent]);
    });
  }

  test('counts for one of several equal requests', async (context) => {
    const { begin, one, other, generate, finish, posts, reached } = await arrangeStorages(context);
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
    const { begin, one, other, generate, finish, posts, reached } = await arrangeStorages(context);
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
      await arrangeStorages(context);
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

describe('a result that another program has recorded', () => {
  test('while the request waited here is not paid for again', async (context) => {
    const { one, other, generate, finish, posts, setGate } = await arrangeStorages(context);
    const [made, resolve] = createPromise();
    let calls = 0;
    // The first call is that of the program that waits.
    setGate(() => ((calls += 1) === 1 ? made : Promise.resolve()));
    const waiting = generate(other);
    await waitUntil('a call', () => Promise.resolve(calls > 0 || undefined));
    finish();
    await generate(one);
    resolve();
    const { tasks } = await waiting;

    assert.deepEqual(
      [tasks.map(({ status, taskId, artifacts }) => [status, taskId, artifacts.length]), posts()],
      [[['unchanged', 't1', 1]], 1],
    );
  });

  test('after two equal requests were stopped here is not paid for again by Resume, and counts for one', async (context) => {
    const { one, other, generate, finish, posts, reached } = await arrangeStorages(context);
    void generate(other, null, { repeat: 2 });
    await reached('planned', other);
    const ids = other.tasks().map(({ id }) => id);
    for (const id of ids) await other.act(id, 'stopWatching');
    finish();
    await generate(one);
    for (const id of ids) await other.act(id, 'resume');
    for (const id of ids) await other.ended(id);

    assert.deepEqual(
      [
        other
          .tasks()
          .map(({ state }) => state)
          .toSorted(),
        posts(),
      ],
      [['saved', 'skipped'], 2],
    );
  });

  test('by a clock that is a day ahead is made again if the user wants another one', async (context) => {
    const { clock, one, other, generate, finish, posts } = await arrangeStorages(context);
    finish();
    clock.set(24 * 3_600_000);
    await generate(one);
    clock.set(-24 * 3_600_000);
    const { tasks } = await generate(other, 'all');

    assert.deepEqual([tasks.map(({ status }) => status), posts()], [['saved'], 2]);
  });
});

describe('a folder that names a task', () => {
  /** Writes what the first program would write, with changes. */
  const forge = async (arranged: Awaited<ReturnType<typeof arrangeStorages>>, changes: object): Promise<void> => {
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
      const arranged = await arrangeStorages(context);
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
      const arranged = await arrangeStorages(context);
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
    const { folder, one, generate, finish, openFile } = await arrangeStorages(context);
    await mkdir(join(folder, '.genwright'));
    await writeFile(join(folder, '.genwright', 'notes.txt'), 'mine');
    await writeFile(openFile, 'not json\n{"v":2}\n');
    finish();

    await generate(one);

    assert.deepEqual((await readdir(join(folder, '.genwright'))).toSorted(), ['.gitignore', 'notes.txt']);
  });
});

test('what a folder names is right again after a process ended before it could tell', async (context) => {
  const { begin, one, restart, finish, openFile, names, reached } = await arrangeStorages(context);
  void begin();
  await reached('running', one);
  const line = await readFile(openFile, 'utf8');
  await rm(dirname(openFile), { recursive: true });

  const second = await restart();
  const told = await readFile(openFile, 'utf8');
  finish();
  const { id } = await reached('saved', second);
  await second.ended(id);
  await mkdir(dirname(openFile));
  await writeFile(openFile, line);
  await restart();

  assert.deepEqual([told, await names()], [line, whole]);
});

test('a task that the user stops watching is named until it is removed', async (context) => {
  const { begin, one, names, reached } = await arrangeStorages(context);
  void begin();
  const { id } = await reached('running', one);
  await one.act(id, 'stopWatching');
  const before = await names();

  await one.act(id, 'remove');

  assert.deepEqual([before, await names()], [['.genwright'], []]);
});

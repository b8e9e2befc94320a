import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  accepted,
  createTaskBench,
  notSent,
  untilPending,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { submit } from './submit.ts';

const synchronous = { request: buildRequest({ pollPath: null }) };
describe('what is recorded and sent', () => {
  test('the record that bytes leave names the attempt, the gateway and the last known balance', async () => {
    const balance = { usd: 5, at: 1 };
    const { bench } = await submit([notSent, accepted], { over: { balances: { lastSeen: () => balance } } });
    const sending = bench.written
      .filter(({ kind }) => kind === 'sending')
      .map(({ v: _v, at: _at, task: _task, ...rest }) => rest);

    assert.deepEqual(
      sending,
      [1, 2].map((attempt) => ({
        kind: 'sending',
        attempt,
        isSandbox: false,
        origin: 'https://gateway.example',
        balance,
      })),
    );
  });

  test('the sandbox has no origin and no balance', async () => {
    const { bench } = await submit([accepted], {
      profile: { isSandbox: true, baseUrl: 'http://127.0.0.1:1' },
      over: { balances: { lastSeen: () => ({ usd: 5, at: 1 }) } },
    });
    const { balanceBefore, isSandbox } = bench.task();

    assert.deepEqual([balanceBefore, isSandbox, bench.entry().origin], [undefined, true, null]);
  });

  test('the call has the endpoint, the key and the body, and says whether the response is the result', async () => {
    const { bench } = await submit([accepted]);
    const [sent] = bench.submitted;

    assert.deepEqual(
      [sent?.key, sent?.call.endpoint, sent?.call.isSynchronous, sent?.call.chat, sent?.call.body],
      ['sk-1', '/v1/images/generations', false, null, ['{"model":"seedream-5-0-260128","prompt":"A cat"}']],
    );
    assert.equal((await submit([accepted], { seed: synchronous })).bench.submitted[0]?.call.isSynchronous, true);
  });

  test('the call of a text says whether images are asked for', async () => {
    const asksFor = async (modality: 'image' | 'chat') => {
      const request = buildRequest({ endpoint: '/v1/chat/completions', modality });
      return (await submit([accepted], { seed: { request } })).bench.submitted[0]?.call.chat?.makesImages;
    };

    assert.deepEqual([await asksFor('image'), await asksFor('chat')], [true, false]);
  });
});

describe('a request is not sent', () => {
  const rows: readonly (readonly [title: string, TaskBenchOptions, error: string])[] = [
    ['with a profile that does not exist', { profile: null }, 'profile-unknown'],
    ['without a key', { profile: { readKey: () => Promise.resolve(undefined) } }, 'key-missing'],
    ['with an empty key', { profile: { readKey: () => Promise.resolve('') } }, 'key-missing'],
    ['with a key that no header accepts', { profile: { readKey: () => Promise.resolve('sk-\n1') } }, 'key-refused'],
    ['with a key beyond Latin-1', { profile: { readKey: () => Promise.resolve('sk-→') } }, 'key-refused'],
    [
      'when the profile cannot be read',
      { profile: { readKey: () => Promise.reject(new Error('locked')) } },
      'gateway-unreachable',
    ],
    [
      'when its result could not be saved',
      {
        over: {
          artifacts: {
            probe: () => Promise.resolve({ code: 'outside-workspace', message: '' }),
            has: async () => false,
            save: () => Promise.reject(new Error()),
          },
        },
      },
      'outside-workspace',
    ],
    ['when the journal cannot be written', { refuses: ({ kind }) => kind === 'sending' }, 'disk'],
    [
      'when a local file cannot be read',
      {
        changes: [{ kind: 'filled', request: buildRequest(), uploads: [{ path: 'door.png', sha256: 'd' }] }],
        over: {
          inputs: { read: () => Promise.resolve({ ok: false, error: { code: 'input-changed', message: 'door.png' } }) },
        },
      },
      'input-changed',
    ],
  ];
  for (const [title, options, error] of rows) {
    test(title, async () => {
      const { seen } = await submit([], options);

      assert.deepEqual(seen, ['failed', error, 0]);
    });
  }

  test('to a gateway other than that of its run: it waits until the profile is as before', async () => {
    const urls = ['https://other.example', 'https://other.example', 'https://gateway.example'];
    const { bench, seen } = await submit([accepted], {
      seed: { origin: 'https://gateway.example' },
      over: {
        openProfile: (name) =>
          Promise.resolve({
            name,
            baseUrl: urls.shift() ?? '',
            isSandbox: false,
            readKey: () => Promise.resolve('sk-1'),
          }),
      },
    });

    assert.deepEqual([seen, bench.elapsedMs()], [['pending', null, 1], 20_000]);
  });
});

describe('the user or the end of the window', () => {
  test('stops a task before it is sent', async () => {
    const bench = createTaskBench();
    bench.watch.stopSending();

    await submitTask(bench.watch);

    assert.deepEqual(
      [bench.task().state, bench.task().error?.code, bench.kinds()],
      ['stopped', 'not-sent', ['stopped']],
    );
  });

  const stops: readonly (readonly ['not-sent' | 'run-stopped' | 'over-budget' | 'key-refused', TaskState, number])[] = [
    ['not-sent', 'stopped', 0],
    ['key-refused', 'stopped', 0],
    ['run-stopped', 'skipped', 0],
    // The budget was checked before, and has room for this task.
    ['over-budget', 'pending', 1],
  ];
  for (const [code, state, posts] of stops) {
    test(`a run that ends with ${code} leaves a task that waits ${state}`, async () => {
      const bench = createTaskBench({ submits: [accepted] });
      bench.stopRun({ code, message: '' });

      await submitTask(bench.watch);

      assert.deepEqual([bench.task().state, bench.submitted.length], [state, posts]);
    });
  }

  test('a run that ends while the task waits for its turn ends the task', async () => {
    const bench = createTaskBench();
    const turn = await bench.services.keys.takeTurn('studio', 'run-1', new AbortController().signal);
    const done = submitTask(bench.watch);
    bench.stopRun({ code: 'not-sent', message: '' });
    turn.dispose();
    await done;

    assert.deepEqual([bench.task().state, bench.kinds()], ['stopped', ['stopped']]);
  });

  test('a run that ends while the record is written takes the record back', async () => {
    const bench = createTaskBench();
    const subscription = bench.store.onDidChange(({ state }) => {
      if (state === 'sending') bench.stopRun({ code: 'run-stopped', message: '' });
    });

    await submitTask(bench.watch);
    subscription.dispose();

    assert.deepEqual([bench.task().state, bench.kinds()], ['skipped', ['sending', 'postponed', 'skipped']]);
  });

  test('does not wait for a response: the request may be charged', async () => {
    const bench = createTaskBench({
      submits: [
        (call) => {
          call.onSent?.();
          bench.watch.stopSending();
          return Promise.reject(new Error('Aborted'));
        },
      ],
    });

    await submitTask(bench.watch);

    assert.deepEqual([bench.task().state, bench.task().error?.code], ['unconfirmed', 'send-stopped']);
  });

  const endings: readonly (readonly [title: string, ends: readonly ('stopSending' | 'lose')[], code: string])[] = [
    ['the user does not wait for the rest', ['stopSending'], 'send-stopped'],
    ['another process has adopted the task', ['lose'], 'no-answer'],
    ['the window closes', ['stopSending', 'lose'], 'no-answer'],
  ];
  for (const [title, ends, code] of endings) {
    test(`keeps what has arrived of a text when ${title}`, async () => {
      const bench = createTaskBench({
        seed: { request: buildRequest({ endpoint: '/v1/chat/completions' }) },
        submits: [
          (call) => {
            call.onSent?.();
            call.chat?.onText(() => 'Once');
            for (const end of ends) bench.watch[end]();
            return Promise.reject(new Error('Aborted'));
          },
        ],
      });

      await submitTask(bench.watch).catch(() => undefined);

      const { state, error, text } = bench.task();
      assert.deepEqual([state, error?.code, text], ['unconfirmed', code, 'Once']);
    });
  }

  test('stops a request whose connection is not made yet: nothing was sent', async () => {
    const bench = createTaskBench({
      submits: [
        () => {
          bench.watch.stopSending();
          return Promise.reject(new Error('Aborted'));
        },
      ],
    });

    await submitTask(bench.watch);

    assert.deepEqual([bench.task().state, bench.kinds()], ['stopped', ['sending', 'postponed', 'stopped']]);
  });

  test('closing ends a connection that is not made yet, and no other', async () => {
    const seen: unknown[] = [];
    const bench = createTaskBench({
      submits: [
        (call, signal) => {
          call.onSent?.();
          bench.closing.abort(new Error('Closing'));
          seen.push(signal.aborted);
          return Promise.resolve(accepted);
        },
      ],
    });
    await submitTask(bench.watch);
    const other = createTaskBench({
      submits: [
        (_call, signal) => {
          other.closing.abort(new Error('Closing'));
          other.watch.lose();
          seen.push(signal.aborted);
          return Promise.reject(new Error('Aborted'));
        },
      ],
    });
    await assert.rejects(submitTask(other.watch), /Adopted/);

    assert.deepEqual(seen, [false, true]);
    assert.deepEqual([bench.task().state, other.task().state], ['pending', 'planned']);
  });

  test('a window that closes while the record is written sends nothing', async () => {
    const bench = createTaskBench();
    bench.store.onDidChange(({ state }) => {
      if (state !== 'sending') return;
      bench.closing.abort(new Error('Closing'));
      bench.watch.lose();
    });

    await assert.rejects(submitTask(bench.watch), /Adopted/);

    assert.deepEqual([bench.task().state, bench.kinds(), bench.submitted], ['planned', ['sending', 'postponed'], []]);
  });

  test('a task that another process has adopted still records its acceptance, and reports nothing unwritten', async () => {
    const reported: unknown[] = [];
    const bench = createTaskBench({
      submits: [
        () => {
          bench.watch.lose();
          return Promise.resolve(accepted);
        },
      ],
      refuses: ({ kind }) => kind === 'accepted',
      over: { onUnwritten: (task) => void reported.push(task) },
    });
    await submitTask(bench.watch);

    assert.deepEqual([bench.task().state, reported], ['pending', []]);
  });
});

test('a task that another process adopts while it yields to its rival rejects at once, and leaves no promise behind', async () => {
  const rival = createTaskBench({ changes: untilPending, seed: { run: 'run-0' } }).entry();
  const bench = createTaskBench({
    foreign: [
      { entry: { ...rival, task: { ...rival.task, id: 'rival' } }, hasGap: false, isUnlisted: false, holder: 'alive' },
    ],
    // The journal never finishes the write.
    writes: ({ kind }) => (kind === 'skipped' ? new Promise(() => undefined) : Promise.resolve()),
  });
  bench.store.onDidChange(({ state }) => {
    if (state === 'skipped') bench.watch.lose();
  });

  await assert.rejects(submitTask(bench.watch), /Adopted/);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  accepted,
  createTaskBench,
  notSent,
  refused,
  sendingChange,
  task,
  times,
  untilPending,
  type SubmitStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';

/** Submits a task. `seen`: its state, its error and the number of POSTs. */
async function submit(submits: readonly SubmitStep[], options: TaskBenchOptions = {}) {
  const bench = createTaskBench({ submits, ...options });
  await submitTask(bench.watch);
  const { state, error } = bench.task();
  return { bench, seen: [state, error?.code ?? null, bench.submitted.length] as const };
}

describe('the outcome of a submit', () => {
  const rows: readonly (readonly [
    title: string,
    submits: readonly SubmitStep[],
    state: TaskState,
    error: string | null,
  ])[] = [
    ['no connection three times, then a task id', [...times(3, notSent), accepted], 'pending', null],
    [
      '503 that asks for five minutes three times, then 429, whose ten minutes begin then',
      [...times(3, refused(503, { retryAfterMs: 300_000 })), refused(429), accepted],
      'pending',
      null,
    ],
    ['503 that names more than ten minutes', [refused(503, { retryAfterMs: 600_001 })], 'failed', 'gateway-error'],
    [
      '403 with the words of an empty account',
      [refused(403, { message: 'Not enough credits.' })],
      'failed',
      'quota-exhausted',
    ],
    [
      '400 with the words of an empty account',
      [refused(400, { message: 'Not enough credits.' })],
      'failed',
      'quota-exhausted',
    ],
    ['403 with another code', [refused(403, { code: 'forbidden' })], 'failed', 'request-rejected'],
    ['519 without JSON four times', times(4, refused(519, { isOwn: false })), 'unconfirmed', 'no-answer'],
    [
      '502 of a proxy, then no connection',
      [refused(502, { isOwn: false }), ...times(4, notSent)],
      'unconfirmed',
      'gateway-unreachable',
    ],
    [
      'an error after half of a text',
      [{ ...refused(200, { code: 'quota_exhausted' }), text: 'Once' }],
      'unconfirmed',
      'cut-short',
    ],
  ];
  for (const [title, submits, state, error] of rows) {
    test(`after ${title} is ${state} (${error ?? 'no error'})`, async () => {
      const { bench, seen } = await submit(submits);

      assert.deepEqual(seen, [state, error, submits.length]);
      // Each attempt is in the journal before its first byte.
      assert.equal(bench.kinds().filter((kind) => kind === 'sending').length, submits.length);
    });
  }
});

describe('what a submit is said to cost is recorded, whatever the response is', () => {
  const priced = { amountUsd: 0.05 };
  const rows: readonly (readonly [title: string, outcome: CallOutcome, state: TaskState])[] = [
    ['a refusal', refused(400, priced), 'failed'],
    ['an error of the server', refused(500, priced), 'failed'],
    ['a failed task without an id', task('failed', priced, null), 'failed'],
    ['an error after half of a text', { ...refused(200, priced), text: 'Once' }, 'unconfirmed'],
    ['half of a text', { kind: 'no-answer', message: '', text: 'Once', ...priced }, 'unconfirmed'],
    ['neither a task nor a result', { kind: 'unclear', message: '', text: '', isJson: true, ...priced }, 'unconfirmed'],
    ['a task without id and result', task('pending', priced, null), 'unconfirmed'],
  ];
  for (const [title, outcome, state] of rows) {
    test(title, async () => {
      const { bench, seen } = await submit([outcome]);

      assert.deepEqual([seen[0], bench.task().amountUsd], [state, 0.05]);
    });
  }
});

describe('how long a submit waits', () => {
  const rows: readonly (readonly [title: string, submits: readonly SubmitStep[], sentAtMs: readonly number[]])[] = [
    ['1 s, 2 s and 4 s with jitter after server errors', [...times(3, refused(500)), accepted], [0, 500, 1_500, 3_500]],
    ['the same after failed connections', [...times(3, notSent), accepted], [0, 500, 1_500, 3_500]],
    ['1 s, then twice as long after each 429', [...times(3, refused(429)), accepted], [0, 1_000, 3_000, 7_000]],
    [
      'the same if each 429 names a second',
      [...times(3, refused(429, { retryAfterMs: 1_000 })), accepted],
      [0, 1_000, 3_000, 7_000],
    ],
    ['ten minutes that a 429 names', [refused(429, { retryAfterMs: 600_000 }), accepted], [0, 600_000]],
    ['ten minutes that a 503 names', [refused(503, { retryAfterMs: 600_000 }), accepted], [0, 600_000]],
    ['like for any server error after a 503 that names no time', [refused(503), accepted], [0, 500]],
    ['not the time that a 500 names', [refused(500, { retryAfterMs: 9_000 }), accepted], [0, 500]],
    [
      'separately for a server error after rate limits',
      [...times(4, refused(429)), ...times(3, refused(500)), accepted],
      [0, 1_000, 3_000, 7_000, 15_000, 15_500, 16_500, 18_500],
    ],
  ];
  for (const [title, submits, expected] of rows) {
    test(title, async () => {
      const { bench } = await submit(submits);

      assert.deepEqual(
        bench.submitted.map(({ at }) => at - (bench.submitted[0]?.at ?? 0)),
        expected,
      );
    });
  }

  test('longer each time, even if the gateway answers queries just before each 429', async () => {
    const limited = (): Promise<CallOutcome> => {
      bench.services.gate.open('studio');
      return Promise.resolve(refused(429, { retryAfterMs: 1_000 }));
    };
    const bench = createTaskBench({ submits: [...times(4, limited), accepted] });
    await submitTask(bench.watch);

    assert.deepEqual(
      bench.submitted.map(({ at }) => at - (bench.submitted[0]?.at ?? 0)),
      [0, 1_000, 2_000, 4_000, 8_000],
    );
  });

  test('for the next limit as for the first one, after an acceptance', async () => {
    const { bench } = await submit([...times(3, refused(429)), accepted]);

    assert.equal(bench.services.gate.limit('studio', null), 1_000);
  });
});

describe('a request is not sent', () => {
  const rows: readonly (readonly [title: string, TaskBenchOptions, error: string])[] = [
    ['with an empty key', { profile: { readKey: () => Promise.resolve('') } }, 'key-missing'],
    [
      'when the profile cannot be read',
      { profile: { readKey: () => Promise.reject(new Error('locked')) } },
      'gateway-unreachable',
    ],
    ['when the journal cannot be written', { refuses: ({ kind }) => kind === 'sending' }, 'disk'],
  ];
  for (const [title, options, error] of rows) {
    test(title, async () => {
      assert.deepEqual((await submit([], options)).seen, ['failed', error, 0]);
    });
  }

  test('while the budget cannot be read: the record is taken back, so that the request does not count as sent', async () => {
    const bench = createTaskBench({ over: { budget: { confirm: () => Promise.reject(new Error('EACCES')) } } });

    await assert.rejects(submitTask(bench.watch), /EACCES/);

    assert.deepEqual([bench.task().state, bench.kinds()], ['planned', ['sending', 'postponed']]);
  });

  const stops: readonly (readonly ['not-sent' | 'run-stopped' | 'over-budget' | 'key-refused', TaskState, number])[] = [
    ['not-sent', 'stopped', 0],
    ['key-refused', 'stopped', 0],
    ['run-stopped', 'skipped', 0],
    // The budget was checked before, and has room for this task.
    ['over-budget', 'pending', 1],
  ];
  for (const [code, state, posts] of stops) {
    test(`if its run ends, except for a budget that has room for it: ${code}`, async () => {
      const bench = createTaskBench({ submits: [accepted] });
      bench.stopRun({ code, message: '' });

      await submitTask(bench.watch);

      assert.deepEqual([bench.task().state, bench.submitted.length], [state, posts]);
    });
  }
});

const endings: readonly (readonly [title: string, ends: readonly ('stopSending' | 'lose')[], code: string])[] = [
  ['the user does not wait for the rest', ['stopSending'], 'send-stopped'],
  ['another process has adopted the task', ['lose'], 'no-answer'],
  ['the window closes', ['stopSending', 'lose'], 'no-answer'],
];
for (const [title, ends, code] of endings) {
  test(`what has arrived of a text is kept when ${title}`, async () => {
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

describe('the same request is in flight in another program', () => {
  const header = { idempotencyHeader: 'Idempotency-Key' } as const;
  const rows: readonly (readonly [title: string, own: Partial<typeof header>, id: string])[] = [
    ['an attempt that could be charged again is not sent, and the task of the other program is watched', {}, 'g7'],
    ['an attempt that is charged with an earlier one is sent, for what that one has made', header, 'g1'],
  ];
  for (const [title, own, id] of rows) {
    test(title, async () => {
      const { endpoint, fingerprint } = buildRequest();
      const origin = 'https://gateway.example';
      const named = { at: '2026-01-01T00:00:00.000Z', task_id: 'g7', endpoint, profile: 'studio', job: null, index: 1 };
      const { bench } = await submit([accepted], {
        changes: [
          { ...sendingChange, ...own },
          { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } },
          { kind: 'resubmitted' },
        ],
        profile: own,
        over: { openTasks: { read: () => Promise.resolve([{ ...named, origin, fingerprint }]) } },
      });

      assert.equal(bench.task().taskId, id);
    });
  }
});

test('a task that another process adopts while it yields to its rival rejects at once, and leaves no promise behind', async () => {
  const rival = createTaskBench({ changes: untilPending, seed: { run: 'run-0' } }).entry();
  const bench = createTaskBench({
    foreign: [{ entry: { ...rival, task: { ...rival.task, id: 'rival' } }, hasGap: false, holder: 'alive' }],
    // The journal never finishes the write.
    writes: ({ kind }) => (kind === 'skipped' ? new Promise(() => undefined) : Promise.resolve()),
  });
  bench.store.onDidChange(({ state }) => {
    if (state === 'skipped') bench.watch.lose();
  });

  await assert.rejects(submitTask(bench.watch), /Adopted/);
});

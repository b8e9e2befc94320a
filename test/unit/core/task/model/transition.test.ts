import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { actionsOf, isInFlight, paidUsd, placeActionsOf } from '../../../../../src/core/task/model/taskStates.ts';
import { transition } from '../../../../../src/core/task/model/transition.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { accepted, arrange, artifact, error, finished, polled, sending, unconfirmed, ways } from './arrangeEntry.ts';
import * as fc from '../../../../support/fastCheck.ts';

const changes: readonly TaskChange[] = [
  { kind: 'filled', request: buildRequest(), uploads: [] },
  sending,
  { kind: 'postponed', error, mayBeCharged: false },
  accepted,
  polled,
  { kind: 'waiting', error },
  finished,
  { kind: 'measuring', piece: '0' },
  { kind: 'placing', piece: '0', artifact },
  { kind: 'saved', artifacts: [artifact] },
  { kind: 'unsaved', artifacts: [], error },
  { kind: 'failed', error, statusWord: null, amountUsd: null },
  { kind: 'late-response' },
  { kind: 'streamed', text: 'Once' },
  { kind: 'kept', offset: 0, text: 'Once' },
  unconfirmed,
  { kind: 'balance-read', balance: { usd: 1, at: 2 } },
  { kind: 'lost', error },
  { kind: 'stopped', error },
  { kind: 'skipped', error },
  { kind: 'resumed' },
  { kind: 'resubmitted' },
  { kind: 'dismissed' },
  { kind: 'saving-again' },
  { kind: 'recorded' },
];

function allows(steps: readonly TaskChange[], change: TaskChange): boolean {
  return transition(arrange(steps), { ...change, at: 1 }) !== null;
}

/** Every possible pair of state and event, with the next state. All other pairs are impossible. */
const expected: Readonly<Record<keyof typeof ways, Readonly<Record<string, TaskState>>>> = {
  planned: {
    filled: 'planned',
    sending: 'sending',
    waiting: 'planned',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
    stopped: 'stopped',
    skipped: 'skipped',
  },
  sending: {
    postponed: 'planned',
    streamed: 'sending',
    kept: 'sending',
    accepted: 'pending',
    finished: 'saving',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
  },
  pending: {
    polled: 'running',
    waiting: 'pending',
    finished: 'saving',
    failed: 'failed',
    lost: 'lost',
    stopped: 'stopped',
  },
  running: {
    polled: 'running',
    waiting: 'running',
    finished: 'saving',
    failed: 'failed',
    lost: 'lost',
    stopped: 'stopped',
  },
  saving: {
    waiting: 'saving',
    finished: 'saving',
    measuring: 'saving',
    placing: 'saving',
    saved: 'saved',
    unsaved: 'unsaved',
  },
  saved: { recorded: 'saved' },
  failed: { recorded: 'failed' },
  unconfirmed: {
    'balance-read': 'unconfirmed',
    'late-response': 'sending',
    resubmitted: 'planned',
    dismissed: 'failed',
    recorded: 'unconfirmed',
  },
  lost: { resumed: 'pending', recorded: 'lost' },
  unsaved: { 'saving-again': 'saving', recorded: 'unsaved' },
  stopped: { resumed: 'pending' },
  skipped: {},
};

for (const [state, steps] of Object.entries(ways) as [keyof typeof ways, readonly TaskChange[]][]) {
  test(`from ${state} only possible events lead to another state`, () => {
    const entry = arrange(steps);
    const reached = changes.flatMap((change) => {
      const next = transition(entry, { ...change, at: 99 });
      return next ? [[change.kind, next.task.state] as const] : [];
    });

    assert.equal(entry.task.state, state);
    assert.deepEqual(Object.fromEntries(reached), expected[state]);
  });
}

test('a task that was never accepted is planned again when it is resumed', () => {
  const stopped: TaskChange = { kind: 'stopped', error: { code: 'not-sent', message: '' } };

  assert.equal(arrange([stopped, { kind: 'resumed' }]).task.state, 'planned');
});

test('a task contains what its events say', () => {
  const { task, finishedAt, tookMs, isRecorded } = arrange([
    sending,
    { kind: 'postponed', error, mayBeCharged: true },
    sending,
    accepted,
    polled,
    { ...finished, tookMs: 4 },
    { kind: 'saved', artifacts: [artifact] },
    { kind: 'recorded' },
  ]);
  const { request: _request, ...rest } = task;

  assert.deepEqual(
    { ...rest, finishedAt, tookMs, isRecorded },
    {
      id: 'id',
      run: 'r',
      jobFile: '/w/hero.gen.yaml',
      profile: 'p',
      isSandbox: true,
      state: 'saved',
      taskId: 't1',
      progress: 1,
      statusWord: 'succeeded',
      error: null,
      amountUsd: 0.04,
      text: null,
      doubtfulAttempts: 1,
      earlierUsd: [],
      artifacts: [artifact],
      createdAt: 1,
      submittedAt: 4,
      endedAt: 8,
      finishedAt: 7,
      tookMs: 4,
      isRecorded: true,
    },
  );
});

const doubtful: TaskChange = { kind: 'postponed', error, mayBeCharged: true };

for (const change of [
  { kind: 'failed', error, statusWord: null, amountUsd: null },
  { kind: 'stopped', error },
  { kind: 'skipped', error },
] as const) {
  test(`a task that would be ${change.kind} is unconfirmed if an earlier attempt may have been charged`, () => {
    const { task } = arrange([sending, doubtful, change]);

    assert.deepEqual([task.state, task.submittedAt, task.doubtfulAttempts], ['unconfirmed', null, 1]);
  });
}

test('each attempt that may have been charged is counted once, however often the user sends the request again', () => {
  const rejected: TaskChange = { kind: 'failed', error, statusWord: null, amountUsd: null };
  const resubmitted: TaskChange = { kind: 'resubmitted' };
  const past = [sending, unconfirmed, resubmitted, sending, rejected, resubmitted, sending, rejected];

  assert.equal(arrange(past).task.doubtfulAttempts, 1);
  assert.equal(arrange([...past, resubmitted, sending, unconfirmed, resubmitted]).task.doubtfulAttempts, 2);
});

test('an unconfirmed request whose "sending" line cannot be read counts as an attempt when it is sent again', () => {
  assert.equal(arrange([unconfirmed, { kind: 'resubmitted' }]).task.doubtfulAttempts, 1);
});

test('a task that the gateway has accepted fails, although an earlier attempt may have been charged', () => {
  const failed: TaskChange = { kind: 'failed', error, statusWord: 'failed', amountUsd: null };
  const { task } = arrange([sending, doubtful, sending, accepted, failed]);

  assert.deepEqual([task.state, task.doubtfulAttempts], ['failed', 1]);
});

test('every ended state except the finished ones offers a way to continue', () => {
  const withoutWayOn = (Object.keys(ways) as TaskState[]).filter((state) =>
    actionsOf({ state }).every((each) => each === 'remove'),
  );

  assert.deepEqual(withoutWayOn, ['saving', 'saved']);
});

test('a response without a result is not one to save again', () => {
  const unsaved = (message: string) => ({ state: 'unsaved', error: { code: 'no-result', message } }) as const;

  assert.deepEqual([actionsOf(unsaved('')), actionsOf(unsaved('filtered'))], [['saveAgain', 'remove'], ['remove']]);
  assert.deepEqual([placeActionsOf(unsaved('')), placeActionsOf(unsaved('filtered'))], [['saveTo'], []]);
});

test('a filled task keeps its planned request for another attempt', () => {
  const filled = buildRequest({ fingerprint: 'known' });

  const { task, planned } = arrange([{ kind: 'filled', request: filled, uploads: [] }]);

  assert.deepEqual([task.request, planned], [filled, buildRequest()]);
});

test('a stopped task is in doubt only if the gateway has not accepted it', () => {
  const stopped: TaskChange = { kind: 'stopped', error };
  const next = [[stopped], [sending, accepted, stopped]].map((steps) =>
    transition(arrange(steps), { ...unconfirmed, at: 99 }),
  );

  assert.deepEqual(
    next.map((each) => each?.task.state),
    ['unconfirmed', undefined],
  );
});

test('only an unconfirmed request gets a late response, even if the user has dismissed it', () => {
  const late = { kind: 'late-response' } as const;
  const states = Object.entries(ways).flatMap(([state, steps]) => (allows(steps, late) ? [state] : []));

  assert.deepEqual([states, allows([...ways.unconfirmed, { kind: 'dismissed' }], late)], [['unconfirmed'], true]);
  assert.equal(arrange([...ways.unconfirmed, late, accepted]).task.state, 'pending');
});

test('a piece is being measured until it is about to be placed, or the task ends', () => {
  const measuring: TaskChange = { kind: 'measuring', piece: '0' };
  const placing: TaskChange = { kind: 'placing', piece: '0', artifact };
  const unsaved: TaskChange = { kind: 'unsaved', artifacts: [], error };
  const ends = [[], [placing], [unsaved], [unsaved, { kind: 'saving-again' } as const]];

  const left = ends.map((steps) => arrange([...ways.saving, measuring, ...steps]).measuring);

  assert.deepEqual(left, ['0', null, null, null]);
});

/** Every event, with and without amounts, so that a later one may try to remove an amount. */
const anyChange = fc.constantFrom<TaskChange>(
  ...changes,
  { ...finished, amountUsd: null },
  { kind: 'failed', error, statusWord: 'failed', amountUsd: 0.02 },
  { kind: 'unconfirmed', error, amountUsd: 0.02 },
  { kind: 'sending', attempt: 1, isSandbox: false, idempotencyHeader: 'Idempotency-Key' },
  { kind: 'polled', phase: 'pending', statusWord: null, progress: null },
);

test('whatever happens in whichever order, no known amount is lost', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 60 }), (events) => {
      let entry = arrange([]);
      for (const [at, change] of events.entries()) {
        const next = transition(entry, { ...change, at: at + 2 });
        if (!next) continue;
        const [before, after] = [entry.task, next.task];
        const broken = {
          'a saved task changes': before.state === 'saved' && after.state !== 'saved',
          'a task that was taken is forgotten': before.taskId !== null && after.taskId !== before.taskId,
          'a task that was taken may be sent': after.taskId !== null && ['planned', 'sending'].includes(after.state),
          'a request that may have been taken is planned without a person or an answer':
            before.state === 'sending' && after.state === 'planned' && change.kind !== 'postponed',
          'an unconfirmed request is sent again without a person':
            before.state === 'unconfirmed' && after.state === 'planned' && change.kind !== 'resubmitted',
          'an amount is forgotten': (paidUsd(after) ?? 0) < (paidUsd(before) ?? 0),
          'an attempt counts twice': after.earlierUsd.length > after.doubtfulAttempts,
          'it has ended and goes on': (after.endedAt === null) !== isInFlight(after.state),
          'an end counts as recorded before it is': before.state !== after.state && next.isRecorded,
        };
        assert.deepEqual(
          Object.entries(broken).flatMap(([what, is]) => (is ? [what] : [])),
          [],
        );
        entry = next;
      }
    }),
    { numRuns: 2_000 },
  );
});

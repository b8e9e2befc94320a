import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldTask } from '../../../../../src/core/task/model/foldTask.ts';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { buildCharge, buildLedgerRecord } from '../../../../../src/core/task/money/charge.ts';
import { sha256 } from '../../../../../src/node/sha256.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { costsOf } from '../../../../fakes/tasks/charges.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';

const error = { code: 'no-answer', message: '' } as const;
const changes = {
  sending: { kind: 'sending', attempt: 1, isSandbox: false },
  named: { kind: 'sending', attempt: 1, isSandbox: false, idempotencyHeader: 'Idempotency-Key' },
  tried: { kind: 'sending', attempt: 1, isSandbox: true },
  refused: { kind: 'postponed', error, mayBeCharged: false },
  proxied: { kind: 'postponed', error, mayBeCharged: true },
  accepted: { kind: 'accepted', taskId: 't1', statusWord: null },
  paid: { kind: 'finished', statusWord: null, amountUsd: 0.04, results: [] },
  unpriced: { kind: 'finished', statusWord: null, amountUsd: null, results: [] },
  free: { kind: 'finished', statusWord: null, amountUsd: 0, results: [] },
  negative: { kind: 'finished', statusWord: null, amountUsd: -5, results: [] },
  saved: { kind: 'saved', artifacts: [] },
  failed: { kind: 'failed', error, statusWord: null, amountUsd: null },
  failedPaid: { kind: 'failed', error, statusWord: null, amountUsd: 0.05 },
  lost: { kind: 'lost', error },
  stopped: { kind: 'stopped', error },
  unconfirmed: { kind: 'unconfirmed', error },
  half: { kind: 'unconfirmed', error, amountUsd: 0.05 },
  late: { kind: 'late-response' },
  dismissed: { kind: 'dismissed' },
  resubmitted: { kind: 'resubmitted' },
} satisfies Record<string, TaskChange>;

const fillWith = (prompt: string): TaskChange & { readonly kind: 'filled' } => ({
  kind: 'filled',
  request: buildRequest({ body: { prompt }, recordBody: { prompt: `sha256:${sha256(prompt)}` } }),
  uploads: [],
});

function fold(names: string): TaskEntry {
  const lines = names.split(' ').filter((name): name is keyof typeof changes => Object.hasOwn(changes, name));
  const records = lines.map((name, at) => ({ v: 1, task: 'x', at: at + 2, ...changes[name] }) as const);
  const folded = foldTask([planned('x'), ...records].map((record) => ({ kind: 'record', record })));
  assert.ok(folded);
  return folded.entry;
}

/** The events, the amount (null is unknown), the number of earlier attempts in doubt, and what others have cost. */
const rows: readonly (readonly [string, amountUsd: number | null, doubtful: number, earlierUsd?: number])[] = [
  ['', 0, 0],
  ['stopped', 0, 0],
  ['sending', null, 0],
  ['sending refused stopped', 0, 0],
  ['sending accepted paid saved', 0.04, 0],
  ['sending accepted free saved', 0, 0],
  ['sending accepted unpriced saved', null, 0],
  ['sending accepted negative saved', null, 0],
  ['sending accepted lost', null, 0],
  ['sending accepted stopped', null, 0],
  ['sending failed', 0, 0],
  ['sending unconfirmed', null, 0],
  ['sending unconfirmed dismissed', null, 0],
  ['sending failedPaid', 0.05, 0],
  ['sending half', 0.05, 0],
  ['sending half dismissed', 0.05, 0],
  ['sending half resubmitted', 0, 0, 0.05],
  ['sending half resubmitted stopped', 0, 0, 0.05],
  ['sending half resubmitted sending', null, 0, 0.05],
  ['sending half resubmitted sending accepted paid saved', 0.04, 0, 0.05],
  ['sending half resubmitted sending unconfirmed resubmitted sending half', 0.05, 1, 0.05],
  ['sending half late refused sending', null, 0, 0.05],
  ['named half resubmitted', 0, 0, 0.05],
  ['named half resubmitted named', 0.05, 0],
  ['named half resubmitted named failed', 0.05, 0],
  ['named half resubmitted named unconfirmed resubmitted named', 0.05, 0],
  ['named half resubmitted named accepted paid saved', 0.04, 0],
  ['named unconfirmed resubmitted named failed', 0, 1],
  ['sending proxied sending failedPaid', 0.05, 1],
  ['sending proxied sending failedPaid resubmitted sending', null, 1, 0.05],
  ['sending proxied sending failed', 0, 1],
  ['sending proxied sending accepted paid saved', 0.04, 1],
  ['sending unconfirmed resubmitted sending accepted paid saved', 0.04, 1],
  ['sending unconfirmed resubmitted stopped', 0, 1],
];
for (const [names, amountUsd, doubtful, earlierUsd = 0] of rows) {
  test(`a request that was planned ${names} is charged ${amountUsd}, ${doubtful} times in doubt, and ${earlierUsd}`, () => {
    const charge = buildCharge(fold(names), sha256);

    assert.deepEqual([charge.amountUsd, charge.doubtful, charge.earlierUsd], [amountUsd, doubtful, earlierUsd]);
  });
}

for (const [size, text] of [
  ['short', 'ok'],
  ['long', 'x'.repeat(900_000)],
] as const) {
  test(`a request that sends a ${size} text of another job is charged as one that writes it`, () => {
    const { entry } = foldTask([
      { kind: 'record', record: planned('x') },
      { kind: 'record', record: { v: 1, task: 'x', at: 2, ...fillWith(text) } },
    ]) ?? { entry: fold('') };

    assert.equal(buildCharge(entry, sha256).costs, costsOf({ prompt: text }));
  });
}

test('a charge counts on the day on which its request was sent, whenever it ended', () => {
  assert.equal(buildCharge(fold('sending unconfirmed dismissed'), sha256).at, 2);
});

test('the ledger gets every request that was or may be charged, and nothing else', () => {
  const isKept = (names: string): boolean => buildLedgerRecord(fold(names), sha256) !== null;

  assert.deepEqual(['', 'stopped', 'sending refused stopped', 'sending failed', 'tried accepted lost'].map(isKept), [
    false,
    false,
    false,
    false,
    false,
  ]);
  assert.deepEqual(
    [
      'sending unconfirmed dismissed',
      'sending proxied stopped',
      'sending half resubmitted stopped',
      'sending accepted paid saved',
    ].map(isKept),
    [true, true, true, true],
  );
});

test('the ledger also gets the hashes of files from the sandbox, marked as free', () => {
  const artifact = {
    path: 'a.png',
    sha256: 'a'.repeat(64),
    bytes: 1,
    mediaType: 'image/png',
    title: null,
    lyrics: null,
  };
  const size = { width: null, height: null, seconds: null };
  const entry = fold('tried accepted paid saved');
  const record = buildLedgerRecord(
    { ...entry, task: { ...entry.task, artifacts: [{ ...artifact, ...size }] } },
    sha256,
  );

  assert.deepEqual([record?.isSandbox, record?.artifacts], [true, ['a'.repeat(64)]]);
});

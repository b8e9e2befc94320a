import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adoptTasks } from '../../../../src/core/task/adoptTasks.ts';
import type { JournalTask } from '../../../../src/core/task/journalPort.ts';
import type { TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import type { SpooledResponse } from '../../../../src/core/task/ports.ts';
import {
  buildSeed,
  createTaskBench,
  sendingChange,
  untilPending,
  untilSaving,
  urlResult,
} from '../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../fakes/tasks/taskServices.ts';
import { buildArtifact } from '../../host/fakes/builders.ts';

const result = urlResult('https://x.example/a.png');
const response: SpooledResponse = { results: [result], amountUsd: 0.04, text: null };

/** Adopts one task with this past in a window. `response`: what the spool contains of it. */
async function adopt(
  changes: readonly TaskChange[],
  { hasGap = false, isUnlisted = false, spooled = null as SpooledResponse | null } = {},
) {
  const past = createTaskBench({ changes, seed: buildSeed() });
  const { store, services, written, removed } = createTaskBench();
  await store.remove(['t1']);
  written.length = 0;
  const seen: string[] = [];
  const note = (what: string) => (id: string) => {
    seen.push(`${what} ${id}`);
    return Promise.resolve();
  };
  const adopted: JournalTask = { entry: past.entry(), hasGap, isUnlisted };
  const watchers = Object.assign(new Watchers(services), {
    watch: note('watch'),
    noteBalance: (id: string) => void note('balance')(id),
  });
  const changed = buildServices(services, {
    log: { error: (line) => assert.fail(line) },
    artifacts: { tidy: ({ jobFile }) => note('tidy')(jobFile) },
    journal: { adopt: () => Promise.resolve([adopted]) },
    recorder: { record: note('record') },
    spool: { find: () => Promise.resolve(spooled), listTasks: () => Promise.resolve(new Set(spooled ? ['t1'] : [])) },
  });
  await adoptTasks(() => true, { ...changed, watchers });
  return { seen, state: store.get('t1')?.task.state, kinds: written.map(({ kind }) => kind), removed };
}

const tidied = 'tidy /w/hero.gen.yaml';
const ended = ['record t1', 'balance t1'];
const failed: TaskChange = {
  kind: 'failed',
  error: { code: 'task-failed', message: '' },
  statusWord: null,
  amountUsd: null,
};
const saved: TaskChange = { kind: 'saved', artifacts: [buildArtifact('hero.png')] };

describe('an adopted task', () => {
  const rows: readonly (readonly [
    title: string,
    changes: readonly TaskChange[],
    state: string,
    kinds: readonly string[],
    seen: readonly string[],
  ])[] = [
    ['that was never sent waits for the user', [], 'stopped', ['stopped'], [tidied, ...ended]],
    ['that was being sent is unconfirmed', [sendingChange], 'unconfirmed', ['unconfirmed'], [tidied, ...ended]],
    [
      'that waits for another attempt, and may have been charged for an earlier one, is unconfirmed',
      [sendingChange, { kind: 'postponed', error: { code: 'gateway-error', message: '' }, mayBeCharged: true }],
      'unconfirmed',
      ['stopped'],
      [tidied, ...ended],
    ],
    ['that was accepted is watched', untilPending, 'pending', [], [tidied, 'watch t1']],
    ['whose results are known is watched', untilSaving([result]), 'saving', [], [tidied, 'watch t1']],
    ['that has ended gets its line', [failed], 'failed', [], ended],
    ['that has its line is not changed', [failed, { kind: 'recorded' }], 'failed', [], []],
    [
      'that was stopped is not changed',
      [{ kind: 'stopped', error: { code: 'not-sent', message: '' } }],
      'stopped',
      [],
      [],
    ],
    [
      'that was skipped is not changed',
      [{ kind: 'skipped', error: { code: 'upstream-failed', message: '' } }],
      'skipped',
      [],
      [],
    ],
  ];
  for (const [title, changes, ...expected] of rows) {
    test(title, async () => {
      const { state, kinds, seen } = await adopt(changes);

      assert.deepEqual([state, kinds, seen], expected);
    });
  }

  test('with an unreadable line may have been sent, unless the gateway has named it', async () => {
    const states = [
      await adopt([], { hasGap: true }),
      await adopt([{ kind: 'stopped', error: { code: 'not-sent', message: '' } }], { hasGap: true }),
      await adopt(untilPending, { hasGap: true }),
    ].map(({ state }) => state);

    assert.deepEqual(states, ['unconfirmed', 'unconfirmed', 'pending']);
  });

  test('whose response is in the spool is saved from it, and nothing is sent', async () => {
    const { state, kinds, seen } = await adopt([sendingChange], { spooled: response });

    assert.deepEqual([state, kinds, seen], ['saving', ['finished'], [tidied, 'watch t1']]);
  });

  test('that is unconfirmed continues with its response in the spool', async () => {
    const unconfirmed: TaskChange = { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } };
    const { state, kinds, seen } = await adopt([sendingChange, unconfirmed], { spooled: response });

    assert.deepEqual([state, kinds, seen[0]], ['saving', ['late-response', 'finished'], 'watch t1']);
  });

  test('that is saved leaves nothing in the spool', async () => {
    assert.deepEqual((await adopt([...untilSaving([result]), saved])).removed, ['https://x.example/a.png']);
  });

  test('that was removed from the list leaves the journal and is not listed again', async () => {
    const { state, kinds, seen } = await adopt([failed], { isUnlisted: true });

    assert.deepEqual([state, kinds, seen], [undefined, ['removed'], []]);
  });
});

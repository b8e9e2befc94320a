import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adoptTasks, listForgettable } from '../../../../src/core/task/adoptTasks.ts';
import type { TaskState } from '../../../../src/core/task/model/task.ts';
import type { TaskEntry } from '../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../src/core/task/model/transition.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';
import { createTaskBench, sendingChange, urlResult } from '../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../fakes/tasks/taskServices.ts';

const dayMs = 24 * 60 * 60_000;
const now = 1_000 * dayMs;

function buildEntry(
  id: string,
  ageDays: number,
  { state = 'saved', ...facts }: { state?: TaskState; isRecorded?: boolean; isUnlisted?: true } = {},
): TaskEntry {
  const record = planned(id);
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry(id, 0, record.seed);
  return { ...entry, isRecorded: true, ...facts, task: { ...entry.task, state, endedAt: now - ageDays * dayMs } };
}

const fill = (count: number, ageDays: number): readonly TaskEntry[] =>
  Array.from({ length: count }, (_, at) => buildEntry(`f${at}`, ageDays));

test('the newest 200 finished tasks stay, however old they are', () => {
  const entries = [buildEntry('oldest', 400), ...fill(200, 300)];

  assert.deepEqual(listForgettable(entries, now), ['oldest']);
});

test('up to 2,000 finished tasks of the last 30 days stay', () => {
  assert.deepEqual(listForgettable([...fill(1_000, 30), buildEntry('old', 31)], now), ['old']);
});

test('all finished tasks of the last two days stay, however many they are', () => {
  const entries = [...fill(2_500, 2), buildEntry('older', 3)];

  assert.deepEqual(listForgettable(entries, now), ['older']);
});

test('a task that the user can still act on stays', () => {
  const open = (['unsaved', 'unconfirmed', 'stopped', 'lost', 'pending'] as const).map((state) =>
    buildEntry(state, 900, { state }),
  );
  const unrecorded = buildEntry('unrecorded', 900, { isRecorded: false });

  assert.deepEqual(listForgettable([...fill(300, 10), ...open, unrecorded], now), []);
});

test('a task that the user has removed stays until its line is written, and no longer', () => {
  const removed = buildEntry('removed', 0, { isUnlisted: true });
  const owed = buildEntry('owed', 900, { isUnlisted: true, isRecorded: false });

  assert.deepEqual(listForgettable([removed, owed, ...fill(300, 0)], now), ['removed']);
});

test('an adopted task whose response is in the spool is saved from it, and what is left of others is used or removed', async () => {
  const sent = createTaskBench({ changes: [sendingChange] }).entry();
  const saved = { ...buildEntry('saved', 0), tookMs: 60_000 };
  const unsaved = buildEntry('unsaved', 0, { state: 'unsaved' });
  const { store, services } = createTaskBench();
  await store.remove(['t1']);
  const tidied: string[] = [];
  let isUnneeded: (task: string) => boolean = () => false;
  const changed = buildServices(services, {
    journal: { adopt: () => Promise.resolve([sent, saved, unsaved].map((entry) => ({ entry, hasGap: false }))) },
    artifacts: { tidy: ({ jobFile }) => Promise.resolve(void tidied.push(jobFile)) },
    spool: {
      find: () => Promise.resolve({ results: [urlResult('https://x.example/a.png')], amountUsd: 0.04, text: null }),
      removeOrphans: (decide) => Promise.resolve(void (isUnneeded = decide)),
    },
  });
  const watchers = Object.assign(new Watchers(services), { watch: () => Promise.resolve() });

  await adoptTasks(
    () => true,
    ({ boundary }) => boundary,
    { ...changed, watchers },
  );

  assert.equal(store.entryOf('t1').task.state, 'saving');
  assert.deepEqual(tidied, ['/w/hero.gen.yaml']);
  assert.deepEqual(services.durations.of(saved), [60_000]);
  assert.deepEqual(['t1', 'saved', 'unsaved', 'unknown'].map(isUnneeded), [false, true, false, false]);
});

for (const isWritten of [true, false]) {
  test(`a response that another process has read is deleted if the journal has it: ${isWritten}`, async () => {
    const { store, services, entry } = createTaskBench({
      changes: [sendingChange, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } }],
    });
    const head = { v: 1, task: 't1', at: entry().task.submittedAt ?? 0 } as const;
    let isDeleted = false;
    const late = {
      records: [
        planned('t1'),
        { ...head, ...sendingChange },
        { ...head, kind: 'accepted', taskId: 'g1', statusWord: null } as const,
      ],
      remove: () => Promise.resolve(void (isDeleted = true)),
    };
    const journal = { readLate: () => Promise.resolve([late]), confirm: () => Promise.resolve(isWritten) };
    const watchers = Object.assign(new Watchers(services), { watch: () => Promise.resolve() });

    await adoptTasks(
      () => true,
      ({ boundary }) => boundary,
      { ...buildServices(services, { journal }), watchers },
    );

    assert.deepEqual([store.entryOf('t1').task.state, isDeleted], ['pending', isWritten]);
  });
}

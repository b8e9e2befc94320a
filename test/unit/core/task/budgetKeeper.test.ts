import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgetKeeper } from '../../../../src/core/task/budgetKeeper.ts';
import { createRun } from '../../../../src/core/task/run.ts';
import type { TaskEntry } from '../../../../src/core/task/taskEntry.ts';
import { createEntry } from '../../../../src/core/task/transition.ts';
import { planned } from '../../../fakes/journalRecords.ts';
import { engineSettings } from '../../../fakes/engineSettings.ts';

const now = 1_000;
function buildEntry(id: string, facts: Partial<TaskEntry['task']> = {}): TaskEntry {
  const record = planned(id);
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry(id, now, { ...record.seed, run: id });
  return { ...entry, task: { ...entry.task, ...facts } };
}

test('a task that is taken over while files are read counts once', async () => {
  const paid = buildEntry('paid', { state: 'saved', amountUsd: 0.04, submittedAt: now, endedAt: now });
  let own: readonly TaskEntry[] = [];
  let foreign: readonly TaskEntry[] = [paid];
  const keeper = createBudgetKeeper({
    store: { list: () => own, unlisted: () => [] },
    ports: {
      clock: { now: () => now, sleep: () => Promise.reject(new Error('Nothing to wait for')) },
      journal: { readForeign: () => Promise.resolve({ listed: foreign, unlisted: [] }) },
      history: {
        read() {
          own = [paid];
          foreign = [];
          return Promise.resolve([]);
        },
      },
      runsFile: { read: () => Promise.resolve([]), append: () => Promise.resolve() },
      settings: () => ({ ...engineSettings, budgetDayUsd: 0.1 }),
    },
  });

  const { signal } = new AbortController();
  const run = createRun('next', { concurrency: 1, budgetUsd: null, stopsOnError: false }, () => undefined);
  const answer = await keeper.enter({ entry: () => buildEntry('next'), run, signal });

  assert.equal(answer.ok, true);
});

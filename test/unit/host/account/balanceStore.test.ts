import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { BalanceOutcome } from '../../../../src/engine/index.ts';
import { createBalanceStore } from '../../../../src/host/account/balanceStore.ts';
import { buildTask } from '../fakes/builders.ts';
import { createFakeEngine } from '../fakes/fakeEngine.ts';

const answerOf = (balanceUsd: number): BalanceOutcome => ({
  ok: true,
  balance: { balanceUsd, usedUsd: null, username: null },
});

/** Arranges a store with a fake engine. `settle` lets pending queries arrive. */
function arrange() {
  const { engine, changed, questions } = createFakeEngine();
  const profileChanged = new Emitter<void>();
  const keyChanged = new Emitter<string>();
  const selected = { name: 'studio' };
  const store = createBalanceStore(
    { engine: () => Promise.resolve(engine), onDidChangeTask: changed.event } as never,
    { selectedName: () => selected.name, onDidChange: profileChanged.event } as never,
    { onDidChange: keyChanged.event } as never,
  );
  const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
  const read = async (balanceUsd: number): Promise<void> => {
    const reading = store.read();
    await settle();
    questions.at(-1)?.answer(answerOf(balanceUsd));
    await reading;
  };
  return { store, questions, changed, profileChanged, keyChanged, selected, settle, read };
}

describe('the balance', () => {
  test('is not queried before a view shows it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, questions, changed, keyChanged, settle } = arrange();
    changed.fire(buildTask({ state: 'saved' }));
    keyChanged.fire('https://studio.example.com');
    t.mock.timers.runAll();
    await settle();
    assert.deepEqual([store.current(), questions.length], [undefined, 0]);
  });

  test('is read again if a task was saved before the first response', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, questions, changed, settle } = arrange();
    const first = store.read();
    changed.fire(buildTask({ state: 'saved' }));
    t.mock.timers.runAll();
    await settle();
    for (const question of questions) question.answer(answerOf(4.96));
    await assert.rejects(first, { name: 'AbortError' });
    await settle();
    assert.deepEqual([questions.length, store.current()], [2, answerOf(4.96)]);
  });

  test('is read again only when the charge of the last task has settled', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { questions, changed, settle, read } = arrange();
    await read(5);
    changed.fire(buildTask({ state: 'running' }));
    t.mock.timers.runAll();
    const counts: number[] = [];
    for (const id of ['a', 'b']) {
      changed.fire(buildTask({ id, state: 'saved' }));
      t.mock.timers.tick(900);
      await settle();
      counts.push(questions.length);
    }
    t.mock.timers.tick(100);
    await settle();
    assert.deepEqual([counts, questions.length], [[1, 1], 2]);
  });

  test('is read again after any end of a task of its profile, and after a later reading of a lost one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { questions, changed, settle, read } = arrange();
    await read(5);
    const counts: number[] = [];
    const lost = buildTask({ state: 'unconfirmed' });
    for (const task of [
      buildTask({ state: 'failed' }),
      lost,
      { ...lost, balancesAfter: [{ usd: 5, at: 1 }] },
      buildTask({ state: 'saved', profile: 'home' }),
    ]) {
      changed.fire(task);
      t.mock.timers.runAll();
      await settle();
      counts.push(questions.length);
    }
    assert.deepEqual(counts, [2, 3, 4, 4]);
  });

  test('is read again when the user looks at one that is old, once a minute at most', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const { store, questions, settle, read } = arrange();
    await read(5);
    const counts: number[] = [];
    for (const ms of [59_000, 2_000, 1_000]) {
      t.mock.timers.tick(ms);
      store.readIfOld();
      await settle();
      counts.push(questions.length);
    }
    assert.deepEqual(counts, [1, 2, 2]);
  });

  test('never shows the balance of the profile that was selected before', async () => {
    const { store, questions, profileChanged, selected, settle, read } = arrange();
    await read(5);
    selected.name = 'home';
    profileChanged.fire();
    assert.equal(store.current(), undefined);
    await settle();
    assert.equal(questions.at(-1)?.profile, 'home');
  });

  test('ignores a response that a newer query has overtaken', async () => {
    const { store, questions, settle } = arrange();
    const first = store.read();
    await settle();
    const second = store.read();
    await settle();
    questions[1]?.answer(answerOf(2));
    questions[0]?.answer(answerOf(1));
    await assert.rejects(first, { name: 'AbortError' });
    await second;
    assert.deepEqual(store.current(), answerOf(2));
  });

  test('is announced when it is read, and when it is forgotten with the profile', async () => {
    const { store, profileChanged, selected, read } = arrange();
    const told: unknown[] = [];
    store.onDidChange(() => told.push(store.current()));
    await read(2);
    selected.name = 'home';
    profileChanged.fire();
    assert.deepEqual(told, [answerOf(2), undefined]);
  });
});

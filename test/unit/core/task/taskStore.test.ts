import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TaskLostError } from '../../../../src/core/task/journalPort.ts';
import type { JournalRecord, TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { createTaskStore } from '../../../../src/core/task/taskStore.ts';
import { buildSeed, sendingChange, untilPending, untilSaving, urlResult } from '../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../fakes/tasks/taskServices.ts';
import { buildArtifact } from '../../host/fakes/builders.ts';

const polled: TaskChange = { kind: 'polled', phase: 'running', statusWord: 'drawing', progress: 40 };
const accepted: TaskChange = { kind: 'accepted', taskId: 'g1', statusWord: 'queued' };
const untilSaved: readonly TaskChange[] = [
  ...untilSaving([urlResult('https://x.example/a.png')]),
  { kind: 'saved', artifacts: [buildArtifact('hero.png')] },
  { kind: 'recorded' },
];

/** Arranges a store whose disk refuses `refusals`. `steps`: the writes and their places, in order. */
function arrange() {
  let now = 0;
  const steps: string[] = [];
  const written: JournalRecord[] = [];
  const logged: string[] = [];
  const refusals: { journal: Error | null; ledger: Error | null } = { journal: null, ledger: null };
  const log = (line: string): void => void logged.push(line);
  const ports = buildServices({
    journal: {
      append(records) {
        if (refusals.journal) return Promise.reject(refusals.journal);
        written.push(...records);
        steps.push(...records.map(({ kind, task }) => `journal: ${kind} ${task}`));
        return Promise.resolve();
      },
    },
    ledger: {
      append(records) {
        if (refusals.ledger) return Promise.reject(refusals.ledger);
        steps.push(`ledger: ${records.map(({ task }) => task).join(' ')}`);
        return Promise.resolve();
      },
    },
    clock: { now: () => now },
    log: { warn: log, error: log },
  });
  const store = createTaskStore(ports);
  const add = async (id: string, changes: readonly TaskChange[] = [], at = 0): Promise<void> => {
    now = at;
    await store.add([{ id, seed: buildSeed() }]);
    for (const change of changes) await store.change(id, change);
    steps.length = 0;
    written.length = 0;
  };
  const ids = (): readonly string[] => store.list().map(({ task }) => task.id);
  return { store, add, ids, steps, written, logged, refusals };
}

describe('the list of tasks', () => {
  test('has the newest run first, and the tasks of a run in their order', async () => {
    const { store, add, ids } = arrange();
    await add('old', [], 1_000);
    await store.add([
      { id: 'also old', seed: buildSeed() },
      { id: 'too', seed: buildSeed() },
    ]);
    await add('new', [], 2_000);

    assert.deepEqual(ids(), ['new', 'old', 'also old', 'too']);
  });

  test('has all tasks of a run when the first of them is announced', () => {
    const { store, ids } = arrange();
    const seen: (readonly string[])[] = [];
    store.onDidChange(() => void seen.push(ids()));

    void store.add(['a', 'b'].map((id) => ({ id, seed: buildSeed() })));

    assert.deepEqual(seen, [
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('announces no task in a state that it has left while another one was announced', () => {
    const { store } = arrange();
    const seen: string[] = [];
    store.onDidChange(({ id, state }) => {
      seen.push(`${id} ${state}`);
      if (id === 'a') void store.change('b', sendingChange);
    });

    void store.add(['a', 'b'].map((id) => ({ id, seed: buildSeed() })));

    assert.deepEqual(seen, ['a planned', 'b sending']);
  });

  test('keeps a task that is adopted twice as it is', async () => {
    const { store, add } = arrange();
    await add('a');
    const before = store.entryOf('a');
    await store.change('a', sendingChange);

    store.adopt([before]);

    assert.equal(store.entryOf('a').task.state, 'sending');
  });
});

describe('a change', () => {
  test('is visible before it is written', async () => {
    const { store, add, written } = arrange();
    await add('a');

    const changed = store.change('a', sendingChange);
    assert.equal(store.entryOf('a').task.state, 'sending');
    await changed;

    assert.deepEqual(
      written.map(({ kind, task }) => [kind, task]),
      [['sending', 'a']],
    );
  });

  test('that is not possible in this state is refused, and not written', async () => {
    const { store, add, written } = arrange();
    await add('a');

    await assert.rejects(store.change('a', accepted), /planned: accepted is not possible/);
    assert.deepEqual([store.entryOf('a').task.state, written], ['planned', []]);
  });

  test('of progress is shown, and not written', async () => {
    const { store, add, written } = arrange();
    await add('a', untilPending);

    assert.equal(await store.changeAnyway('a', polled), true);
    assert.deepEqual([store.entryOf('a').task.progress, written], [40, []]);
  });

  test('that cannot be written rejects, or is reported by `changeAnyway`', async () => {
    const { store, add, logged, refusals } = arrange();
    await add('a');
    refusals.journal = new Error('ENOSPC');

    await assert.rejects(store.change('a', sendingChange), /ENOSPC/);
    assert.equal(await store.changeAnyway('a', accepted), false);
    assert.deepEqual([store.entryOf('a').task.state, logged.length], ['pending', 1]);
  });
});

describe('a task that is removed', () => {
  test('has its cost in the ledger before it leaves the journal', async () => {
    const { store, add, ids, steps } = arrange();
    await add('a', untilSaved);
    const removed: string[] = [];
    store.onDidRemove((id) => void removed.push(id));

    const removal = store.remove(['a']);
    // Until the charge is in the ledger, a sum of the cost finds it here.
    assert.deepEqual([ids(), removed, store.leaving().map(({ task }) => task.id)], [[], ['a'], ['a']]);

    assert.equal(await removal, 'removed');
    assert.deepEqual([steps, store.leaving()], [['ledger: a', 'journal: removed a'], []]);
  });

  test('is back in the list if the ledger cannot be written', async () => {
    const { store, add, ids, steps, refusals } = arrange();
    await add('a', untilSaved);
    refusals.ledger = new Error('EROFS');

    const removal = store.remove(['a']);
    assert.deepEqual(ids(), []);

    assert.equal(await removal, 'kept');
    assert.deepEqual([ids(), steps, store.leaving()], [['a'], [], []]);
  });

  test('is owed to the journal while that cannot be written', async () => {
    const { store, add, ids, refusals } = arrange();
    await add('a', untilSaved);
    refusals.journal = new Error('ENOSPC');

    assert.deepEqual([await store.remove(['a']), ids()], ['owed', []]);
  });

  test('stays with the window that has adopted it', async () => {
    const { store, add, refusals } = arrange();
    await add('a', untilSaved);
    refusals.journal = new TaskLostError();

    assert.equal(await store.remove(['a']), 'kept');
  });

  test('stays with the window that adopts it while the ledger is written', async () => {
    const { store, add, steps } = arrange();
    await add('a', untilSaved);

    const removal = store.remove(['a']);
    store.forget('a');

    assert.deepEqual([await removal, steps, store.leaving()], ['kept', ['ledger: a'], []]);
  });

  test('does not come back from the window that adopts it while the ledger cannot be written', async () => {
    const { store, add, ids, refusals } = arrange();
    await add('a', untilSaved);
    await add('b', untilSaved);
    refusals.ledger = new Error('EROFS');

    const removal = store.remove(['a', 'b']);
    store.forget('a');

    assert.deepEqual([await removal, ids(), store.leaving()], ['kept', ['b'], []]);
  });

  test('does not hide the cost of another one that is still leaving', async () => {
    const { store, add, refusals } = arrange();
    await add('a', untilSaved);
    await add('b', untilSaved);
    refusals.ledger = new Error('EROFS');
    const first = store.remove(['a']);
    refusals.ledger = null;
    const second = store.remove(['b']);

    await first;
    assert.deepEqual(
      store.leaving().map(({ task }) => task.id),
      ['b'],
    );
    await second;
  });

  test('by two clicks is removed once', async () => {
    const { store, add, steps } = arrange();
    await add('a', untilSaved);
    const announced: string[] = [];
    store.onDidRemove((id) => void announced.push(id));

    await Promise.all([store.remove(['a']), store.remove(['a'])]);

    assert.deepEqual([steps, announced], [['ledger: a', 'journal: removed a'], ['a']]);
  });
});

describe('a task that another window has adopted', () => {
  test('can be changed until the response to its request is there, which the journal gets', async () => {
    const { store, add, ids, written } = arrange();
    await add('a', [sendingChange]);
    store.forget('a');

    await store.change('a', { kind: 'streamed', text: 'Once' });
    await store.change('a', accepted);

    assert.deepEqual([ids(), written.map(({ kind }) => kind)], [[], ['accepted']]);
    assert.throws(() => store.entryOf('a'), /There is no task a/);
  });
});

describe('an error in a listener of removals', () => {
  const fail = (): never => {
    throw new Error('A view failed');
  };

  test('keeps nothing out of the ledger, and the task does not come back', async () => {
    const { store, add, ids, steps, logged } = arrange();
    await add('a', untilSaved);
    store.onDidRemove(fail);

    const removal = await store.remove(['a']);

    assert.deepEqual([removal, ids(), steps], ['removed', [], ['ledger: a', 'journal: removed a']]);
    assert.deepEqual(logged, ['Task a: a listener failed: A view failed']);
  });

  test('does not reach the journal that reports an adopted task', async () => {
    const { store, add, ids } = arrange();
    await add('a', untilPending);
    store.onDidRemove(fail);

    store.forget('a');

    assert.deepEqual(ids(), []);
  });
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { Account } from '../../../../src/core/task/money/account.ts';
import type { ForeignTasksChange } from '../../../../src/host/adapters/foreignTasks.ts';
import { accountOf } from '../../../fakes/tasks/charges.ts';
import { buildTask } from '../fakes/builders.ts';

await import('../fakes/fakeVscode.ts');
const { writeUserSetting } = await import('../../../../src/host/adapters/settings.ts');
const { createAccountReader } = await import('../../../../src/host/account/accountReader.ts');

/** Arranges a reader whose accounts a test sets. `seen` counts reads and changes. */
function arrange(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const [loaded, ended, foreign] = [new Emitter<void>(), new Emitter<Task>(), new Emitter<ForeignTasksChange>()];
  const seen = { reads: 0, changes: 0, errors: [] as string[] };
  let account: Account | null | Error = null;
  const reader = createAccountReader(
    {
      readAccount() {
        seen.reads += 1;
        return account instanceof Error ? Promise.reject(account) : Promise.resolve(account);
      },
      onDidLoad: loaded.event,
      onDidChangeTask: ended.event,
      onDidChangeForeignTasks: foreign.event,
    } as never,
    { error: (line) => void seen.errors.push(line), warn: assert.fail, info: assert.fail },
  );
  reader.onDidChange(() => void (seen.changes += 1));
  context.after(() => reader.dispose());
  /** Resolves when pending reads have arrived. */
  const settle = async (): Promise<void> => {
    context.mock.timers.runAll();
    await new Promise((done) => setImmediate(done));
  };
  return { reader, seen, loaded, ended, foreign, settle, put: (value: typeof account) => void (account = value) };
}

test('the account is read when the engine exists, and once for tasks that end together', async (context) => {
  const { reader, seen, loaded, ended, settle, put } = arrange(context);
  const [first, second] = [accountOf([]), accountOf([])];
  const before = reader.current();
  put(first);
  loaded.fire();
  await settle();
  const atLoad = reader.current();
  put(second);
  ended.fire(buildTask({ state: 'running' }));
  await settle();
  const whileRunning = seen.reads;
  for (const id of ['a', 'b']) ended.fire(buildTask({ id, state: 'failed' }));
  await settle();

  assert.deepEqual([before, atLoad === first, reader.current() === second], [null, true, true]);
  assert.deepEqual([whileRunning, seen.reads, seen.changes], [1, 2, 2]);
});

test('spending in other windows is read too, and views are updated only if it has changed', async (context) => {
  const { seen, loaded, foreign, settle, put } = arrange(context);
  put(accountOf([]));
  loaded.fire();
  await settle();
  foreign.fire({ changed: [], removed: [] });
  await settle();

  assert.deepEqual([seen.reads, seen.changes], [2, 1]);
});

test('the account is read again when the user states a price', async (context) => {
  const { seen, loaded, settle } = arrange(context);
  loaded.fire();
  await settle();
  await writeUserSetting('prices', { sonic: 0.1 });
  await settle();

  assert.equal(seen.reads, 2);
});

test('a read that fails is logged, and the earlier account stays', async (context) => {
  const { reader, seen, loaded, ended, settle, put } = arrange(context);
  put(accountOf([]));
  loaded.fire();
  await settle();
  const before = reader.current();
  put(new Error('EIO'));
  ended.fire(buildTask({ state: 'saved' }));
  await settle();

  assert.deepEqual([reader.current() === before, seen.errors.length], [true, 1]);
});

test('nothing is read after the end, even if a task has just ended', async (context) => {
  const { reader, seen, ended, settle } = arrange(context);
  ended.fire(buildTask({ state: 'saved' }));
  reader.dispose();
  await settle();

  assert.equal(seen.reads, 0);
});

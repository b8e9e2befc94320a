import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../src/core/task/money/account.ts';
import type { BalanceOutcome, Engine } from '../../../../src/engine/index.ts';

/** An engine with these members. A call of any other one fails. */
export function createFakeEngine() {
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();
  const fake = {
    changed,
    resumed: [] as (readonly string[])[],
    /** Profiles whose balance was queried, with functions that resolve the queries. */
    questions: [] as { readonly profile: string; answer(balance: BalanceOutcome): void }[],
    /** The deadlines of the calls of `close`. */
    closed: [] as AbortSignal[],
    own: [] as readonly Task[],
    elsewhere: [] as readonly Task[] | Promise<readonly Task[]>,
    /** Fires the event of a write by another window. */
    tellElsewhere: (): void => undefined,
  };
  const engine: Partial<Engine> = {
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    tasks: () => fake.own,
    resume(folders) {
      fake.resumed.push(folders);
      return Promise.resolve();
    },
    readForeignTasks: () => Promise.resolve(fake.elsewhere),
    watchForeignTasks(changed) {
      fake.tellElsewhere = changed;
      return { dispose: () => undefined };
    },
    readAccount: () => Promise.resolve(emptyAccount),
    readBalance: (profile) =>
      new Promise((answer) => {
        fake.questions.push({ profile, answer });
      }),
    close(deadline) {
      fake.closed.push(deadline);
      return Promise.resolve();
    },
    dispose: () => undefined,
  };
  return Object.assign(fake, { engine: engine as Engine });
}

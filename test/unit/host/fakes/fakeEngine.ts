import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../src/core/task/money/account.ts';
import type { BalanceOutcome, Engine } from '../../../../src/engine/index.ts';

const missing = (): never => {
  throw new Error('Not part of this fake');
};

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
    elsewhere: [] as readonly Task[] | Promise<readonly Task[]>,
    /** Fires the event of a write by another window. */
    tellElsewhere: missing as () => void,
  };
  const engine: Engine = {
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    tasks: () => [],
    plan: missing,
    generate: missing,
    start: missing,
    act: missing,
    stopRun: missing,
    ended: missing,
    keyChanged: missing,
    rename: missing,
    locateFolder: missing,
    saveTo: missing,
    checkGateway: missing,
    readRuns: missing,
    searchRuns: missing,
    readMarks: missing,
    mark: missing,
    thumbnails: { read: missing, keep: missing },
    readCodecs: missing,
    findOpenable: missing,
    models: { read: missing, refresh: missing, readCatalog: missing },
    assets: {
      list: missing,
      get: missing,
      register: missing,
    },
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
  return Object.assign(fake, { engine });
}

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../src/core/task/money/account.ts';
import { createEngineHost } from '../../../../src/host/adapters/engineHost.ts';
import { engineSettings } from '../../../fakes/tasks/engineSettings.ts';
import { buildTask } from '../fakes/builders.ts';
import { createFakeEngine } from '../fakes/fakeEngine.ts';
import { until } from '../fakes/until.ts';

/** Arranges a host whose part is a fake: it counts how often it is loaded, and can fail the first time. */
async function arrange(t: TestContext, { failures = 0 } = {}) {
  const wakers: (() => void)[] = [];
  const dir = await mkdtemp(join(tmpdir(), 'genwright-host-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const fake = createFakeEngine();
  const counts = { loads: 0 };
  const storageDir = join(dir, 'journal');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const host = createEngineHost({
    storageDir,
    version: '0.0.0',
    log,
    clock: { now: () => 0, sleep: (_durationMs, signal) => sleepUntilWoken(wakers, signal) },
    openProfile: () => Promise.resolve(null),
    settings: () => engineSettings,
    folders: () => ['/w'],
    loadEngine() {
      counts.loads += 1;
      if (counts.loads <= failures) return Promise.reject(new Error('disk'));
      return Promise.resolve({ createEngine: () => fake.engine });
    },
  });
  const writeJournal = async (): Promise<void> => {
    await mkdir(storageDir);
    await writeFile(join(storageDir, 'journal-1.jsonl'), '');
  };
  return { host, fake, counts, storageDir, wakers, writeJournal };
}

function sleepUntilWoken(wakers: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    wakers.push(resolve);
  });
}

describe('the engine of a window', () => {
  test('is loaded once, however many callers request it, and resumes open tasks', async (t) => {
    const { host, fake, counts } = await arrange(t);
    await Promise.all([host.engine(), host.engine()]);
    assert.deepEqual([counts.loads, fake.resumed], [1, [['/w']]]);
  });

  test('knows what was spent, and nothing about it before it is loaded', async (t) => {
    const { host } = await arrange(t);
    const before = await host.readAccount();
    await host.engine();
    assert.deepEqual([before, await host.readAccount()], [null, emptyAccount]);
  });

  test('is not loaded at start-up if nothing was ever generated, nor to be closed', async (t) => {
    const { host, counts, storageDir } = await arrange(t);
    await host.resume();
    await mkdir(storageDir);
    await host.resume();
    await host.close();
    assert.equal(counts.loads, 0);
  });

  test('is loaded for a renamed file only if that is a job file or a result', async (t) => {
    const { host, fake, counts } = await arrange(t);
    const told: unknown[] = [];
    const engine = { rename: async (...all: readonly unknown[]) => void told.push(all) };
    Object.assign(fake.engine, engine);
    const rename = { from: '/w/a', to: '/w/b', isJobFile: false, boundary: '/w' };
    const place = { jobFile: '/w/hero.gen.yaml', boundary: '/w' };
    await host.rename([rename], []);
    const before = counts.loads;
    await host.rename([rename], [place]);
    assert.deepEqual([before, counts.loads, told], [0, 1, [[[rename], [place]]]]);
  });

  test('is loaded at start-up if there is a journal', async (t) => {
    const { host, fake, writeJournal } = await arrange(t);
    await writeJournal();
    await host.resume();
    assert.deepEqual(fake.resumed, [['/w']]);
  });

  test('looks again for tasks of ended windows, until its own window closes', async (t) => {
    const { host, fake, writeJournal, wakers } = await arrange(t);
    await host.resume();
    await writeJournal();
    for (const looks of [1, 2]) {
      wakers.at(-1)?.();
      await until(() => fake.resumed.length === looks && wakers.length === looks + 1);
    }
    await host.close();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([fake.resumed, wakers.length], [[['/w'], ['/w']], 3]);
  });

  test('continues to look after a failure', async (t) => {
    const { host, fake, writeJournal, wakers } = await arrange(t, { failures: 1 });
    await writeJournal();
    await assert.rejects(host.resume(), /disk/);
    wakers.at(-1)?.();
    await until(() => wakers.length === 2);
    assert.deepEqual(fake.resumed, [['/w']]);
  });

  test('notifies listeners that were added before it', async (t) => {
    const { host, fake } = await arrange(t);
    const heard: string[] = [];
    host.onDidLoad(() => heard.push('loaded'));
    host.onDidChangeTask(({ id }) => heard.push(id));
    await host.engine();
    fake.changed.fire(buildTask({ id: 'a' }));
    assert.deepEqual(heard, ['loaded', 'a']);
  });

  test('knows the tasks of other windows, and reports their changes', async (t) => {
    const { host, fake, writeJournal } = await arrange(t);
    const heard: (readonly string[])[] = [];
    host.onDidChangeForeignTasks(({ changed, removed }) =>
      heard.push([...changed.map(({ id, state }) => `${id} ${state}`), ...removed.map((id) => `${id} gone`)]),
    );
    const look = async (...tasks: readonly Task[]) => {
      fake.elsewhere = tasks;
      await host.resume();
    };
    await look(buildTask({ id: 'a' }));
    assert.deepEqual(heard, [], 'nothing is asked before there is a journal');
    await writeJournal();
    await look(buildTask({ id: 'a' }), buildTask({ id: 'b' }));
    await look(buildTask({ id: 'a', state: 'saving' }), buildTask({ id: 'b' }));
    await look(buildTask({ id: 'a', state: 'saving' }));
    assert.deepEqual(heard, [['a running', 'b running'], ['a saving'], ['b gone']]);
    fake.own = [buildTask({ id: 'own' })];
    const ids = [host.tasks(), host.allTasks()].map((tasks) => tasks.map(({ id }) => id).sort());
    assert.deepEqual(ids, [['own'], ['a', 'own']]);
  });

  test('reads what another window has written soon after', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { host, fake } = await arrange(t);
    await host.engine();
    await host.resume();
    fake.elsewhere = [buildTask({ id: 'a' })];
    const heard = new Promise<number>((resolve) =>
      host.onDidChangeForeignTasks(({ changed }) => resolve(changed.length)),
    );
    fake.tellElsewhere();
    fake.tellElsewhere();
    t.mock.timers.tick(1_000);
    assert.equal(await heard, 1);
    await host.close();
  });

  test('uses the look that began last, whichever ends last', async (t) => {
    const { host, fake } = await arrange(t);
    await host.engine();
    const look = async (answer: typeof fake.elsewhere): Promise<() => Promise<void>> => {
      fake.elsewhere = answer;
      const looked = host.resume();
      await new Promise((resolve) => setImmediate(resolve));
      return () => looked;
    };
    let answerFirst: (tasks: readonly Task[]) => void = () => undefined;
    const first = await look(new Promise((resolve) => (answerFirst = resolve)));
    const second = await look([buildTask({ id: 'a', state: 'saved' })]);
    await second();
    answerFirst([buildTask({ id: 'a' })]);
    await first();
    assert.deepEqual(
      host.allTasks().map(({ state }) => state),
      ['saved'],
    );
    await host.close();
  });

  test('sees the tasks of a folder in other windows as soon as that folder is opened', async (t) => {
    const { host, fake } = await arrange(t);
    await host.engine();
    fake.elsewhere = [buildTask({ id: 'a' })];
    await host.addFolders(['/late']);
    assert.deepEqual(
      host.allTasks().map(({ id }) => id),
      ['a'],
    );
  });

  test('is told about later folders only when it exists', async (t) => {
    const { host, fake } = await arrange(t);
    await host.addFolders(['/early']);
    await host.engine();
    await host.addFolders(['/late']);
    assert.deepEqual(fake.resumed, [['/w'], ['/late']]);
  });

  test('is not created if the window closes while it loads', async (t) => {
    const { host, fake } = await arrange(t);
    const loading = host.engine();
    await host.close();
    await assert.rejects(loading, { name: 'AbortError' });
    assert.deepEqual(fake.resumed, []);
  });

  test('is closed with the window, within the time that VS Code allows', async (t) => {
    const { host, fake } = await arrange(t);
    await host.engine();
    await host.close();
    assert.equal(fake.closed.length, 1);
    assert.equal(fake.closed[0]?.aborted, false);
  });
});

import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { buildArtifact, buildTask } from '../../fakes/builders.ts';
import { shown as all, user, window } from '../../fakes/fakeVscode.ts';
import { arrange, done } from './arrangeGenerate.ts';

const { watchRun } = await import('../../../../../src/host/commands/generate/watchRun.ts');

describe('a run that has started', () => {
  /** Starts a run whose end the test decides. */
  async function startRun(options?: object) {
    let end = (_tasks: readonly Task[]): void => undefined;
    const run = {
      id: 'run-1',
      jobFiles: ['/w/hero.gen.yaml'],
      done: new Promise<never>((resolve) => (end = resolve as never)),
    };
    const arranged = arrange(async (ports) => {
      ports.watch?.(run);
      return done;
    });
    const started = await arranged.run(commands.generate, '/w/hero.gen.yaml', options);
    return { ...arranged, started, end };
  }

  test('opens the preview once, at the first result, unless the setting says otherwise', async () => {
    for (const opens of [true, false]) {
      const { fake, previewed } = await startRun();
      user.settings.set('genwright.preview.openWhenDone', opens);
      for (const id of ['task-1', 'task-2']) fake.changed.fire(buildTask({ id, state: 'saved' }));
      const opened = opens ? [['showResult', '/w/hero.gen.yaml', 'task-1']] : [];
      assert.deepEqual(previewed, [['follow', '/w/hero.gen.yaml'], ...opened]);
    }
  });

  test('opens the preview only for a saved file or a begun text of its own tasks', async () => {
    for (const [over, expected] of [
      [{ state: 'saved' }, true],
      [{ state: 'saved', run: 'run-0' }, false],
      [{ state: 'running', text: 'Once' }, true],
      [{ state: 'running', text: '' }, false],
      [{ state: 'running', text: null }, false],
      [{ state: 'failed', text: 'Once' }, false],
    ] as const) {
      const { fake, previewed } = await startRun();
      fake.changed.fire(buildTask(over));
      assert.equal(previewed.length === 2, expected, JSON.stringify(over));
    }
  });

  test('does not open the preview after it has ended', async () => {
    const { fake, previewed, end } = await startRun();
    end([]);
    await new Promise(setImmediate);
    fake.changed.fire(buildTask({ state: 'saved' }));

    assert.deepEqual(previewed, [['follow', '/w/hero.gen.yaml']]);
  });

  test('reports failed tasks at its end, unless a program waits for the run', async () => {
    const failed = buildTask({ state: 'failed', error: { code: 'task-failed', message: 'No doors here.' } });
    for (const [options, count] of [
      [undefined, 1],
      [{ unchanged: 'skip', confirm: false }, 0],
    ] as const) {
      const { end, run } = await startRun(options);
      end([failed]);
      const { shown } = await run('nothing');
      assert.equal(shown.filter((each) => each.includes('No doors here.')).length, count);
    }
  });

  test('ends with a notice only if its preview is not seen in the focused window', async (context: TestContext) => {
    context.mock.timers.enable({ apis: ['Date'] });
    const { services } = arrangeCommands();
    const saved = buildTask({ state: 'saved', artifacts: [buildArtifact('hero.png')] });
    for (const [over, isTold] of [
      [{}, true],
      [{ visible: ['/w/hero.gen.yaml'] }, false],
      [{ visible: ['/w/hero.gen.yaml'], tookMs: 60_000 }, false],
      [{ visible: ['/w/hero.gen.yaml'], focused: false }, true],
      [{ visible: ['/w/other.gen.yaml'] }, true],
      [{ opens: false }, false],
      [{ opens: false, tookMs: 30_000 }, true],
      [{ opens: false, focused: false }, true],
    ] as const) {
      const { visible, focused, opens, tookMs } = { visible: [], focused: true, opens: true, tookMs: 0, ...over };
      const preview = {
        ...services.preview,
        readShown: async () => (jobFile: string) => visible.some((each) => each === jobFile),
      };
      user.settings.set('genwright.preview.openWhenDone', opens);
      window.state.focused = focused;
      let end = (_tasks: readonly Task[]): void => undefined;
      const done = new Promise<readonly Task[]>((resolve) => (end = resolve));
      all.length = 0;
      watchRun({ id: 'run-1', jobFiles: [], done }, false, { ...services, preview });
      context.mock.timers.tick(tookMs);
      end([saved]);
      await new Promise(setImmediate);
      assert.equal(all.includes('hero.png is ready'), isTold, JSON.stringify(over));
    }
    window.state.focused = true;
  });

  test('says nothing while it runs, however long that takes', async (context: TestContext) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { services } = arrangeCommands();
    const tasks = [buildTask({ state: 'planned' }), buildTask({ id: 'b', state: 'saved' })];
    const own = { ...services, engineHost: { ...services.engineHost, tasks: () => tasks } };
    watchRun({ id: 'run-1', jobFiles: [], done: new Promise(() => undefined) }, false, own);
    context.mock.timers.tick(3_600_000);
    await new Promise(setImmediate);

    assert.deepEqual(all, []);
  });
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { BalanceOutcome } from '../../../../src/engine/index.ts';
import { arrangeCommands, openEditor, selectStudio } from '../fakes/arrangeCommands.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';
import { user, window } from '../fakes/fakeVscode.ts';

const { registerStatusBar } = await import('../../../../src/host/tasks/statusBar.ts');

const rich: BalanceOutcome = { ok: true, balance: { balanceUsd: 5, usedUsd: null, username: null } };

function arrange(context: TestContext, { answer, tasks = [] }: { answer?: BalanceOutcome; tasks?: readonly Task[] }) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = tasks;
  const { services, fake } = arrangeCommands({ engine: { tasks: () => now } });
  const { engineHost, profiles, jobFiles, balance } = services;
  const registered = registerStatusBar({
    engineHost,
    profiles,
    jobFiles,
    balance: { ...balance, current: () => answer },
  });
  context.after(() => registered.dispose());
  return {
    change: (next: readonly Task[]): void => {
      now = next;
      fake.changed.fire(buildTask());
      context.mock.timers.tick(100);
    },
  };
}

test('nothing is shown unless a task runs or the active editor shows a job file', async (context) => {
  arrange(context, { answer: rich });
  assert.equal(window.status, null);

  await openEditor('/w/notes.txt', 'x\n');
  user.opened.fire(undefined);
  assert.equal(window.status, null);

  await openEditor('/w/hero.gen.yaml', 'prompt: x\n');
  user.opened.fire(undefined);
  // The amount is play money.
  assert.deepEqual(window.status, { text: '$(beaker) sandbox', command: 'genwright.showBalance' });
});

test('a gateway is shown with its balance as far as it is known', async (context) => {
  for (const [answer, text] of [
    [rich, '$(credit-card) studio $5.00'],
    [undefined, '$(credit-card) studio'],
    [{ ok: false, error: { code: 'key-refused', message: '' } }, '$(credit-card) studio'],
  ] as const) {
    arrange(context, answer ? { answer } : {});
    selectStudio();
    await openEditor('/w/hero.gen.yaml', 'prompt: x\n');
    user.opened.fire(undefined);
    assert.equal(window.status?.text, text);
    context.mock.timers.reset();
  }
});

test('a run is shown until it has ended, whatever the editor shows', (context) => {
  const { change } = arrange(context, {});
  change([buildTask({ state: 'running' }), buildTask({ id: 'b', state: 'saved' })]);
  const { text, command } = window.status ?? {};
  assert.match(text ?? '', /^\$\(\S+\) /);
  assert.equal(command, 'genwright.manageRuns');

  change([buildTask({ state: 'saved' })]);
  assert.equal(window.status, null);
});

test('nothing is shown if the setting says so', (context) => {
  const { change } = arrange(context, {});
  user.settings.set('genwright.statusBar', false);
  change([buildTask({ state: 'running' })]);

  assert.equal(window.status, null);
});

test('a second run is counted with what its job has, as in the Tasks view', (context) => {
  const made = (id: string, run: string, state: Task['state']): Task =>
    buildTask({ id, run, state, request: buildRequest({ axes: { light: id } }) });
  const { change } = arrange(context, {});
  change([made('c', 'r2', 'running'), made('a', 'r1', 'saved'), made('b', 'r1', 'saved')]);

  assert.equal(window.status?.text, '$(loading~spin) 2/3');
});

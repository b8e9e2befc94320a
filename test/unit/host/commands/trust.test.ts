import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task, TaskAction } from '../../../../src/core/task/model/task.ts';
import type { Engine, GeneratePorts } from '../../../../src/engine/index.ts';
import { buildTask } from '../fakes/builders.ts';
import { createFakeEngine } from '../fakes/fakeEngine.ts';
import { resetWindow, workspace } from '../fakes/fakeVscode.ts';

const { UserError } = await import('../../../../src/host/commands/errors.ts');
const { guardEngine, requireTrust } = await import('../../../../src/host/commands/trust.ts');

const missing = (): never => assert.fail('not expected');
const signal = new AbortController().signal;

/** Arranges an engine with these tasks that notes what it is asked to send. */
function arrange({ isTrusted, tasks = [] }: { readonly isTrusted: boolean; readonly tasks?: readonly Task[] }) {
  resetWindow();
  workspace.isTrusted = isTrusted;
  const asked: string[] = [];
  const note = (what: string) => (): Promise<never> => {
    asked.push(what);
    return Promise.reject(new Error('enough'));
  };
  const { engine } = createFakeEngine();
  const inner: Engine = {
    ...engine,
    tasks: () => tasks,
    generate: note('generate'),
    act: async (id, action) => void asked.push(`${action} ${id}`),
    start() {
      asked.push('start');
      return { id: 'run', done: Promise.resolve([]) };
    },
    assets: { ...engine.assets, register: note('register'), list: note('list') },
  };
  return { asked, engine: guardEngine(inner) };
}

/**
 * Calls everything by which an engine can be asked to spend, and one call that costs nothing. Rejections are ignored.
 */
async function askForAll(engine: Engine, tasks: readonly Task[]): Promise<readonly unknown[]> {
  const actions: readonly TaskAction[] = [
    'resume',
    'retry',
    'resubmit',
    'saveAgain',
    'dismiss',
    'stopWatching',
    'remove',
  ];
  const press = { jobFiles: [], unchanged: 'skip', confirm: null, asksForKey: false } as const;
  const unused: GeneratePorts = {
    readGateway: missing,
    askUnchanged: missing,
    askKey: missing,
    confirm: missing,
    consents: { has: missing, add: missing },
  };
  const registration = { url: 'https://a.test/a.png', name: 'a', kind: 'Image' } as const;
  const calls: readonly (() => unknown)[] = [
    () => engine.generate(press, unused),
    () => engine.start({ parts: [] }),
    () => engine.assets.register('studio', registration, signal),
    () => engine.assets.list('studio', signal),
    ...tasks.flatMap(({ id }) => actions.map((action) => () => engine.act(id, action))),
  ];
  const results = await Promise.allSettled(calls.map(async (call) => call()));
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

const tasks = [buildTask({ id: 'unsent', taskId: null }), buildTask({ id: 'accepted', taskId: 't1' })];
const harmless = [
  'list',
  'saveAgain unsent',
  'dismiss unsent',
  'stopWatching unsent',
  'remove unsent',
  'resume accepted',
  'saveAgain accepted',
  'dismiss accepted',
  'stopWatching accepted',
  'remove accepted',
];

describe('in Restricted Mode', () => {
  test('the engine of the commands sends nothing that can cost money, whichever command requests it', async () => {
    const { asked, engine } = arrange({ isTrusted: false, tasks });
    const refusals = await askForAll(engine, tasks);
    assert.deepEqual(
      [asked, refusals.filter((reason) => reason instanceof UserError).length],
      [harmless, 'generate start register resume retry resubmit retry resubmit'.split(' ').length],
    );
  });

  test('the refusal offers to trust the folder', () => {
    workspace.isTrusted = false;
    assert.throws(requireTrust, {
      actions: [{ title: 'Manage Workspace Trust', command: 'workbench.trust.manage' }],
    });
  });
});

describe('in a trusted workspace', () => {
  test('the engine does everything that commands request', async () => {
    const { asked, engine } = arrange({ isTrusted: true, tasks });
    await askForAll(engine, tasks);
    assert.equal(asked.length, 4 + 7 * tasks.length);
  });
});

import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { buildTask } from '../fakes/builders.ts';
import { settingChanged } from '../fakes/fakeSettings.ts';
import { shown, user } from '../fakes/fakeVscode.ts';

const { registerKeyChanges } = await import('../../../../src/host/tasks/keyChanges.ts');

const waiting = buildTask({ error: { code: 'key-refused', message: 'Revoked.' } });
const key = (host: string): string => `genwright.key:https://${host}.example`;

/** Arranges a window with two profiles of one origin, one of another, and these tasks. */
function arrange(context: TestContext, tasks = [waiting]) {
  const resumed: string[] = [];
  const { services, fake, secrets } = arrangeCommands({
    tasks,
    engine: { keyChanged: (profile) => void resumed.push(profile) },
  });
  user.settings.set('genwright.profiles', [
    { name: 'studio', baseUrl: 'https://studio.example' },
    { name: 'studio v2', baseUrl: 'https://studio.example/v2' },
    { name: 'other', baseUrl: 'https://other.example' },
  ]);
  const registered = registerKeyChanges(services);
  context.after(() => registered.dispose());
  const fire = fake.changed.fire.bind(fake.changed);
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return { secrets, fire, resumed, settle, notices: () => shown.filter((each) => /studio|other/.test(String(each))) };
}

describe('a key that is refused while tasks run', () => {
  test('is asked for once for each profile, until a key is stored', async (context) => {
    const { fire, notices, secrets, settle } = arrange(context);
    for (let times = 0; times < 3; times += 1) fire(waiting);
    await settle();
    assert.equal(notices().length, 1);

    fire({ ...waiting, profile: 'other' });
    await settle();
    assert.equal(notices().length, 2);

    await secrets.store(key('studio'), 'sk-1');
    fire(waiting);
    await settle();
    assert.equal(notices().length, 3);
  });

  test('is not asked for because of a task that has ended, or another error', async (context) => {
    const { fire, notices, settle } = arrange(context);
    fire({ ...waiting, state: 'failed' });
    fire({ ...waiting, error: { code: 'gateway-error', message: '' } });
    fire({ ...waiting, error: null });
    await settle();

    assert.deepEqual(notices(), []);
  });
});

describe('tasks that wait for a key', () => {
  test('continue when a key is stored for the origin of their profile', async (context) => {
    const { secrets, resumed, settle } = arrange(context);
    await secrets.store(key('studio'), 'sk-1');
    await settle();

    assert.deepEqual(resumed, ['studio', 'studio v2']);
  });

  test('continue when a profile moves', async (context) => {
    const { resumed, settle } = arrange(context);
    settingChanged.fire('genwright.profiles');
    await settle();

    assert.deepEqual(resumed, ['studio', 'studio v2', 'other']);
  });

  test('load no engine if there are none', async (context) => {
    const { secrets, resumed, settle } = arrange(context, []);
    await secrets.store(key('studio'), 'sk-1');
    await settle();

    assert.deepEqual(resumed, []);
  });
});

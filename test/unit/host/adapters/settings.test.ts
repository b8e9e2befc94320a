import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderSettings } from '../fakes/fakeSettings.ts';
import { resetWindow, Uri, user } from '../fakes/fakeVscode.ts';

const { onDidChangeSetting, readEngineSettings, readNetworkSettings, readSetting, readUserSetting } =
  await import('../../../../src/host/adapters/settings.ts');
const { createProfiles } = await import('../../../../src/host/adapters/profiles.ts');

const set = (name: string, value: unknown): void => void user.settings.set(`genwright.${name}`, value);
const setInWorkspace = (name: string, value: unknown): void =>
  void user.workspaceSettings.set(`genwright.${name}`, value);

describe('a setting', () => {
  test('that decides about money or keys cannot be changed by a workspace', () => {
    resetWindow();
    setInWorkspace('budget.runUsd', 100);
    setInWorkspace('confirm.requests', 1000);
    setInWorkspace('env.allow', ['HOME']);
    setInWorkspace('profiles', [{ name: 'evil', baseUrl: 'https://evil.example' }]);
    set('budget.runUsd', 2);

    assert.deepEqual(
      [readSetting('budgetRunUsd'), readSetting('confirmRequests'), readSetting('envAllow'), readSetting('profiles')],
      [2, 2, [], []],
    );
  });

  test('of a resource can be changed by a workspace, but the user’s own value stays known', () => {
    resetWindow();
    set('profile', 'studio');
    setInWorkspace('profile', 'other');
    setInWorkspace('strict', true);

    assert.deepEqual([readSetting('profile'), readUserSetting('profile')], ['other', 'studio']);
    assert.equal(readSetting('strict'), true);
  });

  test('of a folder is that of the files in it, and of no others', () => {
    resetWindow();
    folderSettings.set('genwright.strict', true);
    assert.deepEqual([readSetting('strict', Uri.file('/w/a.gen.yaml') as never), readSetting('strict')], [true, false]);
  });

  test('with a wrong type counts as not set', () => {
    resetWindow();
    set('budget.dayUsd', 'a lot');
    set('profile', 7);
    set('prices', { sonic: 0.1, other: -1 });
    setInWorkspace('strict', 'yes');

    assert.deepEqual(
      [readSetting('budgetDayUsd'), readUserSetting('profile'), readSetting('strict'), readSetting('prices')],
      [0, 'sandbox', false, {}],
    );
  });

  test('is watched by its name', async () => {
    resetWindow();
    let changes = 0;
    const subscription = onDidChangeSetting(['profile', 'strict'], () => (changes += 1));
    const profiles = createProfiles();
    await profiles.select('studio');
    await profiles.save({ kind: 'gateway', name: 'studio', baseUrl: 'https://a.example', origin: '', docsUrl: null });
    subscription.dispose();
    profiles.dispose();

    assert.equal(changes, 2);
    assert.deepEqual(readSetting('profiles'), [{ name: 'studio', baseUrl: 'https://a.example' }]);
  });
});

test('the engine has the settings in its own units', () => {
  resetWindow();
  set('download.maxMegabytes', 3);
  set('poll.maxMinutes', 2);
  set('submit.retryOn5xx', false);
  set('budget.dayUsd', 9);

  assert.deepEqual(readEngineSettings(), {
    retryOn5xx: false,
    maxDownloadBytes: 3 * 1024 * 1024,
    maxPollMs: 120_000,
    budgetRunUsd: 0,
    budgetDayUsd: 9,
    prices: {},
    envAllow: [],
  });
});

test('requests go through the proxy of VS Code', () => {
  resetWindow();
  const defaults = { proxySupport: 'on', proxy: null, proxyAuthorization: null, noProxy: [] };
  assert.deepEqual(readNetworkSettings(), { ...defaults, strictSsl: true, systemCertificates: true });

  for (const [name, value] of Object.entries({
    proxySupport: 'off',
    proxy: 'http://proxy.example',
    proxyAuthorization: 'Basic x',
    noProxy: ['a.example', 7],
    proxyStrictSSL: false,
    systemCertificates: false,
  })) {
    user.settings.set(`http.${name}`, value);
  }
  assert.deepEqual(readNetworkSettings(), {
    proxySupport: 'off',
    proxy: 'http://proxy.example',
    proxyAuthorization: 'Basic x',
    noProxy: ['a.example'],
    strictSsl: false,
    systemCertificates: false,
  });
});

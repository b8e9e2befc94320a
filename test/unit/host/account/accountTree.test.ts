import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { TaskError } from '../../../../src/core/task/model/task.ts';
import type { Account, BalanceOutcome, Spending } from '../../../../src/engine/index.ts';
import { arrangeCommands, selectStudio } from '../fakes/arrangeCommands.ts';
import { settingChanged } from '../fakes/fakeSettings.ts';
import { shown, type TreeItem, TreeItemCollapsibleState, user, window } from '../fakes/fakeVscode.ts';

const { registerAccountTree } = await import('../../../../src/host/account/accountTree.ts');

const nothing: Spending = {
  totalUsd: 0,
  openUsd: 0,
  byModel: [],
  estimatedCount: 0,
  hasStated: false,
  unknownCount: 0,
};

/** Arranges the view with this balance and spending. */
function arrange(context: TestContext, answer?: BalanceOutcome, spending: Spending | null = nothing) {
  const { services, secrets } = arrangeCommands();
  const { profiles, keyStore } = services;
  const none = () => ({ dispose: () => undefined });
  let reads = 0;
  const read = (): Promise<BalanceOutcome> => {
    reads += 1;
    return Promise.reject(new Error('offline'));
  };
  const registered = registerAccountTree({
    profiles,
    keyStore,
    account: {
      current: () => spending && ({ spentOn: () => spending } as unknown as Account),
      onDidChange: none,
      dispose: () => undefined,
    },
    balance: {
      current: () => answer,
      onDidChange: none,
      read,
      readIfOld: () => void (answer ?? read().catch(() => undefined)),
      dispose: () => undefined,
    },
  });
  context.after(() => registered.dispose());
  const { treeDataProvider } = window.views.get('genwright.account')?.options ?? {};
  const draw = async (row?: unknown): Promise<readonly TreeItem[]> =>
    ((await treeDataProvider?.getChildren(row)) ?? []).map(
      (each) => treeDataProvider?.getTreeItem(each) as unknown as TreeItem,
    );
  const texts = async (row?: unknown): Promise<unknown> =>
    (await draw(row)).map(({ label, description }) => [label, description]);
  const rows = async (): Promise<readonly unknown[]> => (await treeDataProvider?.getChildren()) ?? [];
  return { secrets, draw, texts, rows, reads: () => reads };
}

const rich: BalanceOutcome = { ok: true, balance: { balanceUsd: 5, usedUsd: 2, username: 'ada' } };

test('the sandbox is free and offers to connect', async (context) => {
  const { texts, draw } = arrange(context, rich);

  assert.deepEqual(await texts(), [
    ['sandbox', 'built in: offline, free, no key'],
    ['Balance', 'play money $5.00'],
    ['Spent today', '$0.00'],
    ['Connect to Gateway...', undefined],
  ]);
  const [profile] = await draw();
  assert.equal(profile?.contextValue, '');
});

test('a gateway shows its balance, and what the account says about it', async (context) => {
  const { texts, draw, secrets } = arrange(context, rich);
  selectStudio();
  await secrets.store('genwright.key:https://studio.example', 'sk-1');

  assert.deepEqual(await texts(), [
    ['studio', 'https://studio.example'],
    ['Balance', '$5.00'],
    ['Spent today', '$0.00'],
  ]);
  const [profile, balance] = await draw();
  assert.deepEqual(
    [profile?.contextValue, balance?.tooltip, balance?.iconPath?.id],
    ['profile', 'Account of ada. $2.00 used so far.', 'credit-card'],
  );
});

for (const [title, profile, state] of [
  ['has no key', 'studio', 'key-missing'],
  ['does not exist', 'gone', 'profile-unknown'],
] as const) {
  test(`a profile that ${title} leaves the view to its welcome text`, async (context) => {
    const { texts } = arrange(context, rich);
    selectStudio();
    user.settings.set('genwright.profile', profile);
    shown.length = 0;

    assert.deepEqual(await texts(), []);
    assert.deepEqual(shown, ['setContext', 'genwright.account', state]);
  });
}

test('a balance that is not known yet, or cannot be read, says so in its row', async (context) => {
  const failed = (code: TaskError['code'], message: string): BalanceOutcome => ({
    ok: false,
    error: { code, message },
  });
  for (const [answer, icon, text] of [
    [undefined, 'credit-card', /^reading\.\.\.$/],
    [failed('gateway-unreachable', 'No route'), 'warning', /^(?!.*returned).*sandbox/],
    [failed('key-refused', 'No'), 'warning', /^sandbox refused the API key\.$/],
    [failed('not-a-gateway', 'Not found.'), 'warning', /^sandbox returned no balance: Not found\.$/],
    [failed('request-rejected', ''), 'warning', /^sandbox returned no balance: no reason given\.$/],
  ] as const) {
    const [, balance] = await arrange(context, answer).draw();
    assert.equal(balance?.iconPath?.id, icon);
    assert.match(balance?.description ?? '', text);
  }
});

test('today’s spending is listed by model, with what is only estimated or unknown', async (context) => {
  const byModel = [{ model: 'a', totalUsd: 0.5, count: 3 }];
  const isStated = ' It includes prices that you stated in "genwright.prices".';
  for (const [estimatedCount, hasStated, unknownCount, tooltip] of [
    [0, false, 0, ''],
    [1, false, 1, ' The cost of 1 request is an estimate. The cost of 1 request is unknown.'],
    [2, true, 0, ` The costs of 2 requests are estimates.${isStated}`],
    [2, false, 3, ' The costs of 2 requests are estimates. The costs of 3 requests are unknown.'],
  ] as const) {
    const counts = { estimatedCount, hasStated, unknownCount };
    const { draw, texts, rows } = arrange(context, rich, { ...nothing, totalUsd: 0.5, byModel, ...counts });
    const [, , spent] = await draw();
    const [, , row] = await rows();

    const start = 'Requests from this machine, in all windows. The sandbox is not counted.';
    assert.deepEqual([spent?.description, spent?.tooltip], ['$0.50', start + tooltip]);
    assert.equal(spent?.collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.deepEqual(await texts(row), [['a', '$0.50 · 3 tasks']]);
  }
  const [, , none] = await arrange(context, rich, null).draw();
  assert.deepEqual([none?.description, none?.collapsibleState], ['$0.00', TreeItemCollapsibleState.None]);
});

test('what may have been charged is told beside what was spent, and amounts are exact', async (context) => {
  const unconfirmed = { ...nothing, totalUsd: 0.535, openUsd: 0.035 };
  const balance: BalanceOutcome = { ok: true, balance: { balanceUsd: 24.965, usedUsd: null, username: null } };
  const { texts } = arrange(context, balance, unconfirmed);

  assert.deepEqual(((await texts()) as unknown[]).slice(1, 3), [
    ['Balance', 'play money $24.965'],
    ['Spent today', '$0.50, and up to $0.035 unconfirmed'],
  ]);
});

test('the balance is read when a profile is selected while the view is visible, and only once', (context) => {
  for (const [answer, visible, expected] of [
    [undefined, true, 1],
    [undefined, false, 0],
    [rich, true, 0],
  ] as const) {
    const { reads } = arrange(context, answer);
    const view = window.views.get('genwright.account');
    if (view) view.visible = visible;
    settingChanged.fire('genwright.profile');
    assert.equal(reads(), expected);
  }
});

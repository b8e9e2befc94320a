import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Account, Estimate } from '../../../../src/engine/index.ts';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { type MarkdownString, type TreeItem, TreeItemCollapsibleState, window } from '../fakes/fakeVscode.ts';

const { registerModelTree } = await import('../../../../src/host/models/modelTree.ts');

const model = 'doubao-seedream-4-5-251128';

function arrange(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { services } = arrangeCommands();
  const changed = new Emitter<void>();
  const accountOf = (cost: Estimate | null) =>
    ({ estimateModel: (name: string) => (name === model ? cost : null) }) as unknown as Account;
  let account = accountOf(null);
  const { models, profiles, log } = services;
  const registered = registerModelTree({
    models,
    profiles,
    log,
    account: { current: () => account, onDidChange: changed.event },
  });
  context.after(() => registered.dispose());
  const { treeDataProvider } = window.views.get('genwright.models')?.options ?? {};
  const itemOf = (row: unknown): TreeItem => treeDataProvider?.getTreeItem(row) as TreeItem;
  const below = async (row?: unknown): Promise<readonly unknown[]> => (await treeDataProvider?.getChildren(row)) ?? [];
  const drawn: unknown[] = [];
  treeDataProvider?.onDidChangeTreeData((rows) => drawn.push(rows));
  /** Finds a row by the text of its item. */
  const find = async (rows: readonly unknown[], isWanted: (item: TreeItem) => boolean): Promise<unknown> => {
    for (const row of rows) {
      if (isWanted(itemOf(row))) return row;
      const found = await find(await below(row), isWanted);
      if (found) return found;
    }
    return undefined;
  };
  return {
    below,
    itemOf,
    drawn,
    find,
    setCost: (amountUsd: number, samples = 3): void => {
      account = accountOf({ amountUsd, samples });
      changed.fire();
    },
  };
}

test('models are listed by modality, of which the first one is open', async (context) => {
  const { below, itemOf } = arrange(context);
  const rows = await below();
  const { Expanded, Collapsed } = TreeItemCollapsibleState;

  assert.deepEqual(
    rows.map((row) => [itemOf(row).id, itemOf(row).collapsibleState]),
    [
      ['image', Expanded],
      ['music', Collapsed],
      ['speech', Collapsed],
      ['video', Collapsed],
      ['chat', Collapsed],
    ],
  );
  for (const row of rows) assert.ok(Number(itemOf(row).description) > 0);
});

test('a model shows what its requests have cost as soon as that is known, and is drawn again alone', async (context) => {
  const { below, itemOf, drawn, find, setCost } = arrange(context);
  const row = await find(await below(), ({ id }) => id?.endsWith(`/${model}`) ?? false);
  const tooltip = (): string => String((itemOf(row).tooltip as unknown as MarkdownString).given[0]);
  assert.doesNotMatch(tooltip(), /\$/);

  setCost(0.04);
  assert.match(tooltip(), /\$0\.04/);
  assert.equal(drawn.length, 1);
  assert.deepEqual(drawn[0], [row]);

  setCost(0.04);
  assert.equal(drawn.length, 1);
  setCost(0.04, 4);
  assert.equal(drawn.length, 2);
});

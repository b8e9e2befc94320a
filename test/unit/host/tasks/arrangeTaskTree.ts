import type { TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../src/core/task/money/account.ts';
import type { Account } from '../../../../src/engine/index.ts';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { buildArtifact } from '../fakes/builders.ts';
import { type TreeItem, TreeItemCollapsibleState, window } from '../fakes/fakeVscode.ts';

const { registerTaskTree } = await import('../../../../src/host/tasks/taskTree.ts');

export const saved = { state: 'saved', artifacts: [buildArtifact('hero.png')], amountUsd: 0.04 } as const;

/** Arranges the view of these tasks, newest first. */
export function arrangeTaskTree(context: TestContext, given: readonly Task[]) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let tasks = given;
  const removed = new Emitter<string>();
  const { services, fake } = arrangeCommands({ engine: { tasks: () => tasks } });
  const engineHost = { ...services.engineHost, allTasks: () => tasks, onDidRemoveTask: removed.event };
  const spent = new Emitter<void>();
  let account: Account | null = null;
  const reader = { ...services.account, current: () => account, onDidChange: spent.event };
  const tree = registerTaskTree(engineHost, reader);
  context.after(() => tree.dispose());
  const view = window.views.get('genwright.tasks');
  const { treeDataProvider } = view?.options ?? {};
  const itemOf = (row: unknown): TreeItem => treeDataProvider?.getTreeItem(row) as TreeItem;
  const below = async (row?: unknown): Promise<readonly unknown[]> => (await treeDataProvider?.getChildren(row)) ?? [];
  /** Returns all rows that are open at first, as an indented text. */
  const draw = async (row?: unknown, indent = ''): Promise<readonly string[]> => {
    const lines: string[] = [];
    for (const each of await below(row)) {
      const { label, collapsibleState } = itemOf(each);
      const isOpen = collapsibleState === TreeItemCollapsibleState.Expanded;
      lines.push(`${indent}${label}`, ...(isOpen ? await draw(each, `${indent}  `) : []));
    }
    return lines;
  };
  const drawn: unknown[] = [];
  treeDataProvider?.onDidChangeTreeData((rows) => drawn.push(rows));
  const replace = (next: readonly Task[], ...changed: readonly Task[]): void => {
    tasks = next;
    for (const task of changed) fake.changed.fire(task);
  };
  return {
    tree,
    view,
    draw,
    below,
    itemOf,
    /** Changes tasks. Returns the ids of the rows that are drawn again. */
    change: (next: readonly Task[], ...changed: readonly Task[]): unknown => {
      replace(next, ...changed);
      return pass(100);
    },
    /** Changes tasks. Nothing is drawn yet. */
    replace,
    /** Reads the account. Every request is now estimated at this amount. Returns the ids of the rows that are drawn. */
    spend: (amountUsd = 1): unknown => {
      account = { ...emptyAccount, estimate: () => ({ amountUsd, samples: 1 }) };
      spent.fire();
      return pass(100);
    },
    remove: (id: string): unknown => {
      tasks = tasks.filter((task) => task.id !== id);
      removed.fire(id);
      return pass(100);
    },
    pass,
  };

  function pass(durationMs: number): unknown {
    drawn.length = 0;
    context.mock.timers.tick(durationMs);
    return drawn.map((rows) => (Array.isArray(rows) ? rows.map(({ id }: { id: string }) => id) : rows));
  }
}

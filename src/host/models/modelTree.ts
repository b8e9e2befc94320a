import * as vscode from 'vscode';
import type { EngineHost } from '../adapters/engineHost.ts';
import { viewItems, views } from '../ids.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import type { Log } from '../../engine.ts';
import { describeCost, describeEndpoints, describeLeaf } from './describeRow.ts';
import { modalityIcons, modalityTitle } from './modality.ts';
import type { ModelList } from './modelList.ts';
import { buildModelRows, listModels, type LeafRow, type ModelRow } from './modelRows.ts';
import { findTypicalCosts, hasOtherCost, type Costs } from './typicalCost.ts';

/** Results come in bursts, and what they have cost is drawn once. */
const redrawMs = 300;
/** So long after VS Code has last asked for rows it knows the rows that it has. */
const quietMs = 1_000;

export interface ModelTreePorts {
  readonly models: ModelList;
  readonly engineHost: Pick<EngineHost, 'allTasks' | 'onDidLoad' | 'onDidChangeTask' | 'onDidChangeElsewhere'>;
  readonly log: Pick<Log, 'error'>;
}

/** Models by modality; each is the beginning of a new job file. */
export function registerModelTree({ models, engineHost, log }: ModelTreePorts): vscode.Disposable {
  const changed = new vscode.EventEmitter<ModelRow[] | undefined>();
  let rows: readonly ModelRow[] = [];
  let costs: Costs | undefined;
  let readAt = -Infinity;
  const isQuiet = (): boolean => performance.now() - readAt >= quietMs;
  // With the root VS Code forgets all rows at once: one whose children it asks for just then would be unknown to it.
  const redraw = createTimer(quietMs, () => (isQuiet() ? changed.fire(undefined) : redraw.start()));
  // Costs are on the rows of models, which have no children: each can be drawn by itself.
  const redrawCosts = createTimer(redrawMs, () => {
    const before = costs;
    if (!before) return;
    const now = (costs = findTypicalCosts(engineHost.allTasks()));
    const others = listModels(rows).filter(({ modelId }) => modelId !== null && hasOtherCost(modelId, before, now));
    if (others.length > 0) changed.fire([...others]);
  });
  const readRows = async (row: ModelRow | undefined): Promise<ModelRow[]> => {
    readAt = performance.now();
    if (row) return row.kind === 'model' ? [] : row.rows.slice();
    rows = buildModelRows(await models.catalog());
    readAt = performance.now();
    return rows.slice();
  };
  const view = vscode.window.createTreeView<ModelRow>(views.models, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (row) => mapRow(row, (costs ??= findTypicalCosts(engineHost.allTasks()))),
      getChildren: readRows,
    },
  });
  const loadWhenSeen = (): void => {
    if (view.visible) runInBackground(models.load(), log);
  };
  return vscode.Disposable.from(
    view,
    changed,
    redraw,
    redrawCosts,
    view.onDidChangeVisibility(loadWhenSeen),
    models.onDidChange(() => redraw.start()),
    engineHost.onDidLoad(() => redrawCosts.start()),
    engineHost.onDidChangeElsewhere(() => redrawCosts.start()),
    engineHost.onDidChangeTask(({ state, isSandbox }) => {
      // Only a result with an amount changes what is typical.
      if (state === 'saved' && !isSandbox) redrawCosts.start();
    }),
  );
}

function mapRow(row: ModelRow, costs: Costs): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  switch (row.kind) {
    case 'modality': {
      const item = new vscode.TreeItem(modalityTitle(row.modality, vscode.l10n), Expanded);
      item.id = row.modality;
      item.description = String(row.count);
      item.iconPath = new vscode.ThemeIcon(modalityIcons[row.modality]);
      return item;
    }
    case 'family': {
      const item = new vscode.TreeItem(row.family.title, Collapsed);
      item.id = `family/${row.family.id}`;
      item.description = String(row.rows.length);
      item.tooltip = vscode.l10n.t(row.family.description);
      // Without it a screen reader would say the tooltip in place of the row.
      item.accessibilityInformation = { label: `${row.family.title}, ${row.rows.length}` };
      return item;
    }
    case 'model':
    default:
      return mapLeaf(row, costs);
  }
}

/** The tooltip tells what a choice among models needs: what it is for, its endpoints, its pace, what it cost so far. */
function mapLeaf(row: LeafRow, costs: Costs): vscode.TreeItem {
  const { family, modelId } = row;
  const cost = modelId === null ? undefined : costs.get(modelId);
  const item = new vscode.TreeItem(modelId ?? family.title);
  item.id = `${family.id}/${modelId ?? ''}`;
  item.description = describeLeaf(row, cost, vscode.l10n);
  item.contextValue = viewItems.model;
  item.iconPath = new vscode.ThemeIcon('sparkle');
  const paragraphs = [
    `**${family.title}**`,
    vscode.l10n.t(family.description),
    describeEndpoints(row.endpoints, vscode.l10n),
    ...(cost ? [describeCost(cost, vscode.l10n)] : []),
  ];
  item.tooltip = new vscode.MarkdownString(paragraphs.join('\n\n'));
  return item;
}

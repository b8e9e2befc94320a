import * as vscode from 'vscode';
import type { EngineHost } from '../adapters/engineHost.ts';
import { viewItems, views } from '../ids.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import type { Log } from '../../engine.ts';
import { describeCost, describeEndpoints, describeLeaf } from './describeRow.ts';
import { modalityIcons, modalityTitle } from './modality.ts';
import type { ModelList } from './modelList.ts';
import { buildModelRows, type LeafRow, type ModelRow } from './modelRows.ts';
import { findTypicalCosts, type TypicalCost } from './typicalCost.ts';

/** Loading the engine and reading an index both change the list, often at once. */
const redrawMs = 300;

export interface ModelTreePorts {
  readonly models: ModelList;
  readonly engineHost: Pick<EngineHost, 'tasks' | 'onDidLoad' | 'onDidChangeTask'>;
  readonly log: Pick<Log, 'error'>;
}

/** Models by modality; each is the beginning of a new job file. */
export function registerModelTree({ models, engineHost, log }: ModelTreePorts): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  let reads = 0;
  let costs: Costs | undefined;
  // A root that is drawn again while its rows are on their way makes VS Code ask for rows that it no longer knows.
  const redraw = createTimer(redrawMs, () => (reads > 0 ? redraw.start() : changed.fire(undefined)));
  const refresh = (): void => {
    costs = undefined;
    redraw.start();
  };
  const readRoot = async (): Promise<readonly ModelRow[]> => {
    reads += 1;
    try {
      return buildModelRows(await models.catalog());
    } finally {
      reads -= 1;
    }
  };
  const view = vscode.window.createTreeView<ModelRow>(views.models, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (row) => mapRow(row, (costs ??= findTypicalCosts(engineHost.tasks()))),
      getChildren: async (row) => (row ? childrenOf(row) : await readRoot()).slice(),
    },
  });
  const loadWhenSeen = (): void => {
    if (view.visible) runInBackground(models.load(), log);
  };
  return vscode.Disposable.from(
    view,
    changed,
    redraw,
    view.onDidChangeVisibility(loadWhenSeen),
    models.onDidChange(refresh),
    engineHost.onDidLoad(refresh),
    engineHost.onDidChangeTask(({ state, isSandbox }) => {
      // Only a result with an amount changes what is typical.
      if (state === 'saved' && !isSandbox) refresh();
    }),
  );
}

function childrenOf(row: ModelRow): readonly ModelRow[] {
  return row.kind === 'model' ? [] : row.rows;
}

type Costs = ReadonlyMap<string, TypicalCost>;

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

import * as vscode from 'vscode';
import { describeCost, describeEndpoints } from '../../core/language/describe/describeModel.ts';
import { escapeMarkdown } from '../../core/language/describe/markdown.ts';
import type { Log } from '../../engine/index.ts';
import type { AccountReader } from '../account/accountReader.ts';
import type { Profiles } from '../adapters/profiles.ts';
import { viewItems, views } from '../ids.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import { l10n, translate } from '../ui/l10n.ts';
import { finishTreeItem } from '../ui/treeItem.ts';
import { modalities, modalityIcons, modalityTitle } from './modality.ts';
import type { ModelList } from './modelList.ts';
import {
  buildModelRows,
  describeLeaf,
  hasOtherCost,
  labelLeaf,
  listModelRows,
  type LeafRow,
  type ModelCosts,
  type ModelRow,
} from './modelRows.ts';

/** After this time in ms without a request for rows, VS Code has all rows that it wants. */
const quietMs = 1_000;

interface ModelTreePorts {
  readonly models: ModelList;
  readonly account: Pick<AccountReader, 'current' | 'onDidChange'>;
  readonly profiles: Pick<Profiles, 'selectedName' | 'onDidChange'>;
  readonly log: Log;
}

/** Registers the Models view: models by modality, from each of which a new job file can be created. */
export function registerModelTree({ models, account, profiles, log }: ModelTreePorts): vscode.Disposable {
  const changed = new vscode.EventEmitter<ModelRow[] | undefined>();
  let rows: readonly ModelRow[] = [];
  const readCosts = (): ModelCosts => {
    const [now, profile] = [account.current(), profiles.selectedName()];
    return (model) => now?.estimateModel(model, profile) ?? null;
  };
  let drawn: ModelCosts = () => null;
  let readAt = -Infinity;
  const isQuiet = (): boolean => performance.now() - readAt >= quietMs;
  // When the root changes, VS Code forgets all rows at once, and fails for a row whose children it requests at that
  // moment.
  const redraw = createTimer(quietMs, () => (isQuiet() ? changed.fire(undefined) : redraw.start()));
  // Costs are on the rows of models, which have no children, so each of these rows can be drawn alone.
  const redrawCosts = (): void => {
    const [before, now] = [drawn, readCosts()];
    drawn = now;
    const others = listModelRows(rows).filter(({ modelId }) => modelId !== null && hasOtherCost(modelId, before, now));
    if (others.length > 0) changed.fire([...others]);
  };
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
      getTreeItem: (row) => finishTreeItem(mapRow(row, readCosts())),
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
    view.onDidChangeVisibility(loadWhenSeen),
    models.onDidChange(() => redraw.start()),
    account.onDidChange(redrawCosts),
    profiles.onDidChange(redrawCosts),
  );
}

function mapRow(row: ModelRow, costOf: ModelCosts): vscode.TreeItem {
  if (row.kind === 'model') return mapLeaf(row, costOf);
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  if (row.kind === 'family') {
    const item = new vscode.TreeItem(row.family.title, Collapsed);
    item.id = `family/${row.family.id}`;
    item.description = String(row.rows.length);
    item.tooltip = l10n.t(row.family.description);
    return item;
  }
  // The first group shows what a group contains. All of them would be more than a screen.
  const look = row.modality === modalities[0] ? Expanded : Collapsed;
  const item = new vscode.TreeItem(modalityTitle(row.modality), look);
  item.id = row.modality;
  item.description = String(row.count);
  item.iconPath = new vscode.ThemeIcon(modalityIcons[row.modality]);
  return item;
}

/** The tooltip has what helps to select a model: its purpose, its endpoints, and its cost so far. */
function mapLeaf(row: LeafRow, costOf: ModelCosts): vscode.TreeItem {
  const { family, modelId } = row;
  const cost = modelId === null ? null : costOf(modelId);
  const item = new vscode.TreeItem(labelLeaf(row));
  item.id = `${family.id}/${modelId ?? ''}`;
  item.description = describeLeaf(row, cost);
  item.contextValue = viewItems.model;
  item.iconPath = new vscode.ThemeIcon('sparkle');
  const paragraphs = [
    `**${escapeMarkdown(family.title)}**`,
    l10n.t(family.description),
    describeEndpoints(row.endpoints, translate),
    ...(cost ? [describeCost(cost, translate)] : []),
  ];
  item.tooltip = new vscode.MarkdownString(paragraphs.join('\n\n'));
  return item;
}

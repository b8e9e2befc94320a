import * as vscode from 'vscode';
import type { Modality, ModelFamily } from '../../core/catalog/catalog.ts';
import { viewItems, views } from '../ids.ts';
import { modalities, modalityIcons, modalityTitle } from './modality.ts';
import type { ModelList } from './modelList.ts';

/** `familyId` is what New Job File looks for in a row that it is called with. */
type Row =
  | { readonly kind: 'modality'; readonly modality: Modality; readonly families: readonly ModelFamily[] }
  | { readonly kind: 'model'; readonly id: string; readonly familyId: string; readonly family: ModelFamily };

/** Models by modality; each is the beginning of a new job file. */
export function registerModelTree(models: ModelList): vscode.Disposable {
  return vscode.window.createTreeView<Row>(views.models, {
    treeDataProvider: {
      getTreeItem: mapRow,
      getChildren: async (row) => (row ? childrenOf(row) : rootRows(await models.families())),
    },
  });
}

/** Modalities without a model stay away. */
function rootRows(families: readonly ModelFamily[]): Row[] {
  return modalities.flatMap((modality): Row[] => {
    const own = families.filter((family) => family.modality === modality);
    return own.length > 0 ? [{ kind: 'modality', modality, families: own }] : [];
  });
}

/** Models in the order of their family, the preferred one first. */
function childrenOf(row: Row): Row[] {
  if (row.kind === 'model') return [];
  return row.families.flatMap((family) =>
    family.models.map((id): Row => ({ kind: 'model', id, familyId: family.id, family })),
  );
}

/** The tooltip tells what a choice among models needs: what it is for, its endpoint, its pace. */
function mapRow(row: Row): vscode.TreeItem {
  if (row.kind === 'modality') {
    const title = modalityTitle(row.modality, vscode.l10n);
    const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
    item.id = row.modality;
    item.iconPath = new vscode.ThemeIcon(modalityIcons[row.modality]);
    return item;
  }
  const { family, id } = row;
  const [endpoint] = family.endpoints;
  const item = new vscode.TreeItem(id);
  item.id = `${family.id}/${id}`;
  item.description = family.title;
  item.contextValue = viewItems.model;
  item.iconPath = new vscode.ThemeIcon('sparkle');
  const pace = endpoint.pollPath
    ? vscode.l10n.t('Asynchronous: a task is followed until it is done')
    : vscode.l10n.t('Synchronous: the answer is the result');
  item.tooltip = new vscode.MarkdownString(
    `**${family.title}**\n\n${family.description}\n\n\`POST ${endpoint.path}\`\n\n${pace}`,
  );
  return item;
}

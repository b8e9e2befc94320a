import * as vscode from 'vscode';
import { joinSentences } from '../../core/support/text/joinSentences.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { Account, Balance, Spending } from '../../engine/index.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { Profile, Profiles } from '../adapters/profiles.ts';
import { formatAmount, formatExactAmount } from '../ui/format.ts';
import { commands, contextKeys, viewItems, views } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import { finishTreeItem } from '../ui/treeItem.ts';
import type { AccountReader } from './accountReader.ts';
import type { BalanceStore } from './balanceStore.ts';
import { describeBalanceError } from './describeBalanceError.ts';

/** A row of the view. The view is small and changes as a whole, so its rows contain their items. */
interface Row {
  readonly item: vscode.TreeItem;
  readonly children?: readonly Row[];
}

/**
 * Whether a command got a row of the Account view. VS Code passes the focused row to the buttons of the view's title.
 */
export function isAccountRow(argument: unknown): boolean {
  return (
    typeof argument === 'object' && argument !== null && 'item' in argument && argument.item instanceof vscode.TreeItem
  );
}

/** Everything that the view reads and whose changes it shows. */
interface AccountPorts {
  readonly profiles: Profiles;
  readonly keyStore: KeyStore;
  readonly account: AccountReader;
  readonly balance: BalanceStore;
}

/** Shows the profile, the balance and today's spending, or a welcome text if the profile or its key is missing. */
export function registerAccountTree(ports: AccountPorts): vscode.Disposable {
  const { profiles, keyStore, account, balance } = ports;
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changed.fire(undefined);
  const view = vscode.window.createTreeView<Row>(views.account, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: ({ item }) => finishTreeItem(item),
      getChildren: async (row) => row?.children?.slice() ?? (row ? [] : readRows(ports)),
    },
  });
  const readWhenSeen = (): void => {
    if (view.visible && vscode.window.state.focused) balance.readIfOld();
  };
  return vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeVisibility(readWhenSeen),
    vscode.window.onDidChangeWindowState(readWhenSeen),
    profiles.onDidChange(refresh),
    profiles.onDidChange(readWhenSeen),
    keyStore.onDidChange(refresh),
    balance.onDidChange(refresh),
    account.onDidChange(refresh),
  );
}

/** Returns no rows if the profile or its key is missing, because the welcome text explains that. */
async function readRows({ profiles, keyStore, account, balance }: AccountPorts): Promise<Row[]> {
  const name = profiles.selectedName();
  const profile = profiles.find(name);
  const hasKey = profile?.kind === 'sandbox' || (profile !== undefined && (await keyStore.read(profile.origin)));
  const state = !profile ? 'profile-unknown' : hasKey ? 'ready' : 'key-missing';
  await vscode.commands.executeCommand('setContext', contextKeys.account, state);
  if (!profile || state !== 'ready') return [];
  return [profileRow(profile), balanceRow(balance, name), spentRow(account.current()), ...connectRow(profile)];
}

/** Only gateways have key actions, because the sandbox has no key to set. */
function profileRow(profile: Profile): Row {
  const item = new vscode.TreeItem(profile.name);
  const isSandbox = profile.kind === 'sandbox';
  item.id = 'profile';
  item.iconPath = new vscode.ThemeIcon(isSandbox ? 'beaker' : 'cloud');
  item.description = isSandbox ? l10n.t('built in: offline, free, no key') : profile.baseUrl;
  item.tooltip = l10n.t('Generate sends requests here. Select to use another profile.');
  item.contextValue = isSandbox ? '' : viewItems.profile;
  item.command = { title: l10n.t('Select Profile'), command: commands.selectProfile };
  return { item };
}

/** An error is shown in the row itself, where the user looked for the amount. */
function balanceRow(balance: BalanceStore, profile: string): Row {
  const outcome = balance.current();
  const item = new vscode.TreeItem(l10n.t('Balance'));
  item.id = 'balance';
  item.iconPath = new vscode.ThemeIcon(outcome?.ok === false ? 'warning' : 'credit-card');
  item.command = { title: l10n.t('Show Balance'), command: commands.showBalance };
  if (!outcome) {
    item.description = l10n.t('reading...');
  } else if (outcome.ok) {
    const amount = formatExactAmount(outcome.balance.balanceUsd);
    item.description = profile === sandboxProfile ? l10n.t('play money {amount}', { amount }) : amount;
    item.tooltip = describeBalance(outcome.balance);
  } else {
    const text = describeBalanceError(outcome.error, profile);
    item.description = text;
    item.tooltip = text;
  }
  return { item };
}

/** Describes what the gateway reports in addition to the balance, if anything. */
function describeBalance({ usedUsd, username }: Balance): string {
  const used = usedUsd === null ? '' : l10n.t('{amount} used so far.', { amount: formatExactAmount(usedUsd) });
  const user = username ? l10n.t('Account of {username}.', { username }) : '';
  return joinSentences([user, used]);
}

/** Today's spending in all windows of this machine. What other machines spend from the same account is unknown. */
function spentRow(account: Account | null): Row {
  const spending = account?.spentOn(Date.now()) ?? none;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(l10n.t('Spent today'), spending.byModel.length > 0 ? Collapsed : None);
  item.id = 'spent';
  item.iconPath = new vscode.ThemeIcon('graph');
  const { totalUsd, openUsd } = spending;
  const spent = formatExactAmount(totalUsd - openUsd);
  const amount = formatExactAmount(openUsd);
  item.description = openUsd > 0 ? l10n.t('{spent}, and up to {amount} unconfirmed', { spent, amount }) : spent;
  item.tooltip = describeSpending(spending);
  const children = spending.byModel.map(({ model, totalUsd, count }): Row => {
    const child = new vscode.TreeItem(model);
    child.description = `${formatAmount(totalUsd)} · ${l10n.t('{count} tasks', { count })}`;
    return { item: child };
  });
  return { item, children };
}

const none: Spending = { totalUsd: 0, openUsd: 0, byModel: [], estimatedCount: 0, hasStated: false, unknownCount: 0 };

function describeSpending({ estimatedCount, hasStated, unknownCount }: Spending): string {
  const parts = [l10n.t('Requests from this machine, in all windows. The sandbox is not counted.')];
  if (estimatedCount === 1) parts.push(l10n.t('The cost of 1 request is an estimate.'));
  if (estimatedCount > 1) parts.push(l10n.t('The costs of {count} requests are estimates.', { count: estimatedCount }));
  if (hasStated) parts.push(l10n.t('It includes prices that you stated in "genwright.prices".'));
  if (unknownCount === 1) parts.push(l10n.t('The cost of 1 request is unknown.'));
  if (unknownCount > 1) parts.push(l10n.t('The costs of {count} requests are unknown.', { count: unknownCount }));
  return joinSentences(parts);
}

/** A row that leads to a real gateway. It is shown while the sandbox is selected. */
function connectRow(profile: Profile): Row[] {
  if (profile.kind !== 'sandbox') return [];
  const item = new vscode.TreeItem(l10n.t('Connect to Gateway...'));
  item.id = 'connect';
  item.iconPath = new vscode.ThemeIcon('plug');
  item.command = { title: l10n.t('Connect to Gateway'), command: commands.connect };
  return [{ item }];
}

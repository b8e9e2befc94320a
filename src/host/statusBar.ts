import * as vscode from 'vscode';
import type { BalanceStore } from './account/balanceStore.ts';
import type { EngineHost } from './adapters/engineHost.ts';
import type { Profiles } from './adapters/profiles.ts';
import { onDidChangeSetting, readSetting } from './adapters/settings.ts';
import { formatAmount } from './format.ts';
import { commands, sandboxProfile, views } from './ids.ts';
import { isJobFile } from './jobFilePattern.ts';
import { isInFlight } from '../core/task/isInFlight.ts';

/** Where the three things come from that the item can show. */
export interface StatusBarPorts {
  readonly engineHost: EngineHost;
  readonly balance: BalanceStore;
  readonly profiles: Profiles;
}

/** One item: how many tasks run, else the balance once it is known. Out of sight where nobody works with job files. */
export function registerStatusBar(ports: StatusBarPorts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('genwright.status', vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t('Genwright');
  const update = (): void => updateItem(item, ports);
  const { engineHost, balance, profiles } = ports;
  update();
  return vscode.Disposable.from(
    item,
    engineHost.onDidChangeTask(update),
    engineHost.onDidRemoveTask(update),
    engineHost.onDidLoad(update),
    balance.onDidChange(update),
    profiles.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    onDidChangeSetting(['statusBar'], update),
  );
}

/** Running tasks come before the balance: they are what a person waits for. */
function updateItem(item: vscode.StatusBarItem, { engineHost, balance, profiles }: StatusBarPorts): void {
  const running = engineHost.tasks().filter(({ state }) => isInFlight(state)).length;
  const active = vscode.window.activeTextEditor?.document.uri;
  const isRelevant = running > 0 || (active !== undefined && isJobFile(active));
  if (!isRelevant || !readSetting('statusBar')) {
    item.hide();
    return;
  }
  if (running > 0) {
    item.text = `$(sync~spin) ${vscode.l10n.t('{count} running', { count: running })}`;
    item.tooltip = vscode.l10n.t('Genwright: show the tasks');
    item.command = `${views.tasks}.focus`;
  } else {
    const name = profiles.selectedName();
    const answer = balance.current();
    const amount = answer?.ok ? ` ${formatAmount(answer.balance.balanceUsd)}` : '';
    item.text = `$(${name === sandboxProfile ? 'beaker' : 'credit-card'}) ${name}${amount}`;
    item.tooltip = vscode.l10n.t('Genwright: the profile that Generate uses. Click for its balance.');
    item.command = commands.showBalance;
  }
  item.show();
}

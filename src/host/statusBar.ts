import * as vscode from 'vscode';
import type { BalanceStore } from './account/balanceStore.ts';
import type { EngineHost } from './adapters/engineHost.ts';
import type { Profiles } from './adapters/profiles.ts';
import { onDidChangeSetting, readSetting } from './adapters/settings.ts';
import { formatAmount } from './format.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { commands, views } from './ids.ts';
import type { JobFiles } from './jobFiles/jobFiles.ts';
import { isInFlight } from '../core/task/model/taskStates.ts';
import { l10n } from './l10n.ts';
import { makeInert } from '../core/support/text/inertText.ts';

/** The sources of the three things that the item can show. */
export interface StatusBarPorts {
  readonly engineHost: EngineHost;
  readonly balance: BalanceStore;
  readonly profiles: Profiles;
  readonly jobFiles: Pick<JobFiles, 'has' | 'onDidChange'>;
}

/**
 * Registers one item. It shows how many tasks run, otherwise the balance if it is known. It is hidden if no task runs
 * and the active editor shows no job file.
 */
export function registerStatusBar(ports: StatusBarPorts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('genwright.status', vscode.StatusBarAlignment.Right, 90);
  item.name = l10n.t('Genwright');
  const update = (): void => updateItem(item, ports);
  const { engineHost, balance, profiles, jobFiles } = ports;
  update();
  return vscode.Disposable.from(
    item,
    engineHost.onDidChangeTask(update),
    engineHost.onDidRemoveTask(update),
    engineHost.onDidLoad(update),
    balance.onDidChange(update),
    profiles.onDidChange(update),
    jobFiles.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    onDidChangeSetting(['statusBar'], update),
  );
}

/** Running tasks are shown before the balance, because the user waits for them. */
function updateItem(item: vscode.StatusBarItem, { engineHost, balance, profiles, jobFiles }: StatusBarPorts): void {
  const running = engineHost.tasks().filter(({ state }) => isInFlight(state)).length;
  const active = vscode.window.activeTextEditor?.document;
  const isRelevant = running > 0 || (active !== undefined && jobFiles.has(active));
  if (!isRelevant || !readSetting('statusBar')) {
    item.hide();
    return;
  }
  if (running > 0) {
    item.text = `$(sync~spin) ${l10n.t('{count} running', { count: running })}`;
    item.tooltip = l10n.t('Genwright: Show the tasks');
    item.command = `${views.tasks}.focus`;
  } else {
    const name = profiles.selectedName();
    const answer = balance.current();
    const amount = answer?.ok ? ` ${formatAmount(answer.balance.balanceUsd)}` : '';
    item.text = `$(${name === sandboxProfile ? 'beaker' : 'credit-card'}) ${makeInert(`${name}${amount}`)}`;
    item.tooltip = l10n.t('Genwright: The profile that Generate uses. Select to show its balance.');
    item.command = commands.showBalance;
  }
  item.show();
}

import * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { BalanceOutcome } from '../../engine/index.ts';
import type { BalanceStore } from '../account/balanceStore.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { Profiles } from '../adapters/profiles.ts';
import { onDidChangeSetting, readSetting } from '../adapters/settings.ts';
import { formatExactAmount } from '../ui/format.ts';
import { commands } from '../ids.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { buildProgress } from './runRow.ts';
import { createTimer, redrawMs } from '../timer.ts';

/** The sources of the three things that the item can show. */
interface StatusBarPorts {
  readonly engineHost: EngineHost;
  readonly balance: BalanceStore;
  readonly profiles: Profiles;
  readonly jobFiles: JobFiles;
}

/**
 * Registers one item. It shows how far the runs are, otherwise the balance if it is known. It is hidden if nothing runs
 * or waits and the active editor shows no job file.
 */
export function registerStatusBar({ engineHost, balance, profiles, jobFiles }: StatusBarPorts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('genwright.status', vscode.StatusBarAlignment.Right, 90);
  item.name = l10n.t('Genwright');
  const update = (): void => {
    const tasks = engineHost.allTasks();
    // Most windows start without tasks, and need not load what words them.
    const progress = tasks.length > 0 ? buildProgress(tasks) : undefined;
    const active = vscode.window.activeTextEditor?.document;
    const isRelevant = progress !== undefined || (active !== undefined && jobFiles.has(active));
    if (!isRelevant || !readSetting('statusBar')) return item.hide();
    // Runs in progress are shown before the balance, because the user waits for them.
    Object.assign(item, progress ? buildRuns(progress) : buildBalance(profiles.selectedName(), balance.current()));
    item.show();
  };
  // Tasks change often, and all of them are counted each time.
  const redraw = createTimer(redrawMs, update);
  update();
  return vscode.Disposable.from(
    item,
    redraw,
    engineHost.onDidChangeTask(() => redraw.start()),
    engineHost.onDidRemoveTask(() => redraw.start()),
    engineHost.onDidChangeForeignTasks(() => redraw.start()),
    engineHost.onDidLoad(update),
    balance.onDidChange(update),
    profiles.onDidChange(update),
    jobFiles.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    onDidChangeSetting(['statusBar'], update),
  );
}

function buildRuns({ icon, text, spoken: facts }: NonNullable<ReturnType<typeof buildProgress>>) {
  return {
    text: `$(${icon}) ${text}`,
    tooltip: l10n.t('Genwright: {facts}. Select to stop a run or to show its tasks.', { facts }),
    accessibilityInformation: { label: l10n.t('Genwright: {facts}', { facts }) },
    command: commands.manageRuns,
  };
}

function buildBalance(profile: string, outcome: BalanceOutcome | undefined) {
  const isSandbox = profile === sandboxProfile;
  // Play money would look like the user's own.
  const amount = outcome?.ok && !isSandbox ? ` ${formatExactAmount(outcome.balance.balanceUsd)}` : '';
  return {
    text: `$(${isSandbox ? 'beaker' : 'credit-card'}) ${makeInert(`${profile}${amount}`)}`,
    tooltip: l10n.t('Genwright: The profile that Generate uses. Select to show its balance.'),
    accessibilityInformation: undefined,
    command: commands.showBalance,
  };
}

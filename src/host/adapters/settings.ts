import * as vscode from 'vscode';
import type { EngineSettings, NetworkSettings } from '../../engine/index.ts';
import { settings, type SettingName } from '../ids.ts';
import { settingChecks, type Settings, userLevel } from './settingChecks.ts';

/** Reads a setting. A value of a wrong type counts as not set, so the default of the manifest is used. */
export function readSetting<Name extends SettingName>(name: Name, resource?: vscode.Uri): Settings[Name] {
  const configuration = vscode.workspace.getConfiguration('genwright', resource ?? null);
  const key = settings[name];
  const inspected = configuration.inspect<unknown>(key);
  const value: unknown = userLevel.has(name) ? inspected?.globalValue : configuration.get(key);
  return (settingChecks[name](value) ? value : inspected?.defaultValue) as Settings[Name];
}

/** Reads the value that the user has set, whatever a workspace says. */
export function readUserSetting<Name extends SettingName>(name: Name): Settings[Name] {
  const inspected = vscode.workspace.getConfiguration('genwright', null).inspect<unknown>(settings[name]);
  const value = inspected?.globalValue;
  return (settingChecks[name](value) ? value : inspected?.defaultValue) as Settings[Name];
}

/** Writes a setting of the user, never of a workspace. */
export function writeUserSetting(name: SettingName, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration('genwright')
    .update(settings[name], value, vscode.ConfigurationTarget.Global);
}

/** Calls the listener after a change in any scope. The listener reads the value that applies to it. */
export function onDidChangeSetting(names: readonly SettingName[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`genwright.${settings[name]}`))) listener();
  });
}

/** Settings in the units of the engine, bytes and milliseconds. They are read again for each task. */
export function readEngineSettings(): EngineSettings {
  return {
    retryOn5xx: readSetting('submitRetryOn5xx'),
    maxDownloadBytes: readSetting('downloadMaxMegabytes') * 1024 * 1024,
    maxPollMs: readSetting('pollMaxMinutes') * 60_000,
    budgetRunUsd: readSetting('budgetRunUsd'),
    budgetDayUsd: readSetting('budgetDayUsd'),
    prices: readSetting('prices'),
    envAllow: readSetting('envAllow'),
  };
}

/** VS Code's own settings, read again for each request. Their scope is the machine, so a workspace cannot set them. */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const readText = (key: string): string | null => {
    const value: unknown = http.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const noProxy: unknown = http.get('noProxy');
  return {
    proxySupport: readText('proxySupport') === 'off' ? 'off' : 'on',
    proxy: readText('proxy'),
    proxyAuthorization: readText('proxyAuthorization'),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    strictSsl: http.get('proxyStrictSSL') !== false,
    systemCertificates: http.get('systemCertificates') !== false,
  };
}

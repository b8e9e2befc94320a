import * as vscode from 'vscode';
import type { EngineSettings, NetworkSettings } from '../../engine/index.ts';
import { readSetting } from './settings.ts';

/** Settings in the units of the engine, bytes and milliseconds. They are read again for each task. */
export function readEngineSettings(): EngineSettings {
  return {
    retryOn5xx: readSetting('submitRetryOn5xx'),
    maxDownloadBytes: readSetting('downloadMaxMegabytes') * 1024 * 1024,
    maxPollMs: readSetting('pollMaxMinutes') * 60_000,
    budgetRunUsd: readSetting('budgetRunUsd'),
    budgetDayUsd: readSetting('budgetDayUsd'),
    envAllow: readSetting('envAllow'),
  };
}

/**
 * VS Code's own settings, which are read again for each request. A workspace cannot set them, because their scope is
 * the machine.
 */
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

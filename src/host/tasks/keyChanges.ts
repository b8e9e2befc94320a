import * as vscode from 'vscode';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import type { Log } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { GatewayProfile, Profiles } from '../adapters/profiles.ts';
import { showMessage } from '../ui/message.ts';
import { runInBackground } from '../runInBackground.ts';
import { buildUserMessage } from '../ui/userMessage.ts';

/** The tasks that wait for a key, the stored keys, and the profiles that may share an origin. */
interface KeyChangePorts {
  readonly engineHost: EngineHost;
  readonly keyStore: KeyStore;
  readonly profiles: Profiles;
  readonly log: Log;
}

/**
 * A key can be revoked while tasks run. The user is asked once for each profile, however many tasks wait. The tasks
 * continue automatically as soon as a key is stored in any window, or their profile moves to an origin with a key.
 */
export function registerKeyChanges({ engineHost, keyStore, profiles, log }: KeyChangePorts): vscode.Disposable {
  const asked = new Set<string>();
  const gatewayNames = (isWanted: (profile: GatewayProfile) => boolean): readonly string[] =>
    profiles.list().flatMap((profile) => (profile.kind === 'gateway' && isWanted(profile) ? [profile.name] : []));
  const resume = async (names: readonly string[]): Promise<void> => {
    // An engine that was never loaded has no tasks that wait.
    if (names.length === 0 || engineHost.tasks().length === 0) return;
    const engine = await engineHost.engine();
    for (const name of names) engine.keyChanged(name);
  };
  return vscode.Disposable.from(
    engineHost.onDidChangeTask(({ state, error, profile }) => {
      if (!isInFlight(state) || error?.code !== 'key-refused' || asked.has(profile)) return;
      asked.add(profile);
      showMessage('error', buildUserMessage(error, { profile, state }), log);
    }),
    keyStore.onDidChange((origin) => {
      // Profiles with the same origin share one key.
      const names = gatewayNames((profile) => profile.origin === origin);
      for (const name of names) asked.delete(name);
      runInBackground(resume(names), log);
    }),
    profiles.onDidChange(() => runInBackground(resume(gatewayNames(() => true)), log)),
  );
}

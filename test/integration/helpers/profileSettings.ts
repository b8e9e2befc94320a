import * as vscode from 'vscode';

export interface ProfileSettings {
  readonly profiles: unknown;
  readonly profile: unknown;
}

export function readProfileSettings(): ProfileSettings {
  const settings = vscode.workspace.getConfiguration('genwright');
  return { profiles: settings.get('profiles'), profile: settings.get('profile') };
}

/** Undefined restores the default. */
export async function writeProfileSettings(
  profiles: readonly object[] | undefined,
  profile: string | undefined,
): Promise<void> {
  const settings = vscode.workspace.getConfiguration('genwright');
  await settings.update('profiles', profiles, vscode.ConfigurationTarget.Global);
  await settings.update('profile', profile, vscode.ConfigurationTarget.Global);
}

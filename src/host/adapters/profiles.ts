import * as vscode from 'vscode';
import { Emitter } from '../../core/support/emitter.ts';
import { parseProfile, profileNameOf, type GatewayProfile } from '../../core/support/profile/parseProfile.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { OpenProfile } from '../../engine/index.ts';
import { settings } from '../ids.ts';
import type { KeyStore } from './keyStore.ts';
import type { SandboxHost } from './sandboxHost.ts';
import { onDidChangeSetting, readSetting, readUserSetting, writeUserSetting } from './settings.ts';

/** A named gateway. Its key is stored separately, under `origin`. */
export type Profile = { readonly kind: 'sandbox'; readonly name: string } | GatewayProfile;

export type { GatewayProfile };

/** The user's gateways. They are stored only in the settings. */
export type Profiles = ReturnType<typeof createProfiles>;

/** Creates the profiles. The settings are read on each call, because they are in memory and always up to date. */
export function createProfiles() {
  const changed = new Emitter<void>();
  const subscription = onDidChangeSetting(['profiles', 'profile'], () => changed.fire());
  const list = (): readonly Profile[] => parseProfiles(readSetting('profiles'));
  return {
    onDidChange: changed.event,
    list,
    find: (name: string): Profile | undefined => list().find((profile) => profile.name === name),
    /** The name in `genwright.profile`. A profile of that name may not exist. */
    selectedName: (): string => readSetting('profile'),
    /** The name that the user has selected. A workspace may select another one. */
    userSelectedName: (): string => readUserSetting('profile'),
    /** Adds the profile, or replaces the profile of that name. */
    async save(profile: GatewayProfile): Promise<void> {
      await writeUserSetting('profiles', replaceProfile(readSetting('profiles'), profile));
    },
    /** Selects a profile. Returns whether the selection takes effect, because a workspace setting may hide it. */
    async select(name: string): Promise<'selected' | 'hidden-by-workspace'> {
      await writeUserSetting('profile', name);
      const inspected = vscode.workspace.getConfiguration('genwright').inspect<string>(settings.profile);
      const hiding = inspected?.workspaceFolderValue ?? inspected?.workspaceValue;
      return hiding === undefined || hiding === name ? 'selected' : 'hidden-by-workspace';
    },
    dispose(): void {
      subscription.dispose();
      changed.dispose();
    },
  };
}

interface Connections {
  readonly profiles: Profiles;
  readonly keyStore: KeyStore;
  readonly sandbox: SandboxHost;
}

/** Makes a profile callable. Null if no profile has that name. Starts the sandbox if the profile is the sandbox. */
export async function openProfile(
  name: string,
  { profiles, keyStore, sandbox }: Connections,
): Promise<OpenProfile | null> {
  const profile = profiles.find(name);
  if (!profile) return null;
  if (profile.kind === 'gateway') {
    const { origin } = profile;
    const readSecret = (secret: string) => keyStore.read(`${origin}#${secret}`);
    return { ...profile, isSandbox: false, readKey: () => keyStore.read(origin), readSecret };
  }
  const { url, docsUrl, key } = await sandbox.open();
  return { name, baseUrl: url, docsUrl, isSandbox: true, readKey: () => Promise.resolve(key) };
}

/** The built-in profile. It is in no setting and cannot be removed. */
const sandbox: Profile = { kind: 'sandbox', name: sandboxProfile };

/**
 * Parses the setting `genwright.profiles`. The sandbox comes first. Entries that cannot be used are left out. The first
 * profile of a name wins.
 */
export function parseProfiles(value: unknown): readonly Profile[] {
  const profiles = new Map<string, Profile>([[sandbox.name, sandbox]]);
  for (const profile of (Array.isArray(value) ? value : []).flatMap((entry) => parseProfile(entry) ?? [])) {
    if (!profiles.has(profile.name)) profiles.set(profile.name, profile);
  }
  return [...profiles.values()];
}

/** Returns the entries of the setting with this profile added, or with the entry of that name replaced. */
export function replaceProfile(
  entries: readonly unknown[],
  { kind: _kind, origin: _origin, docsUrl, ...profile }: GatewayProfile,
): readonly unknown[] {
  // Entries that do not parse are kept unchanged, because the user has written them.
  const others = entries.filter((entry) => profileNameOf(entry) !== profile.name);
  return [...others, { ...profile, ...(docsUrl ? { docsUrl } : {}) }];
}

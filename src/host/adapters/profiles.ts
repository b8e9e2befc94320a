import * as vscode from 'vscode';
import { Emitter, type Event } from '../../core/support/emitter.ts';
import { settings } from '../ids.ts';
import { parseProfiles, replaceProfile, type GatewayProfile, type Profile } from './profile.ts';
import { onDidChangeSetting, readSetting, readUserSetting, writeUserSetting } from './settings.ts';

/** The user's gateways. They are stored only in the settings. */
export interface Profiles {
  readonly onDidChange: Event<void>;
  list(): readonly Profile[];
  find(name: string): Profile | undefined;
  /** The name in `genwright.profile`. A profile of that name may not exist. */
  selectedName(): string;
  /** The name that the user has selected. A workspace may select another one. */
  userSelectedName(): string;
  /** Adds the profile, or replaces the profile of that name. */
  save(profile: GatewayProfile): Promise<void>;
  /** Selects a profile. Returns whether the selection takes effect, because a workspace setting may hide it. */
  select(name: string): Promise<'selected' | 'hidden-by-workspace'>;
}

/** Creates the profiles. The settings are read on each call, because they are in memory and always up to date. */
export function createProfiles(): Profiles & vscode.Disposable {
  const changed = new Emitter<void>();
  const subscription = onDidChangeSetting(['profiles', 'profile'], () => changed.fire());
  const list = (): readonly Profile[] => parseProfiles(readSetting('profiles'));
  return {
    onDidChange: changed.event,
    list,
    find: (name) => list().find((profile) => profile.name === name),
    selectedName: () => readSetting('profile'),
    userSelectedName: () => readUserSetting('profile'),
    async save(profile) {
      await writeUserSetting('profiles', replaceProfile(readSetting('profiles'), profile));
    },
    async select(name) {
      await writeUserSetting('profile', name);
      const inspected = vscode.workspace.getConfiguration('genwright').inspect<string>(settings.profile);
      const hiding = inspected?.workspaceFolderValue ?? inspected?.workspaceValue;
      return hiding === undefined || hiding === name ? 'selected' : 'hidden-by-workspace';
    },
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

import type { KeyStore } from '../../adapters/keyStore.ts';
import type { GatewayProfile } from '../../adapters/profile.ts';
import type { Profiles } from '../../adapters/profiles.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask } from '../../ui/message.ts';

/** Asks for API keys and stores them. */
export interface KeyPrompt {
  /** Asks for a key and says what it is for and where it is sent. Returns whether the profile has a key now. */
  ask(profileName: string): Promise<boolean>;
  /**
   * Stores a known key. Returns false if the keyring refuses and the user declines to keep the key for the session
   * only.
   */
  store(origin: string, key: string): Promise<boolean>;
}

/** The sandbox has its own key, so the user is never asked for one. */
export function createKeyPrompt(profiles: Pick<Profiles, 'find'>, keyStore: KeyStore): KeyPrompt {
  const store = (origin: string, key: string): Promise<boolean> => storeKey(keyStore, origin, key);
  return {
    store,
    async ask(profileName) {
      const profile = profiles.find(profileName);
      if (profile?.kind !== 'gateway') return profile !== undefined;
      const key = await inputKeyOf(profile);
      return key !== undefined && store(profile.origin, key);
    },
  };
}

/** The input is hidden and stays open when it loses the focus, because users paste keys from other programs. */
export async function inputKey(origin: string, title: string): Promise<string | undefined> {
  return inputText({
    title,
    prompt: l10n.t(
      'The key pays for what you generate. It is kept in the secret storage of VS Code and is sent only to {origin}.',
      { origin },
    ),
    placeHolder: 'sk-…',
    isSecret: true,
    validate: (text) =>
      isKey(text) ? undefined : l10n.t('A key must be one word of letters, digits and signs, without spaces.'),
  });
}

export function inputKeyOf({ origin, name }: GatewayProfile): Promise<string | undefined> {
  return inputKey(origin, l10n.t('API Key for {name}', { name }));
}

/** Whether the string is allowed in an HTTP header. */
function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim());
}

/** If the keyring refuses, the user sees the reason and may keep the key in memory. */
async function storeKey(keyStore: KeyStore, origin: string, key: string): Promise<boolean> {
  try {
    await keyStore.write(origin, key);
    return true;
  } catch (error) {
    const session = l10n.t('Use for This Session');
    const reason = error instanceof Error ? error.message : String(error);
    const answer = await ask({
      kind: 'warning',
      text: l10n.t('The key could not be stored: {reason}', { reason }),
      details: [l10n.t('It can be kept in memory until this window closes.')],
      buttons: [session],
    });
    if (answer !== session) return false;
    keyStore.writeForSession(origin, key);
    return true;
  }
}

import { isHeaderValue, listSecretNames } from '../../../core/support/profile/parseHeaders.ts';
import type { GatewayProfile } from '../../adapters/profiles.ts';
import { type goBack, inputNextText, inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { confirm } from '../../ui/message.ts';
import type { Services } from '../services.ts';

/**
 * Asks for the key of a profile, says what it is for and where it is sent, and stores it. Returns whether the profile
 * has a key now. The sandbox has its own key, so the user is never asked for one.
 */
export async function askKey(profileName: string, services: Services): Promise<boolean> {
  const profile = services.profiles.find(profileName);
  if (profile?.kind !== 'gateway') return profile !== undefined;
  const key = await inputKeyOf(profile);
  return key !== undefined && storeKey(profile.origin, key, services);
}

/** The input is hidden and stays open when it loses the focus, because users paste keys from other programs. */
function buildKeyQuestion(origin: string, title: string) {
  return {
    title,
    prompt: l10n.t(
      'The key pays for what you generate. It is kept in the secret storage of VS Code and is sent only to {origin}.',
      { origin },
    ),
    placeHolder: 'sk-…',
    isSecret: true,
    // What is allowed in an HTTP header.
    validate: (text: string) =>
      /^[\x21-\x7e]+$/.test(text.trim())
        ? undefined
        : l10n.t('A key must be one word of letters, digits and signs, without spaces.'),
  };
}

export function inputKeyOf({ origin, name }: GatewayProfile): Promise<string | undefined> {
  return inputText(buildKeyQuestion(origin, l10n.t('API Key for {name}', { name })));
}

/** The second question of Connect. */
export function inputKeyNext(origin: string): Promise<string | typeof goBack | undefined> {
  return inputNextText(buildKeyQuestion(origin, l10n.t('Connect to Gateway (2 of 3)')));
}

/** Asks for the secrets of the headers of a profile. Undefined if the user cancels one of them. */
export async function inputSecrets(profile: GatewayProfile): Promise<Readonly<Record<string, string>> | undefined> {
  const { origin } = profile;
  const secrets: Record<string, string> = {};
  for (const name of listSecretNames(profile)) {
    const value = await inputText({
      title: l10n.t('{name} for {profile}', { name, profile: profile.name }),
      prompt: l10n.t('The value of a header. It is kept like the key, and sent only to {origin}.', { origin }),
      isSecret: true,
      validate: (text) => (isHeaderValue(text) ? undefined : l10n.t('A header cannot have this value.')),
    });
    if (value === undefined) return undefined;
    secrets[name] = value;
  }
  return secrets;
}

/**
 * Stores a key. If the keyring refuses, the user sees the reason and may keep the key in memory. Returns false if the
 * user declines.
 */
export async function storeKey(origin: string, key: string, { keyStore }: Services): Promise<boolean> {
  try {
    await keyStore.write(origin, key);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = l10n.t('The key could not be stored: {reason}', { reason });
    const details = [l10n.t('It can be kept in memory until this window closes.')];
    if (!(await confirm({ text, details, go: l10n.t('Use for This Session') }))) return false;
    keyStore.writeForSession(origin, key);
    return true;
  }
}

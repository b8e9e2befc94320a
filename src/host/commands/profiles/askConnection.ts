import { parseBaseUrl } from '../../../core/support/baseUrl.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { Profiles } from '../../adapters/profiles.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { describeBaseUrlProblem, describeReservedName, type Connection } from './connect.ts';
import { inputKey } from './askKey.ts';

/**
 * Asks for base URL, key and name, in this order. Undefined if the user cancels one of them. `before` is the input of
 * the last attempt.
 */
export async function askConnection(profiles: Profiles, before?: Connection): Promise<Connection | undefined> {
  const typed = await inputText({
    title: l10n.t('Connect to Gateway (1 of 3)'),
    prompt: l10n.t('The base URL of your gateway, as its documentation gives it'),
    placeHolder: 'https://gateway.example.com',
    value: before?.profile.baseUrl ?? '',
    validate: (text) => {
      const url = parseBaseUrl(text);
      return url.ok ? undefined : describeBaseUrlProblem(url.problem);
    },
  });
  const url = typed === undefined ? undefined : parseBaseUrl(typed);
  if (!url?.ok) return undefined;
  const host = new URL(url.baseUrl).hostname;
  const apiKey = await inputKey(url.origin, l10n.t('Connect to Gateway (2 of 3)'));
  if (apiKey === undefined) return undefined;
  const name = await askName(before?.profile.name ?? host, profiles);
  if (name === undefined) return undefined;
  return { apiKey, profile: { kind: 'gateway', name, baseUrl: url.baseUrl, origin: url.origin, docsUrl: null } };
}

/** Suggests a name. Replacing a profile is allowed, but the user is told. */
async function askName(suggestion: string, profiles: Profiles): Promise<string | undefined> {
  return inputText({
    title: l10n.t('Connect to Gateway (3 of 3)'),
    prompt: l10n.t('A short name for this gateway. Job files and results show it.'),
    value: suggestion,
    validate: (text) => {
      if (text === '') return l10n.t('The name must not be empty.');
      if (text === sandboxProfile) return describeReservedName();
      if (!profiles.find(text)) return undefined;
      return { warning: l10n.t('"{name}" already exists and will be replaced.', { name: text }) };
    },
  });
}

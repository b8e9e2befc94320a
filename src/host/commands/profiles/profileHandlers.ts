import { isAccountRow } from '../../account/accountTree.ts';
import { describeBalanceError } from '../../account/describeBalanceError.ts';
import { listSecretNames } from '../../../core/support/profile/parseHeaders.ts';
import type { GatewayProfile, Profile } from '../../adapters/profiles.ts';
import { formatExactAmount } from '../../ui/format.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { confirm, offer, showBriefly, showMessage, withProgress } from '../../ui/message.ts';
import { goBack } from '../../ui/inputText.ts';
import { pick } from '../../ui/pick.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { buildUserMessage } from '../../ui/userMessage.ts';
import { CallError, rejectAsCall, UserError } from '../errors.ts';
import {
  askConnection,
  askConnectionKey,
  askMore,
  askName,
  checkConnection,
  keepKnown,
  parseConnection,
  storeConnection,
  type CheckFailure,
  type Connection,
} from './connect.ts';
import { inputKeyOf, inputSecrets } from './askKey.ts';

/** Commands for gateways and their keys. */
export function createProfileHandlers(services: Services) {
  return {
    [commands.connect]: async (argument: unknown) => {
      // The message about a connection passes the name of its profile.
      const known = typeof argument === 'string' ? services.profiles.find(argument) : undefined;
      if (known?.kind === 'gateway') {
        const asked = await askMoreOf(known, services);
        return storeAndSelect(services, await checkUntilAccepted(asked, services, { isNew: true }));
      }
      if (argument !== undefined && !isAccountRow(argument)) return rejectAsCall(connectAsCalled(argument, services));
      return connectByHand(services);
    },
    [commands.setApiKey]: (name: unknown) => setApiKey(services, name),
    [commands.removeApiKey]: () => removeApiKey(services),
    [commands.selectProfile]: () => selectProfile(services),
    [commands.showBalance]: () => showBalance(services),
  };
}

/**
 * Connects for a program, a link or a task, none of which the user may have checked. Requests that would be sent to one
 * origin are not sent to another one before the user has agreed. If it rejects, nothing is stored.
 */
async function connectAsCalled(argument: unknown, services: Services): Promise<void> {
  const connection = keepKnown(parseConnection(argument), services.profiles);
  const failure = await checkConnection(connection, services);
  if (failure) throw new CallError(failure.reason);
  const { name, origin } = connection.profile;
  const known = services.profiles.find(name);
  if (known?.kind === 'gateway' && known.origin !== origin && !(await confirmRedirect(known, connection))) {
    throw new CallError(l10n.t('The profile "{name}" was not replaced.', { name }));
  }
  // If the keyring refuses, the call fails, because the user is not asked.
  const store = async (place: string, value: string): Promise<boolean> => {
    await services.keyStore.write(place, value).catch((error: unknown) => {
      throw new CallError(l10n.t('The key could not be stored: {reason}', { reason: String(error) }));
    });
    return true;
  };
  await storeConnection(connection, services, { store, save: () => services.profiles.save(connection.profile) });
  await selectConnected(services, connection);
}

async function confirmRedirect(known: GatewayProfile, { profile }: Connection): Promise<boolean> {
  const facts = { name: profile.name, known: known.origin, origin: profile.origin };
  const text = l10n.t('Replace the profile "{name}"?', facts);
  const details = [l10n.t('Its requests are sent to {known} now. After that they are sent to {origin}.', facts)];
  return confirm({ text, details, go: l10n.t('Replace') });
}

/** Asks, checks, and only then asks for the name and stores, so that a mistyped key leaves nothing behind. */
async function connectByHand(services: Services): Promise<void> {
  let asked = await askConnection(services.profiles);
  for (;;) {
    const checked = await checkUntilAccepted(asked, services, { isNew: true });
    if (!checked) return;
    const named = await askName(checked, services.profiles);
    if (named !== goBack) return storeAndSelect(services, named);
    asked = await askConnectionKey(services.profiles, checked);
  }
}

async function storeAndSelect(services: Services, connection: Connection | undefined): Promise<void> {
  if (!connection) return;
  const save = (): Promise<void> => services.profiles.save(connection.profile);
  if (await storeConnection(connection, services, { save })) await selectConnected(services, connection);
}

/** Asks for the headers of a gateway that is connected. */
async function askMoreOf(profile: GatewayProfile, { keyStore }: Services): Promise<Connection | undefined> {
  const apiKey = (await keyStore.read(profile.origin)) ?? (await inputKeyOf(profile));
  return apiKey === undefined ? undefined : askMore({ profile, apiKey });
}

/** Selects the profile and always says so, because requests are sent to another gateway from now on. */
async function selectConnected(services: Services, { profile }: Connection): Promise<void> {
  const { name, origin } = profile;
  if (!(await select(services, name))) return;
  // The models that the gateway publishes.
  runInBackground(services.models.refresh({ maxAgeMs: 0 }), services.log);
  const text = l10n.t('Connected to {origin}. Generate now uses {name}.', { origin, name });
  const more = { title: l10n.t('More...'), command: commands.connect, args: [name] };
  showMessage('information', { text, actions: [more] }, services.log);
}

/** Says what a failure means, and which button accepts the connection all the same, if any. */
function describeFailure({ kind, reason }: CheckFailure, name: string, isNew: boolean) {
  if (!isNew) return { text: l10n.t('The key was not stored. {reason}', { reason }), anyway: [l10n.t('Store Anyway')] };
  if (kind !== 'no-balance') {
    return { text: l10n.t('Not connected, and nothing was stored. {reason}', { reason }), anyway: [] };
  }
  const text = l10n.t(
    'The key could not be checked, and nothing was stored. {reason} If {name} has no balance query, select Connect Anyway.',
    { reason, name },
  );
  return { text, anyway: [l10n.t('Connect Anyway')] };
}

/**
 * Checks until the connection works or the user accepts it unchecked. The user needs another key if this one was
 * refused. Otherwise the same check may succeed later. Undefined if the user cancels.
 */
async function checkUntilAccepted(
  first: Connection | undefined,
  services: Services,
  { isNew }: { readonly isNew: boolean },
): Promise<Connection | undefined> {
  const [restart, more] = [l10n.t('Start Over'), l10n.t('More...')];
  let connection = first;
  while (connection) {
    const { profile } = connection;
    const checked = connection;
    const title = l10n.t('Checking {name}...', { name: profile.name });
    const failure = await withProgress(title, (signal) => checkConnection(checked, services, signal), services.log);
    if (!failure) return connection;
    const { text, anyway } = describeFailure(failure, profile.name, isNew);
    const again = failure.kind === 'refused' ? l10n.t('Enter Another Key') : l10n.t('Retry');
    const buttons = [again, ...(isNew ? [restart, more] : []), ...anyway];
    const answer = await offer('error', { text, buttons }, services.log);
    if (answer === undefined) return undefined;
    if (anyway.includes(answer)) return connection;
    if (answer === restart) {
      connection = await askConnection(services.profiles, connection);
    } else if (answer === more) {
      connection = await askMore(connection);
    } else if (failure.kind === 'refused') {
      const apiKey = await inputKeyOf(profile);
      connection = apiKey === undefined ? undefined : { ...connection, apiKey };
    }
  }
  return undefined;
}

/** Selects a profile. If the settings of the workspace hide the selection, it is kept and the user is told. */
async function select({ profiles, log }: Services, name: string): Promise<boolean> {
  if ((await profiles.select(name)) === 'selected') return true;
  const text = l10n.t('{name} is your selected profile, but the settings of this workspace select "{other}".', {
    name,
    other: profiles.selectedName(),
  });
  showMessage('warning', { text }, log);
  return false;
}

/**
 * A message about a profile passes its name. The command palette passes none. The user may keep a key that could not be
 * checked, such as one for a gateway that cannot be reached now.
 */
async function setApiKey(services: Services, name: unknown): Promise<void> {
  const profile = typeof name === 'string' ? services.profiles.find(name) : await pickGateway(services);
  if (profile?.kind !== 'gateway') return;
  const apiKey = await inputKeyOf(profile);
  const secrets = apiKey === undefined ? undefined : await inputSecrets(profile);
  const asked = apiKey && secrets ? { profile, apiKey, secrets } : undefined;
  const connection = await checkUntilAccepted(asked, services, { isNew: false });
  if (connection && (await storeConnection(connection, services))) {
    showBriefly(l10n.t('The key for {name} is stored.', { name: profile.name }));
  }
}

/** Removes the key from this machine. The message says that this does not revoke it at the gateway. */
async function removeApiKey(services: Services): Promise<void> {
  const profile = await pickGateway(services);
  if (!profile) return;
  for (const name of listSecretNames(profile)) await services.keyStore.remove(`${profile.origin}#${name}`);
  await services.keyStore.remove(profile.origin);
  const { name } = profile;
  const text = l10n.t('The key for {name} is removed from this machine. The gateway still accepts it.', { name });
  showMessage('information', { text }, services.log);
}

/** Returns the selected gateway. If the sandbox is selected, which has no key to set, the user selects a gateway. */
async function pickGateway({ profiles, log }: Services): Promise<GatewayProfile | undefined> {
  const selected = profiles.find(profiles.selectedName());
  if (selected?.kind === 'gateway') return selected;
  const gateways = profiles.list().filter((profile) => profile.kind === 'gateway');
  if (gateways.length === 0) {
    const text = l10n.t('The sandbox needs no key. Connect to a gateway to use your own key.');
    showMessage('information', { text, actions: [{ title: l10n.t('Connect'), command: commands.connect }] }, log);
    return undefined;
  }
  return (await pick(gateways.map(itemOf), { placeHolder: l10n.t('Select a gateway') }))?.profile;
}

/** Selects a profile. The last entry of the list connects to a new gateway, for users who look for it here. */
async function selectProfile(services: Services): Promise<void> {
  const placeHolder = l10n.t('Select where Generate sends requests');
  const connectItem = { icon: 'add', label: l10n.t('Connect to Gateway...'), profile: undefined };
  const selected = services.profiles.selectedName();
  const items = services.profiles.list().map((profile) => {
    const item = itemOf(profile);
    if (profile.name !== selected) return item;
    return { ...item, description: l10n.t('{description} (selected)', { description: item.description }) };
  });
  const picked = await pick([...items, connectItem], { placeHolder });
  if (!picked) return;
  if (picked.profile) await select(services, picked.profile.name);
  else await connectByHand(services);
}

/** Profiles are listed by name and URL, so that the user can distinguish them, with the icons of the Account view. */
function itemOf<P extends Profile>(profile: P) {
  return profile.kind === 'sandbox'
    ? { icon: 'beaker', label: profile.name, description: l10n.t('built in: offline, free, no key'), profile }
    : { icon: 'cloud', label: profile.name, description: profile.baseUrl, profile };
}

/** Queries the gateway, so that the amount is up to date. */
async function showBalance({ balance, profiles, log }: Services): Promise<void> {
  const outcome = await balance.read();
  const profile = profiles.selectedName();
  if (!outcome.ok) {
    const { actions } = buildUserMessage(outcome.error, { profile });
    throw new UserError(describeBalanceError(outcome.error, profile), actions);
  }
  const amount = formatExactAmount(outcome.balance.balanceUsd);
  showMessage('information', { text: l10n.t('{profile}: {amount} left', { profile, amount }) }, log);
}

import * as vscode from 'vscode';
import type { GatewayProfile, Profile } from '../adapters/profile.ts';
import { commands } from '../ids.ts';
import type { Services } from '../services.ts';
import { formatAmount } from '../format.ts';
import { buildUserMessage } from '../userMessage.ts';
import { checkConnection, parseConnection, storeConnection, type Connection, type ConnectionStore } from './connect.ts';
import { askConnection } from './connectUi.ts';
import { showMessage } from '../message.ts';
import { runInBackground } from '../runInBackground.ts';
import { CallFault, rejectAsCall, UserFault } from './fault.ts';
import type { KeyPrompt } from './keyPrompt.ts';

/** What is done about gateways and their keys. */
export function createProfileHandlers(services: Services, keyPrompt: KeyPrompt) {
  const context: Context = { ...services, keyPrompt };
  return {
    [commands.connect]: (argument: unknown) =>
      argument === undefined ? connectByHand(context) : rejectAsCall(connect(context, argument)),
    [commands.setApiKey]: (name: unknown) => setApiKey(context, name),
    [commands.removeApiKey]: () => removeApiKey(context),
    [commands.selectProfile]: () => selectProfile(context),
    [commands.showBalance]: () => showBalance(context),
  };
}

/** The services, and the one who asks for keys. */
type Context = Services & { readonly keyPrompt: KeyPrompt };

/** The call of a program: nothing is asked. */
async function connect(services: Context, argument: unknown): Promise<void> {
  const answer = parseConnection(argument, vscode.l10n);
  if (!answer.ok) throw new CallFault(answer.reason);
  const reason = await check(services, answer.connection);
  if (reason !== null) throw new CallFault(reason);
  await storeConnection(answer.connection, { ...services, storeKey: (origin, key) => writeKey(services, origin, key) });
  if (await select(services, answer.connection.profile.name)) readModels(services);
}

/** Asks, checks, and only then stores: a mistyped key leaves nothing behind. */
async function connectByHand(services: Context): Promise<void> {
  const connection = await askUntilChecked(services);
  if (!connection) return;
  const storeKey: ConnectionStore['storeKey'] = (origin, key) => services.keyPrompt.store(origin, key);
  if (!(await storeConnection(connection, { ...services, storeKey }))) return;
  const { name } = connection.profile;
  if (await select(services, name)) {
    readModels(services);
    void vscode.window.showInformationMessage(vscode.l10n.t('Connected. Generate now uses {name}.', { name }));
  }
}

/** What the gateway publishes of its models; nobody waits for it. */
function readModels({ models, log }: Context): void {
  runInBackground(models.refresh({ maxAgeMs: 0 }), log);
}

/** What was typed stays there for another try; undefined when the person gives up. */
async function askUntilChecked(services: Context): Promise<Connection | undefined> {
  const again = vscode.l10n.t('Retry');
  let typed: Connection | undefined;
  for (;;) {
    const connection = await askConnection(services.profiles, typed);
    if (!connection) return undefined;
    const title = vscode.l10n.t('Checking {name}…', { name: connection.profile.name });
    const reason = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_progress, token) => check(services, connection, token),
    );
    if (reason === null) return connection;
    const text = vscode.l10n.t('Not connected, and nothing was stored. {reason}', { reason });
    if ((await vscode.window.showErrorMessage(text, again)) !== again) return undefined;
    typed = connection;
  }
}

/** The reason why the gateway can not be used, or null. Aborts with the token. */
async function check(
  services: Context,
  connection: Connection,
  token?: vscode.CancellationToken,
): Promise<string | null> {
  const abort = new AbortController();
  const subscription = token?.onCancellationRequested(() => abort.abort());
  try {
    const engine = await services.engineHost.engine();
    const reason = await checkConnection(engine, connection, { l10n: vscode.l10n, signal: abort.signal });
    if (abort.signal.aborted) throw new vscode.CancellationError();
    return reason;
  } finally {
    subscription?.dispose();
  }
}

/** Without a person to ask, a keyring that refuses is the end. */
async function writeKey({ keyStore }: Context, origin: string, key: string): Promise<boolean> {
  await keyStore.write(origin, key).catch((error: unknown) => {
    throw new CallFault(vscode.l10n.t('The key could not be stored: {reason}', { reason: String(error) }));
  });
  return true;
}

/** A choice that the workspace hides is kept all the same, and the person hears of it. */
async function select({ profiles }: Context, name: string): Promise<boolean> {
  if ((await profiles.select(name)) === 'selected') return true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('{name} is selected for you, but the settings of this workspace choose “{other}”.', {
      name,
      other: profiles.selectedName(),
    }),
  );
  return false;
}

/** The name comes from a message about that profile; from the palette there is none. */
async function setApiKey(services: Context, name: unknown): Promise<void> {
  const profile = typeof name === 'string' ? services.profiles.find(name) : await pickGateway(services);
  if (profile?.kind === 'gateway' && (await services.keyPrompt.ask(profile.name))) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key for {name} is stored', { name: profile.name }), 5000);
  }
}

/** Removing here revokes nothing at the gateway, and the message says so. */
async function removeApiKey(services: Context): Promise<void> {
  const profile = await pickGateway(services);
  if (!profile) return;
  await services.keyStore.remove(profile.origin);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The key for {name} is removed from this machine. The gateway still accepts it.', profile),
  );
}

/** The selected gateway, or a choice when the sandbox is selected, which has no key to set. */
async function pickGateway({ profiles, log }: Context): Promise<GatewayProfile | undefined> {
  const selected = profiles.find(profiles.selectedName());
  if (selected?.kind === 'gateway') return selected;
  const gateways = profiles.list().filter((profile) => profile.kind === 'gateway');
  if (gateways.length === 0) {
    const text = vscode.l10n.t('The sandbox needs no key. Connect to a gateway to use one of your own.');
    showMessage(
      'information',
      { text, actions: [{ title: vscode.l10n.t('Connect'), command: commands.connect }] },
      log,
    );
    return undefined;
  }
  return pickProfile(gateways, vscode.l10n.t('Choose the gateway'));
}

/** Connecting is the last choice of the list, for those who look for it here. */
async function selectProfile(services: Context): Promise<void> {
  const placeHolder = vscode.l10n.t('Choose where Generate sends requests');
  const connectItem = { label: `$(add) ${vscode.l10n.t('Connect to Gateway…')}`, profile: undefined };
  const items = services.profiles.list().map((profile) => ({ ...itemOf(profile), profile }));
  const picked = await vscode.window.showQuickPick([...items, connectItem], { placeHolder });
  if (!picked) return;
  if (picked.profile) await select(services, picked.profile.name);
  else await connectByHand(services);
}

/** Profiles as people tell them apart: by name and address. */
async function pickProfile<P extends Profile>(profiles: readonly P[], placeHolder: string): Promise<P | undefined> {
  const items = profiles.map((profile) => ({ ...itemOf(profile), profile }));
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.profile;
}

/** The icons are those of the Account view. */
function itemOf(profile: Profile): { readonly label: string; readonly description: string } {
  return profile.kind === 'sandbox'
    ? { label: `$(beaker) ${profile.name}`, description: vscode.l10n.t('built in: offline, free, no key') }
    : { label: `$(cloud) ${profile.name}`, description: profile.baseUrl };
}

/** Asks the gateway, so that the amount is the one of now. */
async function showBalance({ balance, profiles }: Context): Promise<void> {
  const answer = await balance.read();
  const profile = profiles.selectedName();
  if (!answer.ok) {
    const { text, actions } = buildUserMessage(answer.error, { profile, l10n: vscode.l10n });
    throw new UserFault(text, actions);
  }
  const amount = formatAmount(answer.balance.balanceUsd);
  void vscode.window.showInformationMessage(vscode.l10n.t('{profile}: {amount} left', { profile, amount }));
}

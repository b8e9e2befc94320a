import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Asset, AssetAnswer, AssetGroup, Assets } from '../../engine.ts';
import { commands, sandboxProfile } from '../ids.ts';
import { showMessage } from '../message.ts';
import type { Services } from '../services.ts';
import { askAsset, pickAsset } from './assets/assetUi.ts';
import { assetUri, describeAssetError, describeState } from './assets/assetWords.ts';
import { registerAsset, type Registered } from './assets/registerAsset.ts';
import { UserFault } from './fault.ts';

/** Media that the gateway keeps under an id, for fields that take `asset://…`. */
export function createAssetHandlers(services: Services) {
  return {
    [commands.assetList]: () => copyChosen(services),
    [commands.assetRegister]: () => register(services),
    [commands.assetCopyId]: (id: unknown) =>
      typeof id === 'string' && id !== '' ? copy(id) : copyChosen(services, ({ state }) => state === 'active'),
  };
}

/** Choosing copies: that is what people list them for. */
async function copyChosen(services: Services, isWanted: (asset: Asset) => boolean = () => true): Promise<void> {
  const { assets, profile } = await open(services);
  const title = vscode.l10n.t('Reading the assets of {profile}…', { profile });
  const listed = unwrap(await withProgress(title, (signal) => assets.list(profile, signal)), profile);
  const wanted = listed.filter(isWanted);
  if (wanted.length === 0) {
    const text = vscode.l10n.t('{profile} has no assets that can be used yet.', { profile });
    const action = { title: vscode.l10n.t('Register Asset'), command: commands.assetRegister };
    showMessage('information', { text, actions: [action] }, services.log);
    return;
  }
  const picked = await pickAsset(wanted, profile);
  if (picked) await copy(picked.id);
}

async function copy(id: string): Promise<void> {
  await vscode.env.clipboard.writeText(assetUri(id));
  vscode.window.setStatusBarMessage(vscode.l10n.t('{uri} copied', { uri: assetUri(id) }), 5000);
}

/** Asks everything first, says that it costs, and only then sends. */
async function register(services: Services): Promise<void> {
  const { assets, profile } = await open(services);
  const draft = await askAsset();
  if (!draft) return;
  const { signal } = new AbortController();
  const groups = unwrap(await assets.listGroups(profile, signal), profile);
  const groupId = await pickGroup(groups);
  if (groupId === undefined || !(await isMeant(assets, profile))) return;
  const title = vscode.l10n.t('Registering at {profile}…', { profile });
  const ports = { assets, sleep: (ms: number, own: AbortSignal) => setTimeout(ms, undefined, { signal: own }) };
  const order = { ...draft, profile, groupId };
  const registered = await withProgress(title, (own) => registerAsset(order, ports, own));
  await report(registered, { services, profile });
}

/** Null to make one; undefined when it is dismissed. */
async function pickGroup(groups: readonly AssetGroup[]): Promise<string | null | undefined> {
  const [only] = groups;
  if (groups.length <= 1) return only?.id ?? null;
  const items = groups.map(({ id, name }) => ({ label: name ?? id, description: name === null ? '' : id, id }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Which group of assets?') }))?.id;
}

/** The sandbox is free, so there is nothing to ask. */
async function isMeant(assets: Assets, profile: string): Promise<boolean> {
  if (profile === sandboxProfile) return true;
  const quota = await assets.readQuota(profile, new AbortController().signal);
  const facts = quota.ok && quota.value.maxCount !== null ? quota.value : null;
  const used = facts
    ? vscode.l10n.t('{used} of {max} assets are in use.', { used: facts.currentCount ?? 0, max: facts.maxCount ?? 0 })
    : '';
  const go = vscode.l10n.t('Register');
  const text = vscode.l10n.t('Register this asset at {profile}? The gateway may charge for it.', { profile });
  return (await vscode.window.showWarningMessage(text, { modal: true, detail: used }, go)) === go;
}

async function report(
  registered: Registered,
  { services, profile }: { readonly services: Services; readonly profile: string },
): Promise<void> {
  if (registered.kind === 'refused') throw buildFault(registered.error, profile);
  const { id, asset } = registered;
  await vscode.env.clipboard.writeText(assetUri(id));
  const state = asset ? describeState(asset, vscode.l10n) : vscode.l10n.t('not seen yet');
  const text = vscode.l10n.t('{uri} is registered and copied: {state}.', { uri: assetUri(id), state });
  showMessage(asset?.state === 'failed' ? 'warning' : 'information', { text }, services.log);
}

async function open({
  engineHost,
  profiles,
}: Services): Promise<{ readonly assets: Assets; readonly profile: string }> {
  const { assets } = await engineHost.engine();
  return { assets, profile: profiles.selectedName() };
}

function unwrap<T>(answer: AssetAnswer<T>, profile: string): T {
  if (!answer.ok) throw buildFault(answer.error, profile);
  return answer.value;
}

function buildFault(error: Extract<AssetAnswer<never>, { ok: false }>['error'], profile: string): UserFault {
  const { text, actions } = describeAssetError(error, { profile, l10n: vscode.l10n });
  return new UserFault(text, actions);
}

/** Cancelling aborts what costs nothing. */
function withProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await run(abort.signal);
    } finally {
      subscription.dispose();
    }
  });
}

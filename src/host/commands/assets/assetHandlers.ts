import * as vscode from 'vscode';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { Asset, AssetOutcome, AssetGroup, Assets } from '../../../engine/index.ts';
import { systemClock } from '../../../node/systemClock.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask, showBriefly, showMessage, withProgress } from '../../ui/message.ts';
import { pick } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { askAsset, pickAsset } from './askAsset.ts';
import { assetUri, describeAssetError, describeAssetState, parseAssetId } from './describeAsset.ts';
import { registerAsset, type Registered } from './registerAsset.ts';

/** Commands for media that the gateway stores under an id, for fields that accept `asset://…`. */
export function createAssetHandlers(services: Services) {
  return {
    [commands.assetList]: () => copyChosen(services),
    [commands.assetRegister]: () => register(services),
    [commands.assetCopyId]: (id: unknown) =>
      id === undefined ? copyChosen(services, ({ state }) => state === 'active') : copy(parseAssetId(id)),
  };
}

/** Selecting an asset copies its URI, because that is why users list assets. */
async function copyChosen(services: Services, isWanted: (asset: Asset) => boolean = () => true): Promise<void> {
  const { assets, profile } = await open(services);
  const title = l10n.t('Reading the assets of {profile}...', { profile });
  const listed = unwrap(await withProgress(title, (signal) => assets.list(profile, signal), services.log), profile);
  const wanted = listed.filter(isWanted);
  if (wanted.length === 0) {
    const text = l10n.t('{profile} has no assets that can be used yet.', { profile });
    const action = { title: l10n.t('Register Asset'), command: commands.assetRegister };
    showMessage('information', { text, actions: [action] }, services.log);
    return;
  }
  const picked = await pickAsset(wanted, profile);
  if (picked) await copy(picked.id);
}

async function copy(id: string): Promise<void> {
  await vscode.env.clipboard.writeText(assetUri(id));
  showBriefly(l10n.t('{uri} copied', { uri: assetUri(id) }));
}

/** Asks all questions first, says that the asset costs money, and only then sends. */
async function register(services: Services): Promise<void> {
  const { assets, profile } = await open(services);
  const draft = await askAsset();
  if (!draft) return;
  const { signal } = new AbortController();
  const groups = unwrap(await assets.listGroups(profile, signal), profile);
  const groupId = await pickGroup(groups);
  if (groupId === undefined || !(await isMeant(assets, profile))) return;
  const title = l10n.t('Registering at {profile}...', { profile });
  const ports = { assets, clock: systemClock };
  const order = { ...draft, profile, groupId };
  const registered = await withProgress(title, (own) => registerAsset(order, ports, own), services.log);
  await report(registered, { log: services.log, profile });
}

/** Null if a group must be created. Undefined if the user cancels. */
async function pickGroup(groups: readonly AssetGroup[]): Promise<string | null | undefined> {
  const [only] = groups;
  if (groups.length <= 1) return only?.id ?? null;
  const items = groups.map(({ id, name }) => ({ label: name ?? id, description: name === null ? '' : id, id }));
  return (await pick(items, { placeHolder: l10n.t('Which group of assets?') }))?.id;
}

/** The sandbox is free, so the user is not asked. */
async function isMeant(assets: Assets, profile: string): Promise<boolean> {
  if (profile === sandboxProfile) return true;
  const quota = await assets.readQuota(profile, new AbortController().signal);
  const facts = quota.ok && quota.value.maxCount !== null ? quota.value : null;
  const used = facts
    ? l10n.t('{used} of {max} assets are in use.', { used: facts.currentCount ?? 0, max: facts.maxCount ?? 0 })
    : '';
  const go = l10n.t('Register');
  const text = l10n.t('Register this asset at {profile}? The gateway may charge for it.', { profile });
  return (await ask({ kind: 'warning', text, details: [used], buttons: [go] })) === go;
}

async function report(
  registered: Registered,
  { log, profile }: { readonly log: Services['log']; readonly profile: string },
): Promise<void> {
  if (registered.kind === 'refused') throw buildError(registered.error, profile);
  const { id, asset } = registered;
  await vscode.env.clipboard.writeText(assetUri(id));
  const state = asset ? describeAssetState(asset, l10n) : l10n.t('not seen yet');
  const text = l10n.t('{uri} is registered and copied: {state}.', { uri: assetUri(id), state });
  showMessage(asset?.state === 'failed' ? 'warning' : 'information', { text }, log);
}

async function open({
  engineHost,
  profiles,
}: Pick<Services, 'engineHost' | 'profiles'>): Promise<{ readonly assets: Assets; readonly profile: string }> {
  const { assets } = await engineHost.engine();
  return { assets, profile: profiles.selectedName() };
}

function unwrap<T>(answer: AssetOutcome<T>, profile: string): T {
  if (!answer.ok) throw buildError(answer.error, profile);
  return answer.value;
}

function buildError(error: Extract<AssetOutcome<never>, { ok: false }>['error'], profile: string): UserError {
  const { text, actions } = describeAssetError(error, { profile, l10n });
  return new UserError(text, actions);
}

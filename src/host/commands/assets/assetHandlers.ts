import * as vscode from 'vscode';
import type { Clock } from '../../../core/support/clock.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { TaskError } from '../../../core/task/model/task.ts';
import type { Asset, AssetKind, AssetOutcome, AssetRegistration } from '../../../engine/index.ts';
import { systemClock } from '../../../node/systemClock.ts';
import { commands } from '../../ids.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { confirm, showBriefly, showMessage, withProgress } from '../../ui/message.ts';
import { pick } from '../../ui/pick.ts';
import { buildUserMessage, type UserMessage } from '../../ui/userMessage.ts';
import { CallError, UserError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Commands for media that the gateway stores under an id, for fields that accept `asset://…`. */
export function createAssetHandlers(services: Services) {
  return {
    [commands.assetList]: () => copyChosen(services),
    [commands.assetRegister]: () => register(services),
    [commands.assetCopyId]: (id: unknown) =>
      id === undefined ? copyChosen(services, ({ state }) => state === 'active') : copy(parseAssetId(id)),
  };
}

const icons: Readonly<Record<AssetKind, string>> = {
  Image: 'file-media',
  Video: 'device-camera-video',
  Audio: 'unmute',
};

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
  const items = wanted.map((asset) => ({
    icon: asset.kind ? icons[asset.kind] : 'file',
    label: asset.name ?? asset.id,
    description: assetUri(asset.id),
    detail: describeAssetState(asset),
    id: asset.id,
  }));
  const picked = await pick(items, {
    title: l10n.t('Assets of {profile}', { profile }),
    placeHolder: l10n.t('Select one to copy its asset:// URL for a job file'),
  });
  if (picked) await copy(picked.id);
}

async function copy(id: string): Promise<void> {
  await vscode.env.clipboard.writeText(assetUri(id));
  showBriefly(l10n.t('{uri} copied', { uri: assetUri(id) }));
}

/** Asks all questions first, says that the asset costs money, and only then sends. */
async function register(services: Services): Promise<void> {
  const { assets, profile } = await open(services);
  const registration = await askRegistration();
  if (!registration || !(await isMeant(profile))) return;
  const title = l10n.t('Registering at {profile}...', { profile });
  const send = async (signal: AbortSignal) => {
    const id = unwrap(await assets.register(profile, registration, signal), profile);
    return { id, asset: await watchAsset(() => assets.get(profile, id, signal), systemClock, signal) };
  };
  const { id, asset } = await withProgress(title, send, services.log);
  await vscode.env.clipboard.writeText(assetUri(id));
  const state = asset ? describeAssetState(asset) : l10n.t('not seen yet');
  const text = l10n.t('{uri} is registered and copied: {state}.', { uri: assetUri(id), state });
  showMessage(asset?.state === 'failed' ? 'warning' : 'information', { text }, services.log);
}

/** Time in ms for which a new asset is watched. A gateway checks an asset for about ten seconds (observed). */
const watchMs = 30_000;
const pollMs = 2_000;

/**
 * Polls a new asset until the gateway has checked it. Returns it as last reported, so it may still be in progress. Null
 * if its state could not be read. Never rejects, because the asset is paid for and its id must not be lost.
 */
export async function watchAsset(
  read: () => Promise<AssetOutcome<Asset>>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<Asset | null> {
  let asset: Asset | null = null;
  try {
    for (let waitedMs = 0; waitedMs < watchMs && !signal.aborted; waitedMs += pollMs) {
      const outcome = await read();
      // A failed poll is repeated, because it costs nothing.
      if (outcome.ok) asset = outcome.value;
      if (asset && asset.state !== 'processing') break;
      await clock.sleep(pollMs, signal);
    }
  } catch {
    // The user has canceled.
  }
  return asset;
}

/** Undefined if the user cancels. */
async function askRegistration(): Promise<AssetRegistration | undefined> {
  const url = await inputText({
    title: l10n.t('Register Asset (1 of 3)'),
    prompt: l10n.t('The public URL of an image, a video or audio'),
    placeHolder: 'https://example.com/portrait.png',
    validate: checkAssetUrl,
  });
  if (url === undefined) return undefined;
  const kind = await pickKind(guessKind(url));
  if (!kind) return undefined;
  const name = await inputText({
    title: l10n.t('Register Asset (3 of 3)'),
    prompt: l10n.t('A name to find it again'),
    value: new URL(url).pathname.split('/').at(-1) ?? '',
  });
  return name === undefined ? undefined : { url, kind, name: name || null };
}

/** The most likely type comes first. */
async function pickKind(likely: AssetKind | null): Promise<AssetKind | undefined> {
  const items = [
    { icon: icons.Image, label: l10n.t('Image'), assetKind: 'Image' as const },
    { icon: icons.Video, label: l10n.t('Video'), assetKind: 'Video' as const },
    { icon: icons.Audio, label: l10n.t('Audio'), assetKind: 'Audio' as const },
  ];
  const sorted = items.sort((a, b) => Number(b.assetKind === likely) - Number(a.assetKind === likely));
  const options = { title: l10n.t('Register Asset (2 of 3)'), placeHolder: l10n.t('What is it?') };
  return (await pick(sorted, options))?.assetKind;
}

/** The sandbox is free, so the user is not asked. */
async function isMeant(profile: string): Promise<boolean> {
  if (profile === sandboxProfile) return true;
  const text = l10n.t('Register this asset at {profile}? The gateway may charge for it.', { profile });
  return confirm({ text, go: l10n.t('Register') });
}

async function open({ engineHost, profiles }: Services) {
  const { assets } = await engineHost.engine();
  return { assets, profile: profiles.selectedName() };
}

function unwrap<T>(outcome: AssetOutcome<T>, profile: string): T {
  if (outcome.ok) return outcome.value;
  const { text, actions } = describeAssetError(outcome.error, profile);
  throw new UserError(text, actions);
}

export function assetUri(id: string): string {
  return `asset://${id}`;
}

/**
 * Parses the argument of the command that copies it, so that only an id reaches the clipboard. Throws a `CallError`.
 */
function parseAssetId(id: unknown): string {
  if (typeof id === 'string' && /^[\w.:/-]{1,200}$/.test(id)) return id;
  throw new CallError('genwright.asset.copyId: the argument must be the id of an asset');
}

/** Describes the state in words, so that color or icon are never the only sign. */
export function describeAssetState({ state, statusWord }: Asset): string {
  const status = statusWord ?? '?';
  return {
    active: l10n.t('ready to use'),
    failed: l10n.t('refused by the gateway ({status})', { status }),
    processing: l10n.t('still being checked ({status})', { status }),
  }[state];
}

/** A registration that may have been charged must not be repeated blindly. */
export function describeAssetError(error: TaskError, profile: string): UserMessage {
  if (error.code !== 'no-answer' && error.code !== 'answer-without-task') {
    return buildUserMessage(error, { profile });
  }
  const text = l10n.t(
    'The request was sent, but {profile} did not respond. The asset may be registered and charged. Look at your assets before you register it again.',
    { profile },
  );
  return { text, actions: [{ title: l10n.t('Show Assets'), command: commands.assetList }] };
}

/** Derives the type from the end of the path. Null if it is unknown. */
export function guessKind(url: string): AssetKind | null {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  if (/\.(png|jpe?g|webp|gif|bmp|avif|heic|tiff?)$/i.test(path)) return 'Image';
  if (/\.(mp4|mov|webm|mkv|avi)$/i.test(path)) return 'Video';
  return /\.(mp3|wav|m4a|aac|flac|ogg|opus)$/i.test(path) ? 'Audio' : null;
}

/** Returns what is wrong with the URL, if anything. It must be public, because the gateway downloads it. */
export function checkAssetUrl(text: string): string | undefined {
  const isPublic = URL.canParse(text.trim()) && new URL(text.trim()).protocol === 'https:';
  return isPublic ? undefined : l10n.t('An https:// URL that the gateway can reach. Files are not uploaded.');
}

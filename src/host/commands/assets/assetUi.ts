import * as vscode from 'vscode';
import type { Asset, AssetKind } from '../../../engine.ts';
import { assetUri, checkAssetUrl, describeState, guessKind } from './assetWords.ts';

const icons: Readonly<Record<AssetKind, string>> = {
  Image: 'file-media',
  Video: 'device-camera-video',
  Audio: 'unmute',
};

export async function pickAsset(assets: readonly Asset[], profile: string): Promise<Asset | undefined> {
  const items = assets.map((asset) => ({
    label: `$(${asset.kind ? icons[asset.kind] : 'file'}) ${asset.name ?? asset.id}`,
    description: assetUri(asset.id),
    detail: describeState(asset, vscode.l10n),
    asset,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Assets of {profile}', { profile }),
    placeHolder: vscode.l10n.t('Choose one to copy its asset:// address for a job file'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.asset;
}

/** What a person says about a new asset. */
export interface AssetDraft {
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
}

/** Undefined when it is dismissed. */
export async function askAsset(): Promise<AssetDraft | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Register Asset (1 of 3)'),
    prompt: vscode.l10n.t('The public address of an image, a video or a sound'),
    placeHolder: 'https://example.com/portrait.png',
    ignoreFocusOut: true,
    validateInput: (text) => checkAssetUrl(text, vscode.l10n),
  });
  if (typed === undefined) return undefined;
  const url = typed.trim();
  const kind = await pickKind(guessKind(url));
  if (!kind) return undefined;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Register Asset (3 of 3)'),
    prompt: vscode.l10n.t('A name to find it again'),
    value: new URL(url).pathname.split('/').at(-1) ?? '',
    ignoreFocusOut: true,
  });
  return name === undefined ? undefined : { url, kind, name: name.trim() || null };
}

/** The likely one first. */
async function pickKind(likely: AssetKind | null): Promise<AssetKind | undefined> {
  const items = [
    { label: `$(${icons.Image}) ${vscode.l10n.t('Image')}`, assetKind: 'Image' as const },
    { label: `$(${icons.Video}) ${vscode.l10n.t('Video')}`, assetKind: 'Video' as const },
    { label: `$(${icons.Audio}) ${vscode.l10n.t('Sound')}`, assetKind: 'Audio' as const },
  ];
  const sorted = items.sort((a, b) => Number(b.assetKind === likely) - Number(a.assetKind === likely));
  const options = { title: vscode.l10n.t('Register Asset (2 of 3)'), placeHolder: vscode.l10n.t('What is it?') };
  return (await vscode.window.showQuickPick(sorted, options))?.assetKind;
}

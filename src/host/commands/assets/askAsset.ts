import type { Asset, AssetKind } from '../../../engine/index.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';
import { assetUri, checkAssetUrl, describeAssetState, guessKind } from './describeAsset.ts';

const icons: Readonly<Record<AssetKind, string>> = {
  Image: 'file-media',
  Video: 'device-camera-video',
  Audio: 'unmute',
};

export async function pickAsset(assets: readonly Asset[], profile: string): Promise<Asset | undefined> {
  const items = assets.map((asset) => ({
    icon: asset.kind ? icons[asset.kind] : 'file',
    label: asset.name ?? asset.id,
    description: assetUri(asset.id),
    detail: describeAssetState(asset, l10n),
    asset,
  }));
  const picked = await pick(items, {
    title: l10n.t('Assets of {profile}', { profile }),
    placeHolder: l10n.t('Select one to copy its asset:// URL for a job file'),
  });
  return picked?.asset;
}

/** The user's input for a new asset. */
interface AssetDraft {
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
}

/** Undefined if the user cancels. */
export async function askAsset(): Promise<AssetDraft | undefined> {
  const url = await inputText({
    title: l10n.t('Register Asset (1 of 3)'),
    prompt: l10n.t('The public URL of an image, a video or audio'),
    placeHolder: 'https://example.com/portrait.png',
    validate: (text) => checkAssetUrl(text, l10n) ?? undefined,
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

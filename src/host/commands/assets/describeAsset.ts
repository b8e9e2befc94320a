import type { TaskError } from '../../../core/task/model/task.ts';
import type { Asset, AssetKind } from '../../../engine/index.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { buildUserMessage, type UserMessage } from '../../ui/userMessage.ts';
import { CallError } from '../errors.ts';

/** Returns the URI of an asset in a job file. */
export function assetUri(id: string): string {
  return `asset://${id}`;
}

/**
 * Parses the argument of the command that copies it, so that only an id reaches the clipboard. Throws a `CallError`.
 */
export function parseAssetId(id: unknown): string {
  if (typeof id === 'string' && /^[\w.:/-]{1,200}$/.test(id)) return id;
  throw new CallError('genwright.asset.copyId: the argument must be the id of an asset');
}

/** Describes the state in words, so that color or icon are never the only sign. */
export function describeAssetState({ state, statusWord }: Asset): string {
  switch (state) {
    case 'active':
      return l10n.t('ready to use');
    case 'failed':
      return l10n.t('refused by the gateway ({status})', { status: statusWord ?? '?' });
    case 'processing':
    default:
      return l10n.t('still being checked ({status})', { status: statusWord ?? '?' });
  }
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

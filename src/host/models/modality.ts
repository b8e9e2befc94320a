import type { Modality } from '../../core/catalog/catalog.ts';
import { l10n } from '../ui/l10n.ts';

export const modalities: readonly Modality[] = ['image', 'music', 'speech', 'video', 'chat'];

/** Returns the heading of a group of models. */
export function modalityTitle(modality: Modality): string {
  return {
    image: l10n.t('Images'),
    music: l10n.t('Music'),
    speech: l10n.t('Speech'),
    video: l10n.t('Video'),
    chat: l10n.t('Chat'),
  }[modality];
}

/** Names of VS Code product icons. */
export const modalityIcons: Readonly<Record<Modality, string>> = {
  image: 'file-media',
  music: 'music',
  speech: 'unmute',
  video: 'device-camera-video',
  chat: 'comment-discussion',
};

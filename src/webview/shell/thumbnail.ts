import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import type { Formats } from '../format.ts';
import { createVideoFrame } from '../media/video/videoFrame.ts';
import { isLive } from '../state.ts';
import { iconOf } from '../stateIcon.ts';
import type { ViewContext } from '../view.ts';

/** The style sheet has the same value. */
const thumbnailPx = 80;

/** Creates the thumbnail of one item, with a label for its kind and state. */
export function createThumbnail(item: PreviewItem, { strings, formats }: ViewContext): HTMLElement {
  const state = item.kind === 'task' ? strings[`state.${item.state}`] : null;
  const label = state === null ? item.name : `${item.name}, ${state}`;
  const thumbnail = element('div', {
    class: 'thumbnail',
    role: 'option',
    title: label,
    attributes: { id: thumbnailId(item.id), 'aria-label': label },
  });
  if (item.kind === 'artifact' && item.media === 'image' && item.uri !== null) {
    thumbnail.append(picture(item.uri));
    return thumbnail;
  }
  if (item.kind === 'artifact' && item.media === 'video' && item.uri !== null) {
    thumbnail.append(createVideoFrame(item.uri, thumbnailPx), filmBadge(item, formats));
    return thumbnail;
  }
  const sign = icon(iconOf(item));
  sign.classList.toggle('spin', isLive(item) && item.kind === 'task' && item.state === 'running');
  if (item.kind === 'task') thumbnail.classList.add(`thumbnail-${item.state}`);
  const seconds = item.kind === 'artifact' ? item.seconds : null;
  thumbnail.append(
    sign,
    element('span', { class: 'thumbnail-text', text: state ?? (seconds === null ? item.name : formats.time(seconds)) }),
  );
  return thumbnail;
}

export function thumbnailId(id: string): string {
  return `thumbnail-${encodeURIComponent(id)}`;
}

/** Marks a video, and shows its length. */
function filmBadge({ seconds }: ArtifactItem, formats: Formats): HTMLElement {
  const length = seconds === null ? null : element('span', { text: formats.time(seconds) });
  return element('span', { class: 'film-badge' }, [icon('play'), length]);
}

function picture(uri: string): HTMLElement {
  const image = element('img', { attributes: { alt: '', decoding: 'async', draggable: 'false' } });
  image.addEventListener('error', () => image.replaceWith(icon('circle-slash')));
  image.src = uri;
  return image;
}

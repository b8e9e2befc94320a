import type { PreviewItem } from '../protocol/previewItem.ts';
import { element, icon } from './dom.ts';
import { isLive } from './state.ts';
import { iconOf } from './stateIcon.ts';
import type { ViewContext } from './view.ts';

/** The small picture of one item, with a label that says what it is and how it is. */
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

function picture(uri: string): HTMLElement {
  const image = element('img', { attributes: { alt: '', decoding: 'async', draggable: 'false' } });
  image.addEventListener('error', () => image.replaceWith(icon('circle-slash')));
  image.src = uri;
  return image;
}

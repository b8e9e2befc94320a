import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import { isLive } from '../state.ts';
import { iconOf } from '../icons.ts';
import type { ViewContext } from '../view.ts';
import type { Thumbnail } from './thumbnails.ts';

/** Shows an item in a small element: its thumbnail, or a sign until there is one. A picture is replaced only by another. */
export function fillPicture(
  holder: HTMLElement,
  item: PreviewItem,
  { thumbnails }: Pick<ViewContext, 'thumbnails'>,
): void {
  const key = pictureKey(item);
  if (holder.dataset['picture'] === key) return;
  holder.dataset['picture'] = key;
  holder.className = `${holder.classList[0] ?? ''} sign`;
  holder.replaceChildren(...signs(item));
  if (item.kind === 'task' || item.uri === null || item.media === 'file') return;
  const draw = (thumbnail: Thumbnail): void => {
    if (holder.dataset['picture'] === key) drawThumbnail(holder, item, thumbnail);
  };
  thumbnails.request(item, { element: holder, draw });
}

function drawThumbnail(holder: HTMLElement, item: ArtifactItem, thumbnail: Thumbnail): void {
  const base = holder.classList[0] ?? '';
  switch (thumbnail.kind) {
    case 'none':
      // The sign of its kind stays: the file may be whole, and only its codec missing.
      return holder.classList.add('no-picture');
    case 'text':
      holder.className = `${base} excerpt`;
      holder.textContent = thumbnail.text;
      return;
    default: {
      holder.className = `${base} of-${item.media}`;
      if (item.media !== 'audio') return holder.replaceChildren(picture(item, thumbnail.url));
      const wave = element('span', { class: 'wave' });
      wave.style.maskImage = `url(${thumbnail.url})`;
      holder.replaceChildren(wave);
    }
  }
}

function picture(item: ArtifactItem, url: string): HTMLElement {
  const image = element('img', { attributes: { alt: '', decoding: 'async', draggable: 'false' } });
  image.addEventListener('error', () => image.replaceWith(icon(iconOf(item))));
  image.src = url;
  return image;
}

function signs(item: PreviewItem): readonly HTMLElement[] {
  const sign = icon(item.kind === 'artifact' && item.uri === null ? 'search' : iconOf(item));
  sign.classList.toggle('spin', item.kind === 'task' && item.state === 'running');
  if (item.kind === 'task') sign.classList.add(`sign-${item.state}`);
  if (item.kind === 'artifact' || !isLive(item) || item.progress === null) return [sign];
  const bar = element('span', { class: 'sign-progress' });
  bar.style.inlineSize = `${item.progress * 100}%`;
  return [sign, bar];
}

/** What the picture depends on. A mark or a new name leaves it unchanged. */
function pictureKey(item: PreviewItem): string {
  return item.kind === 'artifact' ? `${item.media} ${item.uri}` : `${item.state} ${item.progress}`;
}

import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import type { Formats } from '../format.ts';
import { createMarks, nameWithMarks } from '../marks/marksView.ts';
import { fillPicture } from '../thumbnails/picture.ts';
import type { ViewContext } from '../view.ts';

/** Creates the element of one item in the filmstrip, with a label for its kind, state and marks. */
export function createThumbnail(item: PreviewItem, context: ViewContext): HTMLElement {
  const { strings, formats } = context;
  const label = nameWithMarks(item, strings);
  const picture = element('span', { class: 'thumbnail-picture' });
  fillPicture(picture, item, context);
  const text = item.kind === 'task' ? strings[`state.${item.state}`] : describeFile(item, formats);
  const isVideo = item.kind === 'artifact' && item.media === 'video';
  return element(
    'div',
    {
      class: 'thumbnail',
      role: 'option',
      title: label,
      attributes: { id: thumbnailId(item.id), 'aria-label': label },
    },
    [
      picture,
      element('span', { class: 'thumbnail-text' }, [isVideo ? icon('play') : null, text]),
      element('span', { class: 'cell-marks' }, createMarks(item)),
    ],
  );
}

export function thumbnailId(id: string): string {
  return `thumbnail-${encodeURIComponent(id)}`;
}

/** Two takes of a song have the same icon and often the same length, so each of them has a letter. */
function describeFile({ name, seconds, take }: ArtifactItem, formats: Formats): string {
  if (seconds === null) return name;
  return [take, formats.time(seconds)].filter((part) => part !== null).join(' · ');
}

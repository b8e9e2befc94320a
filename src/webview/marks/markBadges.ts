import type { PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';

/** Signs for the marks of a result: a shape for each, so that none depends on a color. */
export function createMarks({ mark, rating, note }: PreviewItem): readonly HTMLElement[] {
  return [
    mark === 'star' ? icon('star-full') : null,
    mark === 'reject' ? icon('circle-slash') : null,
    rating === null ? null : element('span', { class: 'rating', attributes: { 'data-rating': rating } }),
    note === null ? null : icon('note'),
  ].filter((each) => each !== null);
}

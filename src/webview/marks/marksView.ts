import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { element, icon } from '../dom.ts';
import { fill } from '../format.ts';

/** Signs for the marks of a result: a shape for each, so that none depends on a color. */
export function createMarks({ mark, rating, note }: PreviewItem): readonly HTMLElement[] {
  return [
    mark === 'star' ? icon('star-full') : null,
    mark === 'reject' ? icon('circle-slash') : null,
    rating === null ? null : element('span', { class: 'rating', attributes: { 'data-rating': rating } }),
    note === null ? null : icon('note'),
  ].filter((each) => each !== null);
}

/** Names the marks of a result, as a screen reader says them: `starred`, `rating 4`. */
export function nameMarks({ mark, rating, note }: PreviewItem, strings: PreviewStrings): readonly string[] {
  return [
    mark === 'star' ? strings.isStarred : mark === 'reject' ? strings.isRejected : null,
    rating === null ? null : fill(strings.isRated, { rating }),
    note === null ? null : strings.hasNote,
  ].filter((name) => name !== null);
}

/** An image that shows the marks of one result after another beside its name. */
export class MarksView {
  readonly element = element('span', { class: 'marks', role: 'img' });

  show(item: PreviewItem | null, strings: PreviewStrings): void {
    const names = item ? nameMarks(item, strings) : [];
    this.element.hidden = names.length === 0;
    this.element.ariaLabel = this.element.title = names.join(', ');
    this.element.replaceChildren(...(item ? createMarks(item) : []));
  }
}

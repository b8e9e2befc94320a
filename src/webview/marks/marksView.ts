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

/** Names a result with its marks, as a screen reader says it: `hero-3.png, starred, rating 4`. */
export function nameWithMarks(item: PreviewItem, strings: PreviewStrings): string {
  const state = item.kind === 'task' ? [strings[`state.${item.state}`]] : [];
  return [item.name, ...state, ...nameMarks(item, strings)].join(', ');
}

/** Names a cell of the grid: the result and its position, such as `…, row warm, column 3`. */
export function nameCell(
  item: PreviewItem,
  { row, column }: { readonly row: string | null; readonly column: string },
  strings: PreviewStrings,
): string {
  const parts = [
    nameWithMarks(item, strings),
    row === null ? null : fill(strings.inRow, { value: row }),
    fill(strings.inColumn, { value: column }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Names the marks of a result, as a screen reader says them: `starred`, `rating 4`. */
function nameMarks({ mark, rating, note }: PreviewItem, strings: PreviewStrings): readonly string[] {
  return [
    mark === 'star' ? strings.isStarred : mark === 'reject' ? strings.isRejected : null,
    rating === null ? null : fill(strings.isRated, { rating }),
    note === null ? null : strings.hasNote,
  ].filter((name) => name !== null);
}

import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { Icon } from '../elements.tsx';
import { fill } from '../format.ts';
import { usePage } from '../usePage.ts';

/** Signs for the marks of a result: a shape for each, so that none depends on a color. */
export function MarkSigns({ item: { mark, rating, note } }: { readonly item: PreviewItem }) {
  return (
    <>
      {mark === 'star' && <Icon name="star-full" />}
      {mark === 'reject' && <Icon name="circle-slash" />}
      {rating !== null && <span class="rating" data-rating={rating} />}
      {note !== null && <Icon name="note" />}
    </>
  );
}

/** An image that shows the marks of a result beside its name. */
export function Marks({ item }: { readonly item: PreviewItem | null }) {
  const { strings } = usePage();
  const names = item ? nameMarks(item, strings).join(', ') : '';
  if (!item || names === '') return null;
  return (
    <span class="marks" role="img" aria-label={names} title={names}>
      <MarkSigns item={item} />
    </span>
  );
}

/** Names a result with its marks, as a screen reader says it: `hero-3.png, starred, rating 4`. */
export function nameWithMarks(item: PreviewItem, strings: PreviewStrings): string {
  const state = item.kind === 'task' ? [strings[`state.${item.state}`]] : [];
  return [item.name, ...state, ...nameMarks(item, strings)].join(', ');
}

function nameMarks({ mark, rating, note }: PreviewItem, strings: PreviewStrings): readonly string[] {
  return [
    mark === 'star' ? strings.isStarred : mark === 'reject' ? strings.isRejected : null,
    rating === null ? null : fill(strings.isRated, { rating }),
    note === null ? null : strings.hasNote,
  ].filter((name) => name !== null);
}

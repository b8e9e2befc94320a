import type { Mark } from '../../core/artifact/marks.ts';
import { cutText } from '../../core/support/text/cutText.ts';
import { l10n } from '../ui/l10n.ts';

interface DescribedMark {
  /** One or two characters. */
  readonly badge: string;
  readonly text: string;
}

const maxNote = 200;

/** Describes a mark for a badge and its tooltip. Null if there is nothing to show. */
export function describeMark({ mark, rating, note }: Mark): DescribedMark | null {
  const sign = mark === 'star' ? '★' : mark === 'reject' ? '✕' : '';
  const badge = `${sign}${rating ?? ''}` || (note ? '✎' : '');
  if (badge === '') return null;
  const parts = [
    mark === 'star' ? l10n.t('Starred') : mark === 'reject' ? l10n.t('Rejected') : '',
    rating === null ? '' : l10n.t('Rating {rating} of 5', { rating }),
    note ? l10n.t('Note: {note}', { note: cutText(note, maxNote) }) : '',
  ];
  return { badge, text: parts.filter(Boolean).join(' · ') };
}

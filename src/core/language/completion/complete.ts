import { assertNever } from '../../support/assertNever.ts';
import { findPlace } from '../findPlace.ts';
import type { DocumentView } from '../documentView.ts';
import type { Completion } from '../languageService.ts';
import { completeExpression } from './completeExpression.ts';
import { completeKey } from './completeKey.ts';
import { completeValue } from './completeValue.ts';
import type { Draft } from './draft.ts';
import type { KeyPlace } from './fieldKeys.ts';
import { endOfQuotes, quoteAt } from './valueSpot.ts';

/** Returns what can be written at an offset, the best first. Empty inside prose and comments. */
export function complete(view: DocumentView, offset: number): readonly Completion[] {
  const drafts = completeExpression(view, offset) ?? completePlace(view, offset);
  return drafts.map((draft, index) => {
    const quote = draft.start < offset ? quoteAt(view.text, draft.start) : '';
    const { filterText = draft.label } = draft;
    return {
      ...draft,
      // The typed text begins with the quote.
      ...(quote === '' || filterText.startsWith(quote) ? {} : { filterText: quote + filterText }),
      sortText: String(index).padStart(4, '0'),
    };
  });
}

function completePlace(view: DocumentView, offset: number): readonly Draft[] {
  const place = findPlace(view.layout, view.text, offset);
  switch (place.kind) {
    case 'nothing':
      return [];
    case 'key':
      return completeKey(view, readQuotes(view, place), offset);
    case 'value':
      return completeValue(view, place, offset);
    default:
      return assertNever(place);
  }
}

/** A quoted key is replaced together with its quotes. */
function readQuotes({ text }: DocumentView, place: KeyPlace): KeyPlace {
  const end = endOfQuotes(text, place.range);
  if (end === place.range.end) return place;
  const hasColon = place.hasColon || /^[^\S\n]*:/.test(text.slice(end, end + 20));
  return { ...place, range: { start: place.range.start, end }, hasColon };
}

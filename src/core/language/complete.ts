import { assertNever } from '../support/assertNever.ts';
import { completeKey } from './completeKey.ts';
import { completeValue } from './completeValue.ts';
import { findPlace } from './findPlace.ts';
import type { DocumentView } from './documentView.ts';
import type { Completion } from './languageService.ts';

/** What can be written at an offset. Empty inside prose and comments. */
export function complete(view: DocumentView, offset: number): readonly Completion[] {
  const place = findPlace(view.layout, view.text, offset);
  switch (place.kind) {
    case 'nothing':
      return [];
    case 'key':
      return completeKey(view, place);
    case 'value':
      return completeValue(view, place);
    default:
      return assertNever(place);
  }
}

import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findName } from './findName.ts';

/** Returns the references in the order of the text, including the declarations. */
export function findReferences(view: DocumentView, offset: number): readonly TextRange[] {
  const nameRanges = findName(view, offset)?.group.nameRanges ?? [];
  return nameRanges.map(({ start, end }) => ({ start, end }));
}

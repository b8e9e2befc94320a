import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../documentView.ts';
import { findName } from './findName.ts';

/** In the order of the text, the name's own places included. */
export function findReferences(view: DocumentView, offset: number): readonly TextRange[] {
  const sites = findName(view, offset)?.group.sites ?? [];
  return sites.map(({ start, end }) => ({ start, end }));
}

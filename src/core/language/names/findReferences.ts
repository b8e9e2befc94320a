import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../documentView.ts';
import { findName } from './findName.ts';

/** Returns the references in the order of the text, including the declarations. */
export function findReferences(view: DocumentView, offset: number): readonly TextRange[] {
  const sites = findName(view, offset)?.group.sites ?? [];
  return sites.map(({ start, end }) => ({ start, end }));
}

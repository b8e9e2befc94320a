import { filters } from '../../jobFile/expression/filters.ts';
import { findEditedExpression, parseCursor } from '../completion/expressions/expressionCursor.ts';
import { describeUsage, filterDescriptions } from '../expressions/expressionWords.ts';
import { findExpression } from '../expressions/findExpression.ts';
import type { Signature } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Returns the filter whose arguments are at an offset. Null elsewhere, and for a filter without arguments. */
export function findSignature(view: DocumentView, offset: number): Signature | null {
  const found = findExpression(view, offset);
  const edited = found && findEditedExpression(view, found, offset);
  const cursor = edited && parseCursor(edited.source, offset - edited.start);
  if (cursor?.kind !== 'argument' || !Object.hasOwn(filters, cursor.filter)) return null;
  const { filter, index } = cursor;
  const label = describeUsage(filter);
  const params = [...label.matchAll(/[^\s(),]+/g)].slice(1).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (params.length === 0) return null;
  return { label, documentation: view.translate(filterDescriptions[filter] ?? '', {}), params, active: index };
}

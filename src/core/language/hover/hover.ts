import type { Hover } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { describeKey } from './describeKey.ts';
import { describeWritten } from './describeWritten.ts';
import { findHovered } from './findHovered.ts';
import { hoverAlias } from './hoverAlias.ts';
import { hoverExpression } from './hoverExpression.ts';
import { hoverFile } from './hoverFile.ts';

/** Returns the hover for an offset, for the smallest part of the text. Null if there is nothing to add to the text. */
export function hover(view: DocumentView, offset: number): Hover | null {
  const part = hoverExpression(view, offset) ?? hoverAlias(view, offset);
  if (part) return part;
  const hovered = findHovered(view, offset);
  if (!hovered) return null;
  const file = hoverFile(view, hovered);
  if (file) return file;
  const markdown = hovered.node ? describeWritten(view, hovered) : describeKey(view, hovered);
  return markdown === null ? null : { markdown, start: hovered.range.start, end: hovered.range.end };
}

import type { Hover } from '../languageService.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';
import { describeKey } from './describeKey.ts';
import { describeWritten } from './describeWritten.ts';
import { findHovered, type Hovered } from './findHovered.ts';
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
  if (markdown === null) return null;
  const job = hovered.node ? undefined : findJob(view, hovered);
  return { markdown, ...(job === undefined ? {} : { job }), start: hovered.range.start, end: hovered.range.end };
}

/** Returns the job that a key names. The job at the root has no id, so its `model` is the key. */
function findJob(view: DocumentView, { owner, key }: Hovered): string | null | undefined {
  if (!hasJobs(view)) return owner.length === 0 && key === 'model' ? null : undefined;
  return owner.length === 1 && owner[0] === 'jobs' ? key : undefined;
}

import { findLastUpTo } from '../findLastUpTo.ts';
import { lazy } from '../lazy.ts';

/** Finds the line of an offset, from 0. There may be many calls for long lines, so the lines are searched once. */
export function createLineFinder(text: string): (offset: number) => number {
  const lines = lazy(() => listLines(text));
  return (offset) => findLastUpTo(lines(), offset);
}

function listLines(text: string): readonly { readonly start: number }[] {
  const lines = [{ start: 0 }];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push({ start: at + 1 });
  return lines;
}

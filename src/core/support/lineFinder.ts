import { findLastUpTo } from './findLastUpTo.ts';
import { lazy } from './lazy.ts';

/** Tells the line of an offset, from 0 on. A line may be megabytes long, and much be asked of it: lines are sought once. */
export function createLineFinder(text: string): (offset: number) => number {
  const lines = lazy(() => listLines(text));
  return (offset) => findLastUpTo(lines(), offset);
}

function listLines(text: string): readonly { readonly start: number }[] {
  const lines = [{ start: 0 }];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push({ start: at + 1 });
  return lines;
}

import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../documentView.ts';
import { findLine } from '../findPlace.ts';
import type { Place } from '../place.ts';

/** Where a value is being written, with all that tells how. */
export interface ValueSpot {
  /** Keys from the root down to the one that has the value. */
  readonly path: readonly string[];
  readonly range: TextRange;
  readonly offset: number;
  /** What stands there up to the cursor, and the quote that it starts with. */
  readonly typed: string;
  readonly quote: '"' | "'" | '';
  /** Goes before whatever is inserted: a blank behind a colon, the dash of a new item. */
  readonly lead: string;
  /** An item of a list rather than the value of a key. */
  readonly isItem: boolean;
  /** Inside braces or brackets. */
  readonly isFlow: boolean;
}

/** Quotes count in as a whole: the layout ends a word in braces before its closing quote. */
export function readSpot(
  view: DocumentView,
  { path, range: { start, end }, needsBlank }: Extract<Place, { kind: 'value' }>,
  offset: number,
): ValueSpot {
  const range = { start, end: endOfQuotes(view.text, { start, end }) };
  return {
    path,
    range,
    offset,
    typed: view.text.slice(start, offset),
    quote: quoteAt(view.text, start),
    lead: needsBlank ? ' ' : '',
    isItem: isItem(view, start),
    isFlow: isInFlow(view, start),
  };
}

export function quoteAt(text: string, offset: number): '"' | "'" | '' {
  const sign = text[offset];
  return sign === '"' || sign === "'" ? sign : '';
}

/** Behind the closing quote of what starts with one, if that stands on the line, else the end as it is. */
export function endOfQuotes(text: string, { start, end }: TextRange): number {
  const pattern = { '"': /"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"/y, "'": /'[^'\n\r]*(?:''[^'\n\r]*)*'/y, '': null }[
    quoteAt(text, start)
  ];
  if (!pattern) return end;
  pattern.lastIndex = start;
  return Math.max(end, start + (pattern.exec(text)?.[0].length ?? 0));
}

export function isInFlow({ layout }: DocumentView, offset: number): boolean {
  const value = findLine(layout, offset)?.entry?.value;
  return value?.style === 'flow' && value.start < offset;
}

/** By the sign before it; comments between the items of a list in brackets are not looked through. */
function isItem({ text }: DocumentView, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 200), offset).trimEnd();
  return /(?:^|[\s-])-$|[[,]$/.test(before);
}

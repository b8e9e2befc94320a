import { parseJsonOrUndefined } from './readError.ts';

/** UTF-16 units of an answer beside its long strings: keys, numbers, brackets. No answer seen so far has a tenth of this. */
const maxStructureLength = 1024 * 1024;
/** Media in base64, and texts. */
const longStringLength = 1_024;

/**
 * An answer as JSON; undefined when it is something else. Of hundreds of megabytes only long strings are worth the seconds
 * and the memory that parsing takes, so an answer with too many other parts counts as something else.
 */
export function parseAnswer(text: string): unknown {
  return measureStructure(text) > maxStructureLength ? undefined : parseJsonOrUndefined(text);
}

/** Length of a JSON text without its long strings; stops counting above `maxStructureLength`. */
function measureStructure(text: string): number {
  if (text.length <= maxStructureLength) return text.length;
  let length = 0;
  for (let at = 0; at < text.length && length <= maxStructureLength;) {
    const opening = indexOrEnd(text, at);
    const { closing, quotes } = findClosing(text, opening + 1);
    const isLong = closing - opening > longStringLength;
    length += opening - at + (isLong ? quotes : closing - opening + 1);
    at = closing + 1;
  }
  return length;
}

/** The quote that ends a string, and how many quotes it holds itself: each of them takes a step, so it counts as a part. */
function findClosing(text: string, start: number): { readonly closing: number; readonly quotes: number } {
  let closing = indexOrEnd(text, start);
  let quotes = 0;
  for (; closing < text.length && isEscaped(text, closing); closing = indexOrEnd(text, closing + 1)) quotes += 1;
  return { closing, quotes };
}

function indexOrEnd(text: string, start: number): number {
  const index = text.indexOf('"', start);
  return index < 0 ? text.length : index;
}

function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start -= 1;
  return (offset - start) % 2 === 1;
}

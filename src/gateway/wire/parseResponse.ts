import { parseJson } from '../../core/support/json/parseJson.ts';
import { parseJsonOrUndefined } from './wireObject.ts';

/** UTF-16 units of a response without its long strings. No response observed so far has a tenth of this. */
const maxStructureLength = 1024 * 1024;
/** Longer strings are media in base64, or texts. */
const longStringLength = 1_024;

/**
 * Parses a response as JSON. Undefined if it is something else. In hundreds of megabytes, only long strings are worth
 * the time and memory of parsing, so a response with too many other parts counts as something else. Integers beyond 2^53
 * are `bigint`, because an id may be one.
 */
export function parseResponse(text: string): unknown {
  return measureStructure(text) > maxStructureLength ? undefined : parseJsonOrUndefined(text, parseJson);
}

/** Returns the length of a JSON text without its long strings. Stops counting above `maxStructureLength`. */
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

/** Finds the quote that ends a string, and counts the quotes in it, each of which is a part. */
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

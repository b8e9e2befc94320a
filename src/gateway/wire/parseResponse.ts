/**
 * Limit in UTF-16 units of a response without its long strings: keys, numbers, brackets. No response observed so far
 * has a tenth of this.
 */
const maxStructureLength = 1024 * 1024;
/** Longer strings are media in base64, or texts. */
const longStringLength = 1_024;

/**
 * Parses a response as JSON. Undefined if it is something else. In hundreds of megabytes, only long strings are worth
 * the time and memory of parsing, so a response with too many other parts counts as something else.
 */
export function parseResponse(text: string): unknown {
  return measureStructure(text) > maxStructureLength ? undefined : parseJsonOrUndefined(text);
}

/** Returns undefined if the text is not JSON. No JSON text means undefined. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    // Some gateways put a byte order mark before the JSON.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
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

/**
 * Finds the quote that ends a string, and how many quotes the string contains. Each of them takes a step, so it counts
 * as a part.
 */
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

// Tolerant reading of what gateways send: a value of another type counts as missing, never as an error.

export type WireObject = Readonly<Record<string, unknown>>;

export function parseObject(value: unknown): WireObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireObject) : null;
}

export function parseArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the trimmed string. Null if it is not a string, or empty. */
export function parseText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** Returns the string verbatim, including spaces. Null if it is not a string. */
export function parseString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses a finite number, also from a numeric string. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value))
    return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Longer than any status or code. More would only fill the journal and the views. */
export const maxWordLength = 100;

/** Returns a code as a string, because gateways send strings and integers. */
export function parseCode(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : (parseText(value)?.slice(0, maxWordLength) ?? null);
}

/** Returns USD. Null if the object has no amount. */
export function parseAmount(object: WireObject): number | null {
  const amount = parseNumber(object['amount_usd']);
  return amount !== null && amount >= 0 ? amount : null;
}

/** Signed URLs have up to a few thousand characters. */
const maxUrlLength = 16 * 1024;

/** Parses a URL where media may be: `https:`, `http:` (a loopback gateway) and `data:`. */
export function parseUrl(value: unknown): string | null {
  const text = parseText(value);
  if (text === null) return null;
  const mayBeUrl = /^data:/i.test(text) || (/^https?:\/\//i.test(text) && text.length <= maxUrlLength);
  return mayBeUrl && URL.canParse(text) ? text : null;
}

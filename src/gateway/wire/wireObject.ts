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

/** Returns what is at a path of names and indexes, such as `data.0.error`. Undefined if there is nothing. */
export function memberAt(object: WireObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as WireObject)[name] : undefined),
      object,
    );
}

export function textAt(object: WireObject, ...paths: readonly string[]): string | null {
  return paths.map((path) => parseText(memberAt(object, path))).find((text) => text !== null) ?? null;
}

/** Returns the string verbatim, including spaces. Null if it is not a string. */
export function parseString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses a finite number, also from a numeric string. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === 'bigint') return Number(value);
  const isNumeric = typeof value === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value);
  const number = isNumeric ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Longer than any status or code. More would only fill the journal and the views. */
export const maxWordLength = 100;

/** Returns a code as a string, because gateways send strings and integers. */
export function parseCode(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : (parseText(value)?.slice(0, maxWordLength) ?? null);
}

/** Objects of a response, whole or failed, where its amount has been observed. */
const amountPlaces = ['', 'data.', 'usage.', 'response.', 'response.usage.', 'message.', 'error.'];

/** Returns USD. Null if the response names no amount. */
export function parseAmount(response: WireObject): number | null {
  const amounts = amountPlaces.map((place) => parseNumber(memberAt(response, `${place}amount_usd`)));
  return amounts.find((amount) => amount !== null && amount >= 0) ?? null;
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

/** Returns undefined if the text is not JSON. No JSON text means undefined. */
export function parseJsonOrUndefined(text: string, parse: (json: string) => unknown = JSON.parse): unknown {
  try {
    // Some gateways put a byte order mark before the JSON.
    return parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

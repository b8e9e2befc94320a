import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the validator for `If-Range`, which proves that a file is still the same byte by byte (RFC 9110, 13.1.5): a
 * strong ETag, else a modification time that is older than the response. Null if the response has neither.
 */
export function findValidator(headers: IncomingHttpHeaders): string | null {
  if (headers['accept-ranges']?.trim().toLowerCase() === 'none') return null;
  const { etag } = headers;
  if (etag !== undefined) return /^"[^"]*"$/.test(etag) ? etag : null;
  const modified = headers['last-modified'];
  if (modified === undefined) return null;
  // A file can change twice within one second.
  const isOlder = Date.parse(headers.date ?? '') - Date.parse(modified) >= 1_000;
  return isOlder ? modified : null;
}

/** The `Content-Range` of a single range. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** Size of the whole file. Null if the server does not say. */
  readonly total: number | null;
}

/** Returns null if the value is not a valid range of bytes. */
export function parseContentRange(text: string | undefined): ContentRange | null {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { start: Number(first), end: Number(last), total: size === '*' ? null : Number(size) };
  return range.start <= range.end && (range.total === null || range.end < range.total) ? range : null;
}

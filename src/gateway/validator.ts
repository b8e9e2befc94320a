import type { IncomingHttpHeaders } from 'node:http';

/**
 * What proves, in `If-Range`, that a file is still the same byte by byte (RFC 9110, 13.1.5): a strong ETag, else a
 * modification time that is older than the answer. Null where the answer has neither.
 */
export function findValidator(headers: IncomingHttpHeaders): string | null {
  if (headers['accept-ranges']?.trim().toLowerCase() === 'none') return null;
  const { etag } = headers;
  if (etag !== undefined) return /^"[^"]*"$/.test(etag) ? etag : null;
  const modified = headers['last-modified'];
  if (modified === undefined) return null;
  // Within one second a file can change twice.
  const isOlder = Date.parse(headers.date ?? '') - Date.parse(modified) >= 1_000;
  return isOlder ? modified : null;
}

/** `Content-Range` of a single range. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** Of the whole file; null when the server does not say. */
  readonly total: number | null;
}

/** Null when it is no range of bytes that makes sense. */
export function parseContentRange(text: string | undefined): ContentRange | null {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { start: Number(first), end: Number(last), total: size === '*' ? null : Number(size) };
  return range.start <= range.end && (range.total === null || range.end < range.total) ? range : null;
}

import type { ValueSpot } from './valueSpot.ts';

export const fileScheme = 'file://';

/** A path up to the cursor, taken apart. */
export interface TypedPath {
  /** `file://` where it is written; empty for input files. */
  readonly scheme: string;
  /** Up to the last `/`, as it is typed. */
  readonly folder: string;
  /** Of the name behind it. */
  readonly start: number;
  readonly end: number;
  /** A folder is being changed: its `/` is there. */
  readonly hasSlash: boolean;
}

/** Whether a value is, or begins, a text of another file. */
export function isFileReference(typed: string): boolean {
  return /^["']?file:/.test(typed);
}

/** Null where the scheme is not complete, or where the value is an address. */
export function readPath(text: string, spot: ValueSpot, { isReference }: { isReference: boolean }): TypedPath | null {
  const { range, offset, quote } = spot;
  const start = Math.min(range.start + quote.length, offset);
  const typed = text.slice(start, offset);
  if (isReference !== typed.startsWith(fileScheme) || (!isReference && /^[a-z][a-z\d+.-]*:/i.test(typed))) return null;
  const scheme = isReference ? fileScheme : '';
  const path = typed.slice(scheme.length);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const isClosed = quote !== '' && range.end > offset && text[range.end - 1] === quote;
  const end = isClosed ? range.end - 1 : range.end;
  const next = text.slice(offset, end).indexOf('/');
  return {
    scheme,
    folder,
    start: start + scheme.length + folder.length,
    end: next < 0 ? end : offset + next,
    hasSlash: next >= 0,
  };
}

/** Safe without quotes, in braces as well. */
export function isPlainPath(path: string): boolean {
  return /^[\p{L}\d._/][\p{L}\p{M}\d ._/+()!'~@:-]*$/u.test(path) && !/:(?!\/\/)/.test(path) && !path.endsWith(' ');
}

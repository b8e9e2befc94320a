import type { ValueContext } from './valueContext.ts';

export const fileScheme = 'file://';

/** The parts of a path up to the cursor. */
export interface TypedPath {
  /** `file://` if it is written. Empty for input files. */
  readonly scheme: string;
  /** The path up to the last `/`, as it is typed. */
  readonly folder: string;
  /** Start of the name after the folder. */
  readonly start: number;
  readonly end: number;
  /** Whether the `/` of a folder that is being changed is present. */
  readonly hasSlash: boolean;
}

/** Returns null if the scheme is incomplete, or if the value is a URL. */
export function parseTypedPath(
  text: string,
  valueContext: ValueContext,
  { isReference }: { isReference: boolean },
): TypedPath | null {
  const { range, offset, quote } = valueContext;
  const start = Math.min(range.start + quote.length, offset);
  const typed = text.slice(start, offset);
  if (isReference !== typed.startsWith(fileScheme) || (!isReference && /^[a-z][a-z\d+.-]*:/i.test(typed))) return null;
  const scheme = isReference ? fileScheme : '';
  const path = typed.slice(scheme.length);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const isClosed = range.end > offset && text[range.end - 1] === quote;
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

/** Whether the path is safe without quotes, also inside braces. */
export function isPlainPath(path: string): boolean {
  return /^[\p{L}\d._/][\p{L}\p{M}\d ._/+()!'~@:-]*$/u.test(path) && !/:(?!\/\/)/.test(path) && !path.endsWith(' ');
}

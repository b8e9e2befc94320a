/** A span of bytes, both ends inclusive, as in `Content-Range`. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header for a body of `sizeBytes`. Null: send everything, as RFC 9110 requires for a missing header,
 * another unit, several ranges or an invalid value. `unsatisfiable`: respond with 416.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Number(to);
    return count === 0 || sizeBytes === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

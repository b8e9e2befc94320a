/**
 * Returns the index of the last item that starts at an offset or before it. 0 if there is none. Merged entries, which
 * come last in their map, do not count.
 */
export function findLastUpTo(
  sorted: readonly { readonly start: number; readonly isMerged?: boolean }[],
  offset: number,
): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle]?.start ?? 0) <= offset && !sorted[middle]?.isMerged) low = middle;
    else high = middle - 1;
  }
  return low;
}

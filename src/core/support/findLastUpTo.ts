/** The place of the last one that starts at an offset or before it; 0 when none does. */
export function findLastUpTo(sorted: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

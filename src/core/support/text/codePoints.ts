/**
 * Compares the length in Unicode code points, which is how users count characters. `limit` avoids the count for short
 * strings.
 */
export function exceedsCodePoints(text: string, limit: number): boolean {
  return text.length > limit && countCodePoints(text) > limit;
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

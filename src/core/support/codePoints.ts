/** Length in Unicode code points, as people count characters; `limit` saves the count for texts that are short anyway. */
export function exceedsCodePoints(text: string, limit: number): boolean {
  return text.length > limit && countCodePoints(text) > limit;
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

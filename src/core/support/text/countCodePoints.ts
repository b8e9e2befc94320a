/** Returns the length in Unicode code points, which is how users count characters. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Cuts a text that is longer than a number of UTF-16 units, never inside a character, and marks the cut. */
export function cutText(text: string, maxUnits: number): string {
  return text.length > maxUnits ? `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** A text that is longer than so many UTF-16 units is cut, never through a character, and says so. */
export function cutText(text: string, maxUnits: number): string {
  return text.length > maxUnits ? `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

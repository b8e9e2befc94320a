/** Removes the cursor from a text: `|` marks it, and `||` is a `|` of the text itself. */
export function markedText(marked: string): { readonly text: string; readonly offset: number } {
  const parts = marked.split(/(?<!\|)\|(?!\|)/);
  const [before, after, ...more] = parts.map((part) => part.replaceAll('||', '|'));
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`Needs exactly one cursor: ${JSON.stringify(marked)}`);
  }
  return { text: before + after, offset: before.length };
}

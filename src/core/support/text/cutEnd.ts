/** Removes the matching characters at the end. A pattern such as `/x+$/` takes quadratic time for a long text. */
export function cutEnd(text: string, char: RegExp): string {
  let end = text.length;
  while (end > 0 && char.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

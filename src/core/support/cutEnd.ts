/**
 * A text without the characters at its end that match. A pattern such as `/x+$/` takes quadratic time over a text that
 * others wrote, since it runs to the end of each `x` that is not at the end.
 */
export function cutEnd(text: string, char: RegExp): string {
  let end = text.length;
  while (end > 0 && char.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

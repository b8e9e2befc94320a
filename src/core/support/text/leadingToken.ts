/** Returns the start of a version or a media type from outside, as far as it is valid. Null if it is not. */
export function leadingToken(text: string): string | null {
  return /^[\w./+-]{1,40}/.exec(text)?.[0] ?? null;
}

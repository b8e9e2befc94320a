/** The start of a version or a media type that others have written, as far as it is one; null where it is none. */
export function leadingToken(text: string): string | null {
  return /^[\w./+-]{1,40}/.exec(text)?.[0] ?? null;
}

/**
 * Replaces the origin of a URL by that of `baseUrl`. The sandbox listens on another port after a restart, and serves
 * earlier results at the same paths.
 */
export function rebaseUrl(url: string, baseUrl: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, new URL(baseUrl).origin);
}

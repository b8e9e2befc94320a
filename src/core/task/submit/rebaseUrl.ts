/**
 * The same place on the server at `baseUrl`. The sandbox listens on another port after a restart, and what it has made
 * is known there by the same path.
 */
export function rebaseUrl(url: string, baseUrl: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, new URL(baseUrl).origin);
}

/** What stands where something secret stood. */
const mark = '…';

const keys = /\bsk-[\w-]{3,}/g;
const bearerTokens = /\b(Bearer|Basic)\s+[^\s"',;]+/gi;
/** Signed URLs carry their signature in the query; user names and passwords stand before the host. */
const urlCredentials = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/"'<>@]+@/gi;
const urlQueries = /\b([a-z][a-z0-9+.-]*:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/gi;
const dataUrls = /\bdata:[\w.+/-]*(?:;[\w=.+-]+)*,[^\s"')]*/gi;

/** Makes a text fit for logs, journals and error messages: no keys, no signed URLs, no inlined media. */
export function redact(text: string): string {
  return text
    .replace(dataUrls, `data:${mark}`)
    .replace(keys, `sk-${mark}`)
    .replace(bearerTokens, `$1 ${mark}`)
    .replace(urlCredentials, `$1${mark}@`)
    .replace(urlQueries, `$1?${mark}`);
}

/** At most `maxLength` UTF-16 units of it, on one line, without secrets. */
export function redactBriefly(text: string, maxLength = 500): string {
  // Redacted before the cut, for a cut could split a key so that its pattern no longer matches.
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

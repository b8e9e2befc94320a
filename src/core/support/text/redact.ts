import { cutEnd } from './cutEnd.ts';

const ellipsis = '…';

const keys = /\bsk-[\w-]{3,}/g;
const bearerTokens = /\b(Bearer|Basic)\s+[^\s"',;]+/gi;
/** Signed URLs have their signature in the query. User names and passwords precede the host. */
const urlCredentials = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/"'<>@]+@/gi;
/** With or without a query: if a URL without a query did not match, each scheme in it would be a new start. */
const urls = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>?#]+)([?#][^\s"'<>]*)?/gi;
const dataUrls = /\bdata:[\w.+/-]*(?:;[\w=.+-]+)*,[^\s"')]*/gi;

/** Makes a text safe for logs, journals and error messages: no keys, no signed URLs, no inline media. */
export function redact(text: string): string {
  return text
    .replace(dataUrls, `data:${ellipsis}`)
    .replace(keys, `sk-${ellipsis}`)
    .replace(bearerTokens, `$1 ${ellipsis}`)
    .replace(urlCredentials, `$1${ellipsis}@`)
    .replace(urls, (url, place: string, query?: string) => (query === undefined ? url : `${place}?${ellipsis}`));
}

/** Only this much of a text is read: the patterns take long for megabytes, and no reader needs more. */
const consideredLength = 5_000;
const longestSecret = 200;

/** Returns at most `maxLength` UTF-16 units of the text, on one line, without secrets. */
export function redactBriefly(text: string, maxLength = 500): string {
  // Redacted before the cut, because a cut could split a key so that its pattern no longer matches.
  const line = redact(takeStart(text)).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Returns the message of an internal or system error in a form that may be shown to the user. */
export function messageOf(error: unknown): string {
  return redactBriefly(error instanceof Error ? error.message : String(error));
}

/** Removes the end of the last word, which may be half of a secret that no pattern matches. */
function takeStart(text: string): string {
  if (text.length <= consideredLength) return text;
  const sureLength = consideredLength - longestSecret;
  return `${text.slice(0, sureLength)}${cutEnd(text.slice(sureLength, consideredLength), /\S/)}…`;
}

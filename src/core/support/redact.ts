import { cutEnd } from './cutEnd.ts';

/** What stands where something secret stood. */
const mark = '…';

const keys = /\bsk-[\w-]{3,}/g;
const bearerTokens = /\b(Bearer|Basic)\s+[^\s"',;]+/gi;
/** Signed URLs carry their signature in the query; user names and passwords stand before the host. */
const urlCredentials = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/"'<>@]+@/gi;
/** With or without a query: where one without is no match, each scheme in it is a start of its own. */
const urls = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>?#]+)([?#][^\s"'<>]*)?/gi;
const dataUrls = /\bdata:[\w.+/-]*(?:;[\w=.+-]+)*,[^\s"')]*/gi;

/** Makes a text fit for logs, journals and error messages: no keys, no signed URLs, no inlined media. */
export function redact(text: string): string {
  return text
    .replace(dataUrls, `data:${mark}`)
    .replace(keys, `sk-${mark}`)
    .replace(bearerTokens, `$1 ${mark}`)
    .replace(urlCredentials, `$1${mark}@`)
    .replace(urls, (url, place: string, query?: string) => (query === undefined ? url : `${place}?${mark}`));
}

/** So much of a text is looked at: the patterns take their time over megabytes, and nobody reads on for so long. */
const consideredLength = 5_000;
const longestSecret = 200;

/** At most `maxLength` UTF-16 units of it, on one line, without secrets. */
export function redactBriefly(text: string, maxLength = 500): string {
  // Redacted before the cut, for a cut could split a key so that its pattern no longer matches.
  const line = redact(takeStart(text)).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Without the end of its last word, which may be the half of a secret that no pattern knows. */
function takeStart(text: string): string {
  if (text.length <= consideredLength) return text;
  const sureLength = consideredLength - longestSecret;
  return `${text.slice(0, sureLength)}${cutEnd(text.slice(sureLength, consideredLength), /\S/)}…`;
}

import { disguisingMarks, wordJoiner } from '../../core/support/text/inertText.ts';

/** Markdown makes links of bare URLs, of `www.` and of mail addresses. */
const autolinkSigns = /:(?=\/\/)|(?<=www)\.|@/gi;

const gaps = new RegExp(`[\\s${disguisingMarks}]+`, 'g');

/**
 * Returns a string of a foreign document as one line that Markdown shows verbatim: a hover must neither fetch an image
 * nor offer a link from that document. Cut at `maxLength` UTF-16 units. Null if nothing is left.
 */
export function plainText(value: unknown, maxLength = 400): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, maxLength * 8)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/https?:\/\//gi, '')
    .replace(/[[\]<>]/g, (sign) => inert[sign] ?? '')
    .replace(autolinkSigns, `$&${wordJoiner}`)
    .replace(gaps, ' ')
    .trim();
  if (text === '') return null;
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

const inert: Readonly<Record<string, string>> = { '[': '(', ']': ')', '<': '‹', '>': '›' };

import { type JsonValue, stringifyJson } from '../../support/json/json.ts';
import { lazy } from '../../support/lazy.ts';
import { toText } from './toText.ts';

/** Pure and total: there is a result for any value and any arguments of the right types. */
interface Filter {
  /** The arguments in their order, optional ones last. */
  readonly params: readonly FilterParam[];
  readonly apply: (value: JsonValue, args: readonly JsonValue[]) => JsonValue;
}

export interface FilterParam {
  readonly name: string;
  readonly type: 'text' | 'count' | 'value';
  readonly isOptional?: boolean;
}

const count: FilterParam = { name: 'n', type: 'count' };

/** Numbers are padded to make names sort well. Nothing needs more. */
const maxPadding = 80;

/** The filters that may follow a `|`, by name. Only `default` receives a missing value. */
export const filters: Readonly<Record<string, Filter>> = {
  slug: textFilter(slug),
  lower: textFilter((text) => text.toLowerCase()),
  upper: textFilter((text) => text.toUpperCase()),
  trim: textFilter((text) => text.trim()),
  words: {
    params: [count],
    apply: eachText((text, n) => takeWords(text, Number(n))),
  },
  truncate: { params: [count], apply: eachText((text, n) => takeCharacters(text, Number(n)).trimEnd()) },
  pad: { params: [count], apply: eachText((text, n) => text.padStart(Math.min(Number(n), maxPadding), '0')) },
  date: {
    params: [{ name: 'format', type: 'text' }],
    apply: (value, [format = '']) => formatDate(value, toText(format)),
  },
  default: {
    params: [{ name: 'value', type: 'value' }],
    apply: (value, [fallback = null]) => (value === null || value === '' ? fallback : value),
  },
  json: { params: [], apply: stringifyJson },
  join: {
    params: [{ name: 'separator', type: 'text', isOptional: true }],
    apply: (value, [separator = ', ']) =>
      Array.isArray(value) ? value.map(toText).join(toText(separator)) : toText(value),
  },
  first: {
    params: [],
    apply: (value) => (Array.isArray(value) ? ((value[0] as JsonValue | undefined) ?? null) : value),
  },
  lines: {
    params: [],
    apply: (value) =>
      Array.isArray(value)
        ? value
        : toText(value)
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== ''),
  },
};

export function findFilter(name: string): Filter | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

function textFilter(map: (text: string) => string): Filter {
  return { params: [], apply: eachText(map) };
}

function eachText(map: (text: string, argument: JsonValue) => string): Filter['apply'] {
  return (value, [argument = null]) =>
    Array.isArray(value) ? value.map((item: JsonValue) => map(toText(item), argument)) : map(toText(value), argument);
}

/** Made on first use, because a segmenter loads its data. The language makes no difference to what is counted. */
const wordSegmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }));
const characterSegmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Scripts that write words without spaces between them. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Returns the first `count` words, with single spaces where there are any. */
function takeWords(text: string, count: number): string {
  const taken: string[] = [];
  let left = count;
  for (const piece of text.trim().split(/\s+/)) {
    if (left <= 0) break;
    const words = unspaced.test(piece) ? [...wordSegmenter().segment(piece)].filter((each) => each.isWordLike) : [];
    const last = words[left - 1];
    taken.push(last && words.length > left ? piece.slice(0, last.index + last.segment.length) : piece);
    left -= Math.max(words.length, 1);
  }
  return taken.join(' ');
}

/** Returns the first `count` characters as a reader counts them, such as an emoji of several code points. */
function takeCharacters(text: string, count: number): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, count);
  let left = count;
  for (const { index } of characterSegmenter().segment(text)) {
    if (left === 0) return text.slice(0, index);
    left -= 1;
  }
  return text;
}

/** Slugs become parts of file names. Longer ones add no information. */
const maxSlugLength = 80;

const latinMarks = /(?<=\p{Script=Latin})\p{M}+/gu;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/gu;

/** Words of any script with single hyphens between them: `Crème brûlée, 2×` is `creme-brulee-2`. */
export function slug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(latinMarks, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(betweenWords, '-');
  return Array.from(words.replace(/^-/, '')).slice(0, maxSlugLength).join('').replace(/-$/, '');
}

const token = /YYYY|YY|MM|DD|HH|mm|ss/g;

/**
 * Formats with `YYYY-MM-DD HH:mm:ss`. Other characters of the format stay unchanged. Accepts milliseconds or ISO 8601,
 * and keeps the local time that a string with an offset shows. A value that is not a date is returned as a string.
 */
export function formatDate(value: JsonValue, format: string): string {
  const parts = readParts(value);
  if (!parts) return toText(value);
  return format.replaceAll(token, (name) => parts[name] ?? name);
}

const isoText = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;

function readParts(value: JsonValue): Readonly<Record<string, string>> | null {
  const text = typeof value === 'number' ? buildIsoText(value, 0) : toText(value);
  const match = isoText.exec(text);
  if (!match) return null;
  const [, YYYY = '', MM = '', DD = '', HH = '00', mm = '00', ss = '00'] = match;
  return { YYYY, YY: YYYY.slice(2), MM, DD, HH, mm, ss };
}

/** `2026-11-21T12:30:00+01:00`: the local time at an offset from UTC. Empty for a time outside the calendar. */
export function buildIsoText(ms: number, utcOffsetMinutes: number): string {
  const wallClock = new Date(ms + utcOffsetMinutes * 60_000);
  if (Number.isNaN(wallClock.getTime())) return '';
  const base = wallClock.toISOString().slice(0, 19);
  if (utcOffsetMinutes === 0) return `${base}Z`;
  const minutes = Math.abs(utcOffsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0'));
  return `${base}${utcOffsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

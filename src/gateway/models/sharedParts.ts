import type { IndexedEndpoint } from '../../core/catalog/published/modelIndex.ts';
import { disguisingMarks, wordJoiner } from '../../core/support/text/makeInert.ts';
import { parseObject, parseText, type WireObject } from '../wire/wireObject.ts';

interface NamedEndpoint extends IndexedEndpoint {
  /** Method in upper case. Null if the document does not say. */
  readonly method: string | null;
}

/**
 * Parses `/v1/videos`, `POST /v1/videos#alias` or `{path, method}`. Null if it is not a path. A host before the path is
 * dropped, because calls go to the base URL of the profile.
 */
export function parseEndpoint(value: unknown): NamedEndpoint | null {
  const entry = parseObject(value);
  const text = parseText(entry ? (entry['path'] ?? entry['url'] ?? entry['endpoint']) : value);
  const match = /^(?:([a-z]+)\s+)?(\S+)$/i.exec(text ?? '');
  if (!match) return null;
  const [, method = parseText(entry?.['method'])] = match;
  const [place = '', alias] = (match[2] ?? '').split('#', 2);
  const path = parsePath(place);
  return path === null ? null : { path, alias: alias || null, method: method?.toUpperCase() ?? null };
}

/** Every variable in the path of a task query means the task. The native prefix of the kling family is `kling`. */
function parsePath(place: string): string | null {
  const below = place
    .replace(/^\{base_?url\}/i, '')
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/^\/\{native_?prefix\}/i, '/kling')
    .replace(/\{[^{}]*\}|:(?:task_?)?id\b/gi, '{task_id}');
  return /^(?:\/[\w.-]+|\/\{task_id\})+$/.test(below) && !below.includes('/..') ? below : null;
}

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

const datePattern = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/;

/**
 * Finds the date of the change notice in a document: in a member named for it, at the top or in `info` and `meta`, else
 * in a sentence of a description. Null if there is none.
 */
export function parseBreakingSince(root: WireObject): string | null {
  const places = [root, parseObject(root['info']), parseObject(root['meta'])].filter((place) => place !== null);
  const members = places.flatMap((place) => Object.entries(place));
  const named = members.filter(([name]) => /breaking.{0,40}since|breaking[-_ ]?changes/i.test(name));
  const sentences = members.flatMap(([, value]) =>
    typeof value === 'string' ? (/breaking changes since\D{0,20}\d{4}-\d{2}-\d{2}/i.exec(value) ?? []) : [],
  );
  for (const text of [...named.map(([, value]) => describeDate(value)), ...sentences]) {
    const date = datePattern.exec(text)?.[1];
    if (date !== undefined) return date;
  }
  return null;
}

/** YAML may read a date as a `Date`. A notice may be an object with the date. */
function describeDate(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const since = parseObject(value)?.['since'];
  return typeof value === 'string' ? value : typeof since === 'string' ? since : '';
}

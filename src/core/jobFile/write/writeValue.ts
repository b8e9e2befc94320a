import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../support/json/json.ts';
import { writeKey, writeScalar } from './writeScalar.ts';

/** The style of a string before it is replaced. */
type TextStyle = 'plain' | 'quoted' | 'block';

interface ValueLayout {
  /** The spaces before the key. */
  readonly indent: string;
  readonly style?: TextStyle;
  /** The style of a list before it is replaced. */
  readonly list?: 'flow' | 'block';
}

const maxLineLength = 80;

/**
 * Writes the text after `key:` in block style, which YAML reads back as the same value. Prose becomes a block scalar,
 * where YAML leaves it unchanged.
 */
export function writeValue(value: JsonValue, { indent, style = 'plain', list = 'flow' }: ValueLayout): string {
  if (typeof value === 'string') return writeText(value, { indent, style });
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return `\n${writeEntries(value, `${indent}  `)}`;
  }
  if (!Array.isArray(value)) return ` ${stringifyJson(value)}`;
  const items = value as readonly JsonValue[];
  const line = ` ${writeFlow(items)}`;
  const isShort = list === 'flow' && line.length <= maxLineLength && items.every(isSmall);
  if (items.length === 0 || isShort) return line;
  return items.map((item) => `\n${indent}  - ${writeItem(item, `${indent}    `)}`).join('');
}

/** Writes an item in block style. The keys of a map are below each other. */
function writeItem(item: JsonValue, indent: string): string {
  const isMap = isJsonObject(item) && Object.keys(item).length > 0;
  return isMap ? writeEntries(item, indent).trimStart() : writeFlow(item);
}

/** Adds ` # a comment` to a written value: after a value of one line, or after the header of a block scalar. */
export function addComment(written: string, comment: string): string {
  return written.replace(/\n|$/, (end) => comment + end);
}

/** Writes the lines of a map in block style, without a line break at the end. */
export function writeEntries(value: JsonObject, indent: string): string {
  return Object.entries(value)
    .map(([key, member]) => writeEntry(key, member, indent))
    .join('\n');
}

export function writeEntry(key: string, value: JsonValue, indent: string): string {
  return `${indent}${writeKey(key)}:${writeValue(value, { indent })}`;
}

/** Writes a value inside brackets. */
export function writeFlow(value: JsonValue): string {
  if (typeof value === 'string') {
    const text = escapeExpressions(value);
    return /^[\w /-]+$/.test(text) && writeScalar(text) === text ? text : JSON.stringify(text);
  }
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(writeFlow).join(', ')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${writeFlow(member)}`);
  return `{${members.join(', ')}}`;
}

function isSmall(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

function writeText(value: string, { indent, style }: Required<Omit<ValueLayout, 'list'>>): string {
  const text = escapeExpressions(value);
  const quoted = style === 'quoted' ? JSON.stringify(text) : writeScalar(text);
  const isProse =
    style === 'block' ||
    text.includes('\n') ||
    (/\s/.test(text) && (text.length > maxLineLength || (style === 'plain' && quoted !== text)));
  if (!isProse || !fitsBlock(text)) return ` ${quoted}`;
  const lines = text.replace(/\n$/, '');
  // `|-` ends without a line break, `|` with one.
  const chomping = text.endsWith('\n') ? '' : '-';
  const body = lines
    .split('\n')
    .map((line) => (line === '' ? '' : `${indent}  ${line}`))
    .join('\n');
  return ` |${chomping}\n${body}`;
}

/**
 * Control characters need escapes, a block scalar cannot begin with a space, and blank lines at its end are easily
 * lost.
 */
function fitsBlock(text: string): boolean {
  return (
    /^\S/.test(text) &&
    !text.endsWith('\n\n') &&
    !/[^\P{C}\n\t]|[\u2028\u2029\ufeff]/u.test(text.replace(/\p{Cf}/gu, ''))
  );
}

/** Text from outside is literal, whatever it looks like, such as a value that was sent or the name of a file. */
export function escapeExpressions(text: string): string {
  return text.replaceAll('${{', () => '$${{');
}

import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../support/json/json.ts';
import { parseYamlValue } from '../../support/json/parseYamlValue.ts';

/** Writes a string that YAML reads back unchanged: plain if YAML 1.1 and 1.2 allow that, else in double quotes. */
export function writeScalar(value: string): string {
  return isPlainSafe(value) ? value : JSON.stringify(value);
}

function isPlainSafe(value: string): boolean {
  if (!/^[\p{L}\d/](?:[\p{L}\p{M}\d ,._/+*()!?'-]*[\p{L}\p{M}\d._/+*()!?'-])?$/u.test(value)) return false;
  if (/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(value)) return false;
  // Some parsers may read a string that starts like a number as one: `1_000`, `0x1F`, `1e3`, `16:9`.
  return !/^[-+.]?\d[\d_.,]*(?:e[-+]?\d+)?$/i.test(value) && !/^0[xob]/i.test(value);
}

/** Writes a key. A key of one letter is plain: no parser in use reads `n` as false. */
export function writeKey(key: string): string {
  return /^[a-z_]$/i.test(key) ? key : writeScalar(key);
}

/** Writes a string in the quotes that need no escapes, if there are any. Expressions are read back unchanged. */
export function writeQuoted(value: string): string {
  const isSingleBetter = /["\\]/.test(value) && !/['\n\r\t]|[^\P{C}]/u.test(value);
  return isSingleBetter ? `'${value}'` : JSON.stringify(value);
}

/** Writes a string that replaces another one, with the same quotes. `isFlow`: inside braces or brackets. */
export function writeLike(source: string, value: string, { isFlow }: { readonly isFlow: boolean }): string {
  if (source.startsWith("'") && !/[\n\r\t]|[^\P{C}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (/^["']/.test(source)) return JSON.stringify(value);
  return isFlow && /[,[\]{}:]/.test(value) ? writeQuoted(value) : writeScalar(value);
}

/** Whether YAML reads a string after a colon, without quotes, as the same string. */
export function isReadAsItself(source: string, { isFlow }: { readonly isFlow: boolean }): boolean {
  const read = parseYamlValue(isFlow ? `[${source}]` : `- ${source}`);
  return Array.isArray(read) && read.length === 1 && read[0] === source;
}

type TextStyle = 'plain' | 'quoted' | 'block';

interface ValueLayout {
  readonly indent: string;
  readonly style?: TextStyle;
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

/** Control characters need escapes, a block cannot begin with a space, and blank lines at its end are easily lost. */
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

import type { TextRange } from '../../support/textRange.ts';
import type { LayoutEntry, LayoutValue } from './layout.ts';

/** One line of YAML with content, read alone. An entry line has several parts if items are nested: `- - key: value`. */
export type LineContent = { readonly indent: number } & (
  { readonly kind: 'comment' | 'marker' | 'bare' } | { readonly kind: 'entry'; readonly parts: readonly LineEntry[] }
);

type LineEntry = Omit<LayoutEntry, 'parent' | 'children'>;

/**
 * A plain or quoted key with its colon. A plain key starts with no indicator and contains no ` #`. Spaces before its
 * colon are matched as part of it, because a second way to match them would make long runs of spaces slow.
 */
const keyPattern =
  /(?:"([^"\\]*(?:\\.[^"\\]*)*)"\s*|'([^']*(?:''[^']*)*)'\s*|(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))[^#]*?):(?=\s|$)/y;

const dashPattern = /-(?:\s+|$)/y;

/** Limit for nested items on one line. Deeper nesting is not a list that a user writes. */
const maxDashes = 50;

/** Anchors and tags precede a value and are not part of it. */
const propertyPattern = /^(?:[&!]\S*\s+)+/;

export function parseLine(source: string, lineStart: number): LineContent {
  const indent = source.search(/\S/);
  if (source[indent] === '#') return { kind: 'comment', indent };
  if (/^(---|\.\.\.)(\s|$)/.test(source)) return { kind: 'marker', indent };
  const parts = readParts(source, { indent, lineStart });
  return parts.length > 0 ? { kind: 'entry', indent, parts } : { kind: 'bare', indent };
}

/** Reads items and what the innermost item contains on the same line, outermost first. */
function readParts(source: string, { indent, lineStart }: { indent: number; lineStart: number }): readonly LineEntry[] {
  const dashes: number[] = [];
  let column = indent;
  for (let dash = matchAt(dashPattern, source, column); dash && dashes.length < maxDashes;) {
    dashes.push(column);
    column += dash[0].length;
    dash = matchAt(dashPattern, source, column);
  }
  const key = readKey(source, column, lineStart);
  const items = dashes.map((at, level): LineEntry => {
    const isInnermost = level === dashes.length - 1 && key === null;
    const value = valueAt(source, isInnermost ? at + 1 : source.length, lineStart);
    return { key: null, indent: at, keyRange: { start: lineStart + at, end: lineStart + at + 1 }, value };
  });
  return key ? [...items, key] : items;
}

function readKey(source: string, column: number, lineStart: number): LineEntry | null {
  const match = matchAt(keyPattern, source, column);
  if (!match) return null;
  const keyText = match[0].slice(0, -1).trimEnd();
  return {
    key: match[1] ?? match[2] ?? keyText,
    indent: column,
    keyRange: { start: lineStart + column, end: lineStart + column + keyText.length },
    value: valueAt(source, column + match[0].length, lineStart),
  };
}

function matchAt(pattern: RegExp, source: string, column: number): RegExpExecArray | null {
  pattern.lastIndex = column;
  return pattern.exec(source);
}

/** Returns the value from a column to the end of the line. An empty value is a position after the colon. */
function valueAt(source: string, column: number, lineStart: number): LayoutValue {
  const behind = source.slice(column);
  const spaces = behind.length - behind.trimStart().length;
  const properties = propertyPattern.exec(behind.trimStart())?.[0].length ?? 0;
  const start = column + spaces + properties;
  const content = withoutComment(source.slice(start), start > column);
  if (content === '') return { ...pointAt(lineStart + column), style: 'none' };
  return { start: lineStart + start, end: lineStart + start + content.length, style: styleOf(content) };
}

function pointAt(offset: number): TextRange {
  return { start: offset, end: offset };
}

/** A `#` starts a comment at the start of a value or after a space, but not inside quotes. */
function withoutComment(content: string, followsSpace: boolean): string {
  if (followsSpace && content.startsWith('#')) return '';
  const quoted = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')/.exec(content)?.[0] ?? '';
  const comment = content.slice(quoted.length).search(/\s#/);
  return (comment < 0 ? content : content.slice(0, quoted.length + comment)).trimEnd();
}

export function styleOf(content: string): LayoutValue['style'] {
  if (/^[|>][-+\d]*$/.test(content)) return 'block';
  if (/^["']/.test(content)) return 'quoted';
  return /^[[{]/.test(content) ? 'flow' : 'plain';
}

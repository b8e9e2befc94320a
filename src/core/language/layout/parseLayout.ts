import { findLastUpTo } from '../../support/findLastUpTo.ts';
import type { TextRange } from '../../support/textRange.ts';
import { flowTokenPattern } from './findCompletionContext.ts';
import { findChild, type LayoutEntry, type LayoutLine, type Layout, type LayoutValue } from './layout.ts';

interface OpenEntry extends LayoutEntry {
  readonly parent: OpenEntry | null;
  readonly children: OpenEntry[];
}

/** Reads any text in one pass over its lines. No line makes a later one unreadable. */
export function parseLayout(text: string): Layout {
  const builder = new LayoutBuilder(text);
  for (let start = 0; start <= text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length + 1 : lineBreak + 1;
    const end = text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
    builder.add(start, end);
    start = next;
  }
  const { lines } = builder;
  const root = builder.entries.find(({ indent }) => indent === rootIndent);
  const entries = root ? listFlowEntries(text, root.value.start) : builder.entries;
  const jobs = findChild(entries, 'jobs');
  return {
    lines,
    entries,
    hasJobs: jobs !== undefined && (jobs.children.length > 0 || ['none', 'flow'].includes(jobs.value.style)),
    findLine: (offset) => lines[findLastUpTo(lines, offset)],
    findJob: (id) => findChild(jobs?.children ?? [], id),
  };
}

const carriageReturn = 0x0d;

/** The indentation of a root in braces, which contains every entry in any column. */
const rootIndent = -1;

interface OpenValue {
  readonly entry: OpenEntry;
  /** Null if only indentation ends the value. */
  readonly endsIn: FindEnd | null;
}

class LayoutBuilder {
  readonly lines: LayoutLine[] = [];
  readonly entries: OpenEntry[] = [];
  readonly #text: string;
  #last: OpenEntry | null = null;
  /** Includes the following lines that are indented more. Null if the last value ended on its line. */
  #open: OpenValue | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  add(start: number, end: number): void {
    const indent = this.#findIndent(start, end);
    const isBlank = indent < 0;
    if (isBlank || (this.#open && indent > this.#open.entry.indent))
      return this.#continue(start, end, isBlank ? 'blank' : 'continuation');
    const source = this.#text.slice(start, end);
    const content = this.#read(start, source);
    this.#open = null;
    // After a document marker, no entry above is a parent.
    if (content.kind === 'marker') this.#last = null;
    if (content.kind === 'entry') for (const part of content.parts) this.#addEntry(part);
    this.lines.push({ start, end, kind: content.kind, entry: this.#last, isInsideValue: false });
    if (content.kind === 'entry' && this.#last)
      this.#open = openValue(this.#last, source.slice(this.#last.value.start - start));
  }

  /** Returns the column of the first content of a line, -1 if there is none. Most lines begin with spaces and a word. */
  #findIndent(start: number, end: number): number {
    let at = start;
    while (this.#text.charCodeAt(at) === 0x20) at += 1;
    const code = this.#text.charCodeAt(at);
    return code > 0x20 && code < 0x7f ? at - start : this.#text.slice(start, end).search(/\S/);
  }

  /** A file may be one value in braces. Its entry has no key and no parent. */
  #read(lineStart: number, source: string): LineContent {
    const content = parseLine(source, lineStart);
    const indent = source.search(/\S/);
    if (this.#last || content.kind !== 'bare' || source[indent] !== '{') return content;
    const start = lineStart + indent;
    const value: LayoutValue = { start, end: lineStart + source.trimEnd().length, style: 'flow' };
    return { kind: 'entry', parts: [{ key: null, indent: rootIndent, keyRange: { start, end: start }, value }] };
  }

  #continue(start: number, end: number, kind: 'blank' | 'continuation'): void {
    const isInsideValue = this.#open !== null;
    this.lines.push({ start, end, kind, entry: this.#open?.entry ?? this.#last, isInsideValue });
    if (this.#open?.endsIn?.(this.#text.slice(start, end))) this.#open = null;
  }

  #addEntry({ key, indent, keyRange, value }: LineEntry): void {
    let parent = this.#last;
    while (parent && !holds(parent, key, indent)) parent = parent.parent;
    const entry: OpenEntry = { key, indent, keyRange, value, parent, children: [] };
    (parent ? parent.children : this.entries).push(entry);
    this.#last = entry;
  }
}

/** Whether a new entry is below another one. A list may start in the column of its key. */
function holds(parent: LayoutEntry, key: string | null, indent: number): boolean {
  return parent.indent < indent || (parent.indent === indent && key === null && parent.key !== null);
}

function openValue(entry: OpenEntry, content: string): OpenValue | null {
  const { style } = entry.value;
  const endsIn = createEndFinder(style);
  return style === 'none' || endsIn?.(content) ? null : { entry, endsIn };
}

/** Reads the lines of a value in order, each once, and returns whether it ends in this one. */
type FindEnd = (line: string) => boolean;

/** Comments, quotes, brackets, and words. Quotes inside a word have no meaning. */
const tokenPattern = /(?<=^|\s)#.*|["'[\]{}]|[^\s:,"'[\]{}][^\s,[\]{}]*/gs;

/** The text after an opening quote up to the closing one. */
const restOfQuoted: ReadonlyMap<string, RegExp> = new Map([
  ['"', /[^"\\]*(?:\\.[^"\\]*)*"/sy],
  ["'", /[^']*(?:''[^']*)*'(?!')/y],
]);

const depthSteps: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);

/** Finds where a value in quotes or brackets ends. Null for plain and block scalars: only indentation ends them. */
function createEndFinder(style: LayoutValue['style']): FindEnd | null {
  if (style !== 'quoted' && style !== 'flow') return null;
  let depth = 0;
  let rest: RegExp | undefined;
  return (line) => {
    for (let at = 0; ;) {
      const found = matchFrom(rest ?? tokenPattern, line, at);
      if (!found) return false;
      const [token] = found;
      at = found.index + token.length;
      const step = rest ? 0 : depthSteps.get(token);
      rest = rest ? undefined : restOfQuoted.get(token);
      depth += step ?? 0;
      if (step !== undefined && depth <= 0) return true;
    }
  };
}

/** Lists the keys directly inside the brace at `start`, closed or not. Their values are not entered. */
function listFlowEntries(text: string, start: number): readonly LayoutEntry[] {
  const entries: LayoutEntry[] = [];
  let depth = 0;
  let word: TextRange | null = null;
  let key: TextRange | null = null;
  let value: TextRange | null = null;
  const finish = (): void => {
    if (key) entries.push(buildEntry(text, key, value));
    word = key = value = null;
  };
  for (const { 0: token, index } of text.slice(start).matchAll(flowTokenPattern)) {
    const range: TextRange = { start: start + index, end: start + index + token.length };
    if (token.startsWith('#')) continue;
    const isOpening = token === '{' || token === '[';
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0 && !isOpening) break;
    if (depth === 1 && token === ',') finish();
    else if (depth === 1 && token === ':' && !key) key = word;
    else if (key) value = { start: (value ?? range).start, end: range.end };
    else word = range;
    if (isOpening) depth += 1;
  }
  finish();
  return entries;
}

function buildEntry(text: string, key: TextRange, value: TextRange | null): LayoutEntry {
  const written = value ?? { start: key.end, end: key.end };
  return {
    key: text.slice(key.start, key.end).replaceAll(/^["']|["']$/g, ''),
    indent: 0,
    keyRange: key,
    value: { ...written, style: value ? styleOf(text.slice(value.start, value.end)) : 'none' },
    parent: null,
    children: [],
  };
}

/** One line of YAML with content, read alone. An entry line has several parts if items are nested: `- - key: value`. */
type LineContent =
  { readonly kind: 'comment' | 'marker' | 'bare' } | { readonly kind: 'entry'; readonly parts: readonly LineEntry[] };

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

function parseLine(source: string, lineStart: number): LineContent {
  if (/^\s*#/.test(source)) return { kind: 'comment' };
  if (/^(---|\.\.\.)(\s|$)/.test(source)) return { kind: 'marker' };
  const parts = readParts(source, lineStart);
  return parts.length > 0 ? { kind: 'entry', parts } : { kind: 'bare' };
}

/** Reads items and what the innermost item contains on the same line, outermost first. */
function readParts(source: string, lineStart: number): readonly LineEntry[] {
  const dashes: number[] = [];
  let column = source.search(/\S/);
  for (let dash = matchFrom(dashPattern, source, column); dash && dashes.length < maxDashes;) {
    dashes.push(column);
    column += dash[0].length;
    dash = matchFrom(dashPattern, source, column);
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
  const match = matchFrom(keyPattern, source, column);
  if (!match) return null;
  const keyText = match[0].slice(0, -1).trimEnd();
  return {
    key: match[1] ?? match[2] ?? keyText,
    indent: column,
    keyRange: { start: lineStart + column, end: lineStart + column + keyText.length },
    value: valueAt(source, column + match[0].length, lineStart),
  };
}

function matchFrom(pattern: RegExp, source: string, column: number): RegExpExecArray | null {
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
  if (content === '') return { start: lineStart + column, end: lineStart + column, style: 'none' };
  return { start: lineStart + start, end: lineStart + start + content.length, style: styleOf(content) };
}

/** A `#` starts a comment at the start of a value or after a space, but not inside quotes. */
export function withoutComment(content: string, followsSpace: boolean): string {
  if (followsSpace && content.startsWith('#')) return '';
  const quoted = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')/.exec(content)?.[0] ?? '';
  const comment = content.slice(quoted.length).search(/\s#/);
  return (comment < 0 ? content : content.slice(0, quoted.length + comment)).trimEnd();
}

function styleOf(content: string): LayoutValue['style'] {
  if (/^[|>][-+\d]*$/.test(content)) return 'block';
  if (/^["']/.test(content)) return 'quoted';
  return /^[[{]/.test(content) ? 'flow' : 'plain';
}

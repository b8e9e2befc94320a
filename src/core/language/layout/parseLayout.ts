import { listFlowEntries } from './flowEntries.ts';
import type { LayoutEntry, LayoutLine, LayoutPart, LayoutValue } from './layout.ts';
import { type LineContent, parseLine } from './parseLine.ts';
import { createEndFinder, type FindEnd } from './endFinder.ts';

interface OpenEntry extends LayoutEntry {
  readonly children: OpenEntry[];
}

/** Reads any text in one pass over its lines. No line makes a later one unreadable. */
export function parseLayout(text: string): LayoutPart {
  const builder = new LayoutBuilder(text);
  for (let start = 0; start <= text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length + 1 : lineBreak + 1;
    const end = text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
    builder.add(start, end);
    start = next;
  }
  const { lines, entries } = builder;
  const root = entries.find(isRootInBraces);
  return { lines, entries: root ? listFlowEntries(text, root.value.start) : entries };
}

const carriageReturn = 0x0d;

/** The indentation of the root, which contains every entry in any column. */
const rootIndent = -1;

function isRootInBraces({ indent }: LayoutEntry): boolean {
  return indent === rootIndent;
}

/** A value that continues below its line. */
interface OpenValue {
  readonly entry: OpenEntry;
  /** Null if only indentation ends the value. */
  readonly endsIn: FindEnd | null;
}

/** Reads the lines of a text in order. */
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
    if (isBlank || (this.#open && indent > this.#open.entry.indent)) {
      this.#continue(start, end, isBlank ? 'blank' : 'continuation');
      return;
    }
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
    if (this.#last || content.kind !== 'bare' || source[content.indent] !== '{') return content;
    const start = lineStart + content.indent;
    const value: LayoutValue = { start, end: lineStart + source.trimEnd().length, style: 'flow' };
    const root = { key: null, indent: rootIndent, keyRange: { start, end: start }, value };
    return { kind: 'entry', indent: content.indent, parts: [root] };
  }

  #continue(start: number, end: number, kind: 'blank' | 'continuation'): void {
    const isInsideValue = this.#open !== null;
    this.lines.push({ start, end, kind, entry: this.#open?.entry ?? this.#last, isInsideValue });
    if (this.#open?.endsIn?.(this.#text.slice(start, end))) this.#open = null;
  }

  #addEntry({ key, indent, keyRange, value }: Omit<LayoutEntry, 'parent' | 'children'>): void {
    let parent = this.#last;
    while (parent && !holds(parent, key, indent)) parent = this.#parentOf(parent);
    const entry: OpenEntry = { key, indent, keyRange, value, parent, children: [] };
    (parent ? parent.children : this.entries).push(entry);
    this.#last = entry;
  }

  #parentOf(entry: OpenEntry): OpenEntry | null {
    return entry.parent as OpenEntry | null;
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

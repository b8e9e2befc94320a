import type { TextRange } from '../support/textRange.ts';
import type { LayoutEntry, LayoutLine, LayoutPart, LayoutValue } from './layout.ts';
import { type LineContent, readLine } from './readLine.ts';

interface OpenEntry extends LayoutEntry {
  readonly children: OpenEntry[];
}

/** Reads any text in one pass over its lines; no line makes a later one unreadable. */
export function parseLayout(text: string): LayoutPart {
  const builder = new LayoutBuilder();
  for (let start = 0; start <= text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length + 1 : lineBreak + 1;
    const end = text[next - 2] === '\r' ? next - 2 : next - 1;
    builder.add({ start, end }, text.slice(start, end));
    start = next;
  }
  return { lines: builder.lines, entries: builder.entries };
}

/** Takes the lines of a text in order. */
class LayoutBuilder {
  readonly lines: LayoutLine[] = [];
  readonly entries: OpenEntry[] = [];
  #last: OpenEntry | null = null;
  /** Takes the following lines that are indented deeper. Null when the last value ended on its line. */
  #open: { readonly entry: OpenEntry; readonly text: { content: string } } | null = null;

  add(range: TextRange, source: string): void {
    const content = readLine(source, range.start);
    if (content.kind === 'blank' || (this.#open && content.indent > this.#open.entry.indent)) {
      this.#continue(range, source, content);
      return;
    }
    this.#open = null;
    // Behind a document marker nothing above counts as a parent.
    if (content.kind === 'marker') this.#last = null;
    if (content.kind === 'entry') for (const part of content.parts) this.#addEntry(part);
    this.lines.push({ ...range, kind: content.kind, entry: this.#last, isInsideValue: false });
    if (content.kind === 'entry' && this.#last)
      this.#open = openValue(this.#last, source.slice(this.#last.value.start - range.start));
  }

  #continue(range: TextRange, source: string, content: LineContent): void {
    const isInsideValue = this.#open !== null;
    const kind = content.kind === 'blank' ? 'blank' : 'continuation';
    this.lines.push({ ...range, kind, entry: this.#open?.entry ?? this.#last, isInsideValue });
    if (!this.#open) return;
    this.#open.text.content += `\n${source}`;
    if (isClosed(this.#open.entry.value.style, this.#open.text.content)) this.#open = null;
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

/** Whether a new entry lies below another. A list may start in the column of the key that it belongs to. */
function holds(parent: LayoutEntry, key: string | null, indent: number): boolean {
  return parent.indent < indent || (parent.indent === indent && key === null && parent.key !== null);
}

function openValue(entry: OpenEntry, content: string): { entry: OpenEntry; text: { content: string } } | null {
  const { style } = entry.value;
  return style === 'none' || isClosed(style, content) ? null : { entry, text: { content } };
}

/** Whether a value is complete with the text read so far. Plain and block text ends by indentation only. */
function isClosed(style: LayoutValue['style'], content: string): boolean {
  if (style === 'quoted')
    return content.startsWith('"') ? /^"[^"\\]*(?:\\.[^"\\]*)*"/s.test(content) : /^'[^']*(?:''[^']*)*'/.test(content);
  if (style !== 'flow') return false;
  let depth = 0;
  // Quoted text counts as a whole, so that brackets inside of it do not.
  for (const [token] of content.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth <= 0) return true;
  }
  return false;
}

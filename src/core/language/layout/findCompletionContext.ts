import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { CompletionContext } from './completionContext.ts';
import { contextInFlow } from './contextInFlow.ts';
import { type Layout, type LayoutEntry, type LayoutLine, pathOf, siblingsOf } from './layout.ts';

/** No key and no value can be written here: prose, comments, document markers. */
const nothing: CompletionContext = { kind: 'nothing' };

/** Uses only the appearance of the lines, so the result is the same in broken YAML. */
export function findCompletionContext(layout: Layout, text: string, offset: number): CompletionContext {
  const line = layout.findLine(offset);
  if (!line) return nothing;
  switch (line.kind) {
    case 'comment':
    case 'marker':
      return nothing;
    case 'continuation':
      return line.entry?.value.style === 'flow' ? contextInFlow(line.entry, text, offset) : nothing;
    case 'blank':
      return contextOnBlankLine({ layout, line, text, offset });
    case 'bare':
      return contextInWord({ layout, line, text, offset });
    case 'entry':
      return contextInEntry({ layout, line, text, offset });
    default:
      return assertNever(line.kind);
  }
}

/** An offset in a line of the text. */
interface LinePosition {
  readonly layout: Layout;
  readonly line: LayoutLine;
  readonly text: string;
  readonly offset: number;
}

/** The column decides: inside the value above, or a new key in one of the maps that are open there. */
function contextOnBlankLine({ layout, line, text, offset }: LinePosition): CompletionContext {
  const column = offset - line.start;
  if (line.entry && line.isInsideValue && column > line.entry.indent) {
    return line.entry.value.style === 'flow' ? contextInFlow(line.entry, text, offset) : nothing;
  }
  return keyContextAt(layout, { after: line.entry, column, range: { start: offset, end: offset } });
}

/** A word without a colon is a key that is being typed. Text with spaces is not a key. */
function contextInWord({ layout, line, text, offset }: LinePosition): CompletionContext {
  const source = text.slice(line.start, line.end);
  const word = /^\s*("[$\w.-]+"?|'[$\w.-]+'?|[$\w.-]+)\s*$/.exec(source)?.[1];
  if (word === undefined) return nothing;
  const start = line.start + source.indexOf(word);
  const end = start + word.length;
  if (offset < start || offset > end) return nothing;
  return keyContextAt(layout, { after: line.entry, column: start - line.start, range: { start, end } });
}

/** The offset is in the key, or after the colon or the dash of the last entry that starts before it. */
function contextInEntry({ layout, line, text, offset }: LinePosition): CompletionContext {
  const onLine: LayoutEntry[] = [];
  for (let entry = line.entry; entry && entry.keyRange.start >= line.start; entry = entry.parent) onLine.push(entry);
  const entry = onLine.find(({ keyRange }) => keyRange.start <= offset);
  if (!entry) return nothing;
  if (entry.key !== null && offset <= entry.keyRange.end) {
    const siblings = siblingsOf(layout, entry.parent, entry.key);
    return { kind: 'key', path: pathOf(entry.parent), siblings, range: entry.keyRange, hasColon: true, isFlow: false };
  }
  return contextInValue(entry, { line, text, offset });
}

function contextInValue(
  entry: LayoutEntry,
  { line, text, offset }: { line: LayoutLine; text: string; offset: number },
): CompletionContext {
  const { value } = entry;
  // An item that is a map has its keys on the same line. They were checked before.
  if (entry.children.some(({ keyRange }) => keyRange.start < line.end)) return nothing;
  if (value.style === 'flow' && offset > value.start) return contextInFlow(entry, text, offset);
  if (value.style === 'block' || isInComment(text, Math.max(value.end, entry.keyRange.end), offset)) return nothing;
  if (value.style !== 'none' && offset < value.start) return nothing;
  const isEmpty = value.style === 'none';
  return {
    kind: 'value',
    path: pathOf(entry),
    range: isEmpty ? { start: offset, end: offset } : { start: value.start, end: Math.max(value.end, offset) },
    needsSpace: isEmpty && /[:-]/.test(text[offset - 1] ?? ''),
  };
}

function isInComment(text: string, from: number, offset: number): boolean {
  return /(^|\s)#/.test(text.slice(from, offset));
}

/** A new key in a column after an entry: below it, beside it or beside one of its parents. */
function keyContextAt(
  layout: Layout,
  { after, column, range }: { after: LayoutEntry | null; column: number; range: TextRange },
): CompletionContext {
  const parent = findParent(layout, after, column);
  if (parent === undefined) return nothing;
  const siblings = siblingsOf(layout, parent, null);
  const missingSpaces = parent?.key === null ? (parent.children[0]?.indent ?? column) - column : 0;
  const context = { kind: 'key', path: pathOf(parent), siblings, range, hasColon: false, isFlow: false } as const;
  return missingSpaces > 0 ? { ...context, missingSpaces } : context;
}

/** Returns undefined if no map has or could have keys in that column. */
function findParent(layout: Layout, after: LayoutEntry | null, column: number): LayoutEntry | null | undefined {
  if (!after) return (layout.entries[0]?.indent ?? column) === column ? null : undefined;
  if (column > after.indent) {
    const isFree = after.key !== null && after.value.style === 'none';
    return isFree && (after.children[0]?.indent ?? column) === column ? after : undefined;
  }
  let entry: LayoutEntry | null = after;
  while (entry && entry.indent > column) entry = entry.parent;
  if (entry?.indent !== column) return undefined;
  return entry.key === null ? besideItem(entry) : entry.parent;
}

/** A list may start in the column of its key. Otherwise the map of an item continues in the column of its dashes. */
function besideItem(item: LayoutEntry): LayoutEntry | null | undefined {
  if (item.parent?.indent === item.indent) return item.parent.parent;
  return item.children.some(({ key }) => key !== null) ? item : undefined;
}

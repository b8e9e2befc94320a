import type { TextRange } from '../../support/textRange.ts';
import { type Layout, type LayoutEntry, type LayoutLine, pathOf, siblingsOf } from './layout.ts';

/** What can be written at the cursor, and what it replaces. */
export type CompletionContext =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'key';
      /** Keys from the root down to the map of the key. */
      readonly path: readonly string[];
      /** Other keys of that map. */
      readonly siblings: ReadonlySet<string>;
      readonly range: TextRange;
      readonly hasColon: boolean;
      /** Whether the map is inside braces, where a value cannot be on its own lines. */
      readonly isFlow: boolean;
      /** Spaces missing before the key: the editor starts a line below a dash in the column of the dash. */
      readonly missingSpaces?: number;
    }
  | {
      readonly kind: 'value';
      /** Keys from the root down to the key of the value. */
      readonly path: readonly string[];
      readonly range: TextRange;
      /** Whether the value touches the colon, so that a space has to come first. */
      readonly needsSpace: boolean;
    };

/** No key and no value can be written here: prose, comments, document markers. */
const nothing: CompletionContext = { kind: 'nothing' };

/** Uses only the appearance of the lines, so the result is the same in broken YAML. */
export function findCompletionContext(layout: Layout, text: string, offset: number): CompletionContext {
  const line = layout.findLine(offset);
  if (!line) return nothing;
  if (line.kind === 'blank') return contextOnBlankLine({ layout, line, text, offset });
  if (line.kind === 'bare') return contextInWord({ layout, line, text, offset });
  if (line.kind === 'entry') return contextInEntry({ layout, line, text, offset });
  if (line.kind !== 'continuation' || line.entry?.value.style !== 'flow') return nothing;
  return contextInFlow(line.entry, text, offset);
}

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
    if (line.entry.value.style === 'flow') return contextInFlow(line.entry, text, offset);
    return contextBelowBlock(layout, line, text, offset);
  }
  return keyContextAt(layout, { after: line.entry, column, range: { start: offset, end: offset } });
}

/**
 * On the empty line after the text of a block, the next key may be meant. It is written in the column of the key of the
 * block, whatever the indentation of the line.
 */
function contextBelowBlock(layout: Layout, line: LayoutLine, text: string, offset: number): CompletionContext {
  const { entry } = line;
  const isText = (at: number): boolean => {
    const found = layout.findLine(at);
    return found?.kind === 'continuation' && found.entry === entry;
  };
  const below = text.slice(line.end).search(/\S/);
  const isLast = below < 0 || !isText(line.end + below);
  if (entry?.value.style !== 'block' || entry.key === null || !isLast) return nothing;
  if (!isText(text.slice(0, line.start).trimEnd().length)) return nothing;
  return {
    kind: 'key',
    path: pathOf(entry.parent),
    siblings: siblingsOf(layout, entry.parent, null),
    range: { start: line.start, end: offset },
    hasColon: false,
    isFlow: false,
    missingSpaces: entry.indent,
  };
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

interface Bracket {
  readonly isMap: boolean;
  readonly keys: string[];
  /** The key whose value is being written. Null while a key is being written. */
  key: string | null;
}

/** Quoted strings, brackets, separators, comments, and words. */
export const flowTokenPattern =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*(?:''[^']*)*'?|(?<=\s)#[^\n]*|[[\]{},]|:(?=[\s,[\]{}]|$)|(?:[^\s,[\]{}:]+|:(?![\s,[\]{}]|$))+/g;

/** Returns the context inside a value in braces or brackets, from the text between its start and the cursor. */
function contextInFlow(entry: LayoutEntry, text: string, offset: number): CompletionContext {
  const stack: Bracket[] = [];
  let pending: { start: number; end: number } | null = null;
  const from = entry.value.start;
  for (const { 0: token, index } of text.slice(from, offset).matchAll(flowTokenPattern)) {
    const range = { start: from + index, end: from + index + token.length };
    if (token.startsWith('#')) {
      if (range.end === offset) return nothing;
    } else if (/^[[\]{},:]$/.test(token)) {
      step(stack, token, pending && text.slice(pending.start, pending.end));
      if (stack.length === 0) return nothing;
      pending = null;
    } else pending = range;
  }
  const bracket = stack.at(-1);
  // A finished word with spaces after it is not being typed, and no new word can follow it. A word over several lines
  // is prose.
  if (!bracket || (pending && (pending.end < offset || text.slice(pending.start, pending.end).includes('\n'))))
    return nothing;
  const range = { start: pending?.start ?? offset, end: wordEnd(text, offset) };
  const path = [...pathOf(entry), ...stack.flatMap(({ key }) => (key === null ? [] : [key]))];
  if (bracket.isMap && bracket.key === null) {
    return {
      kind: 'key',
      path,
      siblings: new Set(bracket.keys),
      range,
      hasColon: /^\s*:/.test(text.slice(range.end, range.end + 20)),
      isFlow: true,
    };
  }
  return { kind: 'value', path, range, needsSpace: text[range.start - 1] === ':' };
}

/** Processes one bracket, comma or colon. `word` is the word before it. */
function step(stack: Bracket[], token: string, word: string | null): void {
  const bracket = stack.at(-1);
  if (token === '{' || token === '[') stack.push({ isMap: token === '{', keys: [], key: null });
  else if (token === '}' || token === ']') stack.pop();
  else if (token === ',' && bracket) bracket.key = null;
  else if (token === ':' && bracket?.isMap && word !== null) {
    bracket.key = word.replaceAll(/^["']|["']$/g, '');
    bracket.keys.push(bracket.key);
  }
}

/** Returns the end of the word at the cursor. Looks only a short distance ahead, because a line may be very long. */
function wordEnd(text: string, offset: number): number {
  return offset + (/^[^\s,[\]{}:"'#]*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
}

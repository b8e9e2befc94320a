import { columnAt, lineEndAt, lineStartAt, nextLineAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';

/**
 * Returns the lines of an entry in block style: from its key to the end of its last line. Only the indentation decides,
 * so that it also works for an entry that is in no tree, such as the second of two equal keys. Blank lines and comments
 * that may belong to the next entry are left out.
 */
export function findBlockEntryRange(text: string, keyStart: number): TextRange {
  const column = columnAt(text, keyStart);
  let end = lineEndAt(text, keyStart);
  const words = listWords(text.slice(keyStart, end));
  const takesList = words.findLast((word) => !/^[&!]/.test(word))?.endsWith(':') ?? false;
  const keepsBlanks = /^[|>]\d?\+\d?$/.test(words.at(-1) ?? '');
  for (let at = nextLineAt(text, end); at < text.length;) {
    const lineEnd = lineEndAt(text, at);
    const line = text.slice(at, lineEnd);
    const indent = line.length - line.trimStart().length;
    const isOpen = line.trim() === '' || (line.trimStart().startsWith('#') && indent <= column);
    // In the column of its key, a value in brackets may end, and a list may start.
    const ownLine = takesList ? /^(?:[\]}]|-(?:\s|$))/ : /^[\]}]/;
    const isInside = indent > column || (indent === column && ownLine.test(line.trimStart()));
    if (!isOpen && !isInside) break;
    if (!isOpen || (keepsBlanks && line.trim() === '')) end = lineEnd;
    const next = nextLineAt(text, lineEnd);
    if (next <= at) break;
    at = next;
  }
  return { start: keyStart, end };
}

/** Returns the words of a line before its comment. */
function listWords(line: string): readonly string[] {
  const words = line.trim().split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

/** Whether something precedes the key on its line, such as the dash of a list. */
export function hasLead(text: string, keyStart: number): boolean {
  return text.slice(lineStartAt(text, keyStart), keyStart).trim() !== '';
}

/** Returns the offset of the next `,` or closing bracket after a value in flow style. */
export function findFlowEnd(text: string, from: number): number {
  const pattern = /#[^\n]*|[,\]}]/gy;
  for (let at = from; at < text.length; at += 1) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    if (!found.startsWith('#') || !/\s/.test(text[at - 1] ?? ' ')) {
      if (!found.startsWith('#')) return at;
    } else at += found.length - 1;
  }
  return text.length;
}

/** Returns the end of an entry in flow style that is in no tree. Quoted strings and brackets are skipped as a whole. */
export function scanFlowEnd(text: string, keyStart: number): number {
  const token = /(?<=[\s:,[{]|^)(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')|[[\]{},]/g;
  token.lastIndex = keyStart;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (depth === 0 && /^[,\]}]$/.test(found)) return match.index;
    if (/^[[{]$/.test(found)) depth += 1;
    else if (/^[\]}]$/.test(found)) depth -= 1;
  }
  return text.length;
}

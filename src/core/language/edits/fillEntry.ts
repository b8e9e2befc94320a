import { isNull, type MapNode, type SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { addComment } from '../../jobFile/write/writeValue.ts';
import { columnAt, lineEndAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { isFlow } from './nodePath.ts';
import type { Written } from './written.ts';

/**
 * Writes the value of a key that has none yet. Returns null if more than a comment follows the key, or if there is
 * nothing to write.
 */
export function fillEntry(text: string, map: MapNode, entry: SyntaxEntry, written: Written): TextEdit | null {
  if (!isNull(entry.value) || written.inline.trim() === '') return null;
  return isFlow(map, text) ? fillInFlow(text, entry, written) : fillLine(text, entry, written);
}

function fillInFlow(text: string, { keyRange: { start, end } }: SyntaxEntry, { inline }: Written): TextEdit {
  const colon = /^\s*:(?:\s*(?:null|~)(?=[\s,\]}]))?/i.exec(text.slice(end))?.[0] ?? '';
  return { start, end: end + colon.length, newText: `${text.slice(start, end)}:${inline}` };
}

/** The new value may continue below the line, after a comment on the line. */
function fillLine(text: string, { keyRange: { start, end } }: SyntaxEntry, { block }: Written): TextEdit | null {
  const lineEnd = lineEndAt(text, end);
  const behind = /^\s*:\s*(?:(?:null|~)\s*)?(#.*)?$/i.exec(text.slice(end, lineEnd));
  const below = text.slice(lineEnd).search(/\S/);
  if (!behind || (below > 0 && isDeeper(text, lineEnd + below, start))) return null;
  const written = addComment(block(spaces(columnAt(text, start))), behind[1] === undefined ? '' : ` ${behind[1]}`);
  return { start, end: lineEnd, newText: withLineBreaksOf(text, `${text.slice(start, end)}:${written}`) };
}

function isDeeper(text: string, offset: number, keyStart: number): boolean {
  return text[offset] !== '#' && columnAt(text, offset) > columnAt(text, keyStart);
}

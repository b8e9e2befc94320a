import { writeQuoted } from '../../jobFile/write/writeValue.ts';
import { lineEndAt, lineStartAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type BlockText, writeLiteral } from '../edits/blockText.ts';
import { actionMessages as titles } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { Broken, Fix } from './fix.ts';

/** Keeps the value as it looks in the text: in quotes, or in a block scalar (`|`). */
export function keepText(
  { view, text }: Broken,
  range: TextRange,
  value = text.slice(range.start, range.end),
): readonly Fix[] {
  const { translate } = view;
  const column = nextColumn(text, range);
  const indent = indentBelow(text, range.start);
  const continues = column >= indent - 1;
  const quoted: Fix = {
    title: translate(titles.quote, {}),
    edits: [{ ...range, newText: writeQuoted(value) }],
    isPreferred: true,
  };
  const literal =
    isLastOnLine(text, range) && !continuesBrackets(view, range)
      ? writeLiteral(value, spaces(continues ? column : indent))
      : null;
  // More of the text follows on the next lines and would be left outside the quotes.
  if (!literal) return continues ? [] : [quoted];
  const block: Fix = { title: translate(titles.block, {}), edits: replaceByBlock(text, range, literal) };
  return continues ? [{ ...block, isPreferred: true }] : [quoted, block];
}

/** Returns the column of the next line that is not empty, or -1 at the end. */
export function nextColumn(text: string, { end }: TextRange): number {
  const behind = /^[ \t]*(?:\r?\n[ \t]*)*(?<=\n)([ \t]*)(?=\S)/.exec(text.slice(end));
  return behind ? (behind[1] ?? '').length : -1;
}

/** Returns the indentation of the lines below the key, or the dash, of a line. */
export function indentBelow(text: string, offset: number): number {
  const line = text.slice(lineStartAt(text, offset), offset);
  const [, lead = ''] = /^((?:\s|-\s)*)/.exec(line) ?? [];
  return lead.length + 2;
}

/** Replaces a value by a block scalar. A comment after the value stays on the line of the key. */
export function replaceByBlock(text: string, { start, end }: TextRange, { header, body }: BlockText): Fix['edits'] {
  const lineEnd = lineEndAt(text, end);
  const lines = withLineBreaksOf(text, `\n${body}`);
  if (text.slice(end, lineEnd).trim() === '') return [{ start, end, newText: header + lines }];
  return [
    { start, end, newText: header },
    { start: lineEnd, end: lineEnd, newText: lines },
  ];
}

/** Whether the value is in brackets or braces that a line above opens. */
function continuesBrackets({ layout }: DocumentView, { start }: TextRange): boolean {
  const line = layout.findLine(start);
  return line?.kind === 'continuation' && line.entry?.value.style === 'flow';
}

/** Whether a block scalar can be written: only a comment may follow the value, and a key or a dash must precede it. */
function isLastOnLine(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(lineStartAt(text, start), start);
  return (
    /^\s*(?:#.*)?$/.test(text.slice(end, lineEndAt(text, end))) &&
    (/^\s*(?:-\s+)*$/.test(before) || (!/[[{]/.test(before) && /:\s+$/.test(before))) &&
    before.trim() !== ''
  );
}

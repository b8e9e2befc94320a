import { actionMessages as titles } from '../actionMessages.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { type BlockText, writeLiteral } from '../blockText.ts';
import type { Broken, Fix } from '../fix.ts';
import { blanks, lineEndAt, lineStartAt, withLineBreaksOf } from '../textLines.ts';
import { writeQuoted } from '../../../jobFile/write/writeScalar.ts';

/** The value that a trap is about, as it looks in the text: in quotes, or below a `|`. */
export function keepText(
  { view }: Broken,
  range: TextRange,
  value = view.text.slice(range.start, range.end),
): readonly Fix[] {
  const { text, translate } = view;
  const column = nextColumn(text, range);
  const indent = indentBelow(text, range.start);
  const goesOn = column >= indent - 1;
  const quoted: Fix = {
    title: translate(titles.quote, {}),
    edits: [{ ...range, newText: writeQuoted(value) }],
    isPreferred: true,
  };
  const literal = isLastOnLine(text, range) ? writeLiteral(value, blanks(goesOn ? column : indent)) : null;
  // More of the text stands below: it would be left outside of the quotes.
  if (!literal) return goesOn ? [] : [quoted];
  const block: Fix = { title: translate(titles.block, {}), edits: replaceByBlock(text, range, literal) };
  return goesOn ? [{ ...block, isPreferred: true }] : [quoted, block];
}

/** Of the next line that has something on it; -1 at the end. */
function nextColumn(text: string, { end }: TextRange): number {
  const behind = /^[ \t]*(?:\r?\n[ \t]*)*(?<=\n)([ \t]*)(?=\S)/.exec(text.slice(end));
  return behind ? (behind[1] ?? '').length : -1;
}

/** Of the lines below the key, or the dash, of a line. */
export function indentBelow(text: string, offset: number): number {
  const line = text.slice(lineStartAt(text, offset), offset);
  const [, lead = ''] = /^((?:\s|-\s)*)/.exec(line) ?? [];
  return lead.length + 2;
}

/** A block in the place of a value; a comment behind that stays on the line of the key. */
export function replaceByBlock(text: string, { start, end }: TextRange, { header, body }: BlockText): Fix['edits'] {
  const lineEnd = lineEndAt(text, end);
  const lines = withLineBreaksOf(text, `\n${body}`);
  if (text.slice(end, lineEnd).trim() === '') return [{ start, end, newText: header + lines }];
  return [
    { start, end, newText: header },
    { start: lineEnd, end: lineEnd, newText: lines },
  ];
}

/** A block takes the rest of its line but for a comment, and follows a key or a dash. */
function isLastOnLine(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(lineStartAt(text, start), start);
  return (
    /^\s*(?:#.*)?$/.test(text.slice(end, lineEndAt(text, end))) &&
    (/^\s*(?:-\s+)*$/.test(before) ||
      (!/[[{]/.test(before) && /:\s$/.test(before.slice(0, before.trimEnd().length + 1)))) &&
    before.trim() !== ''
  );
}

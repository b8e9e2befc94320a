import { writeScalar } from '../../../jobFile/write/writeValue.ts';
import { lineEndAt, spaces } from '../../../support/text/lines.ts';
import { writeFolded, writeLiteral } from '../../edits/blockText.ts';
import { actionMessages as titles } from '../../messages.ts';
import type { Fix } from '../fix.ts';
import { indentBelow, replaceByBlock } from '../keepText.ts';
import type { TextAt } from './variables.ts';

const foldedWidth = 80;

/** Writes a string as a block scalar (`|`). The value stays the same, character by character. */
export function wrapText({ view, node, value, isFlow }: TextAt): readonly Fix[] {
  const { text, translate } = view;
  if (isFlow || node.style === 'block' || !/\s/.test(value)) return [];
  const indent = spaces(indentBelow(text, node.start));
  const literal = writeLiteral(value, indent);
  const folded = value.length > foldedWidth ? writeFolded(value, indent, foldedWidth) : null;
  return [
    ...(literal ? [{ title: translate(titles.wrapText, {}), edits: replaceByBlock(text, node, literal) }] : []),
    ...(folded
      ? [{ title: translate(titles.foldText, { count: foldedWidth }), edits: replaceByBlock(text, node, folded) }]
      : []),
  ];
}

const maxLineLength = 120;

/** Writes a block scalar of one line as a plain line. A line break at its end is kept in quotes. */
export function unwrapText({ view, node, value }: TextAt): readonly Fix[] {
  const { text, translate } = view;
  const inline = writeScalar(value);
  if (node.style !== 'block' || value === '' || /\n./s.test(value) || inline.length > maxLineLength) return [];
  const header = text.slice(node.start, lineEndAt(text, node.start));
  const [, comment = ''] = /^\S+(\s+#.*)$/.exec(header) ?? [];
  return [
    {
      title: translate(titles.unwrapText, {}),
      edits: [{ start: node.start, end: node.end, newText: inline + comment }],
    },
  ];
}

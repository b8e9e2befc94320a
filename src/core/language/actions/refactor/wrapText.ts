import { writeScalar } from '../../../jobFile/write/writeValue.ts';
import { lineEndAt, nextLineAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import { type BlockText, columnsOf, writeFolded, writeLiteral } from '../../edits/blockText.ts';
import { actionMessages as titles } from '../../messages.ts';
import type { Fix } from '../fix.ts';
import { indentBelow, replaceByBlock } from '../keepText.ts';
import type { TextAt } from './variables.ts';

const foldedWidth = 80;

/** Writes a string as a block scalar: literal (`|`), or folded (`>`). The value stays the same, character by character. */
export function wrapText(at: TextAt): readonly Fix[] {
  const { view, node, value, isFlow } = at;
  const { translate } = view;
  if (isFlow || !/\s/.test(value)) return [];
  const indent = indentOf(at);
  const literal = node.style === 'block' ? null : writeLiteral(value, indent);
  const written =
    node.style === 'block' ? view.text.slice(node.start, node.end).replaceAll(`\n${indent}`, '\n') : value;
  const widest = widthOf(written);
  const folded = widest > foldedWidth ? writeFolded(value, indent, foldedWidth) : null;
  const isNarrower = folded !== null && widthOf(folded.body) - indent.length < widest;
  return [
    ...(literal ? [{ title: translate(titles.wrapText, {}), edits: writeBlock(at, literal) }] : []),
    ...(isNarrower
      ? [
          {
            title: translate(titles.foldText, { count: foldedWidth }),
            edits: writeBlock(at, folded),
            kind: 'refactor.rewrite.wrap' as const,
          },
        ]
      : []),
  ];
}

/**
 * Writes a block scalar of one line as a plain line. A line break at its end is kept in quotes. Each line of the value
 * of a folded block scalar gets one line of a literal one.
 */
export function unwrapText(at: TextAt): readonly Fix[] {
  const { view, node, value } = at;
  const { text, translate } = view;
  if (node.style !== 'block' || value === '') return [];
  const unwrap = (title: string, edits: Fix['edits']): readonly Fix[] => [
    { title: translate(title, {}), edits, kind: 'refactor.rewrite.unwrap' },
  ];
  if (text[node.start] === '>' && value.includes('\n')) {
    const literal = writeLiteral(value, indentOf(at));
    return literal ? unwrap(titles.unwrapLines, writeBlock(at, literal)) : [];
  }
  if (/\n./s.test(value)) return [];
  return unwrap(titles.unwrapText, [
    { start: node.start, end: endOf(at), newText: writeScalar(value) + commentOf(at) },
  ]);
}

/** The indentation of the lines of a block scalar, or of one that replaces the value. */
function indentOf({ view: { text }, node }: TextAt): string {
  const [, written] =
    node.style === 'block' ? (/^(?:[ \t]*\r?\n)*( +)/.exec(text.slice(nextLineAt(text, node.start))) ?? []) : [];
  return written ?? spaces(indentBelow(text, node.start));
}

function widthOf(lines: string): number {
  return Math.max(...lines.split(/\r?\n/).map(columnsOf));
}

function writeBlock(at: TextAt, block: BlockText): Fix['edits'] {
  const { view, node } = at;
  if (node.style !== 'block') return replaceByBlock(view.text, node, block);
  const newText = withLineBreaksOf(view.text, `${block.header}${commentOf(at)}\n${block.body}`);
  return [{ start: node.start, end: endOf(at), newText }];
}

/** The comment after the header of a block scalar, with the spaces before it. */
function commentOf({ view: { text }, node }: TextAt): string {
  return /^\S+(\s+#.*)$/.exec(text.slice(node.start, lineEndAt(text, node.start)))?.[1] ?? '';
}

/** The end of the last line of a block scalar. Spaces at that end are part of the value, but not of its node. */
function endOf({ view: { text }, node }: TextAt): number {
  return lineEndAt(text, node.end);
}

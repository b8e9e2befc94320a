import type { MapNode, SyntaxEntry, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { columnAt, spaces } from '../../support/text/lines.ts';
import type { Written } from './insertEntry.ts';
import { findBlockEntryRange, isAlias, isFlow } from './nodePath.ts';

/** Copies the value of an entry as it is written, so that it can be moved. */
export function copyValue(text: string, map: MapNode, entry: SyntaxEntry): Written {
  const inline = ` ${writeInline(entry.value, text)}`;
  if (isFlow(map, text)) return { block: () => inline, inline };
  const from = columnAt(text, entry.start);
  const { end } = findBlockEntryRange(text, entry.start);
  const colon = text.indexOf(':', entry.keyRange.end) + 1;
  return { block: (indent) => shiftLines(text.slice(colon, end), indent.length - from), inline };
}

/** Shifts the lines after the first one by a number of columns, to the right or to the left. */
function shiftLines(source: string, columns: number): string {
  return source.replaceAll(/(\n)([ \t]*)(?=[^\s])/g, (_, lineBreak: string, indent: string) =>
    columns > 0
      ? `${lineBreak}${spaces(columns)}${indent}`
      : `${lineBreak}${indent.slice(Math.min(indent.length, -columns))}`,
  );
}

/** Writes a value on one line, for use between braces. Expressions stay unchanged. */
export function writeInline(node: SyntaxNode, text: string): string {
  const source = text.slice(node.start, node.end);
  if (isAlias(node, text)) return source;
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'string') return source === '' ? 'null' : source;
    const isSafe =
      node.style !== 'block' && !source.includes('\n') && (node.style === 'quoted' || !/[,[\]{}#:]/.test(source));
    return isSafe ? source : JSON.stringify(node.value);
  }
  if (/^[[{]/.test(source) && !source.includes('\n')) return source;
  if (node.kind === 'sequence') return `[${node.items.map((item) => writeInline(item, text)).join(', ')}]`;
  const keyOf = ({ keyRange }: SyntaxEntry): string => text.slice(keyRange.start, keyRange.end);
  return `{${node.entries.map((entry) => `${keyOf(entry)}: ${writeInline(entry.value, text)}`).join(', ')}}`;
}

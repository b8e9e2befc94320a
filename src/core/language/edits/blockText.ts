import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import { parseYamlValue } from '../../support/json/parseYamlValue.ts';

export interface BlockText {
  /** `|` or `|-`, which replaces the value. */
  readonly header: string;
  /** The lines below the header, each with its indentation, joined by `\n`. */
  readonly body: string;
}

/** Writes a literal block scalar (`|`). Returns null for a string that a block scalar cannot hold or would change. */
export function writeLiteral(value: string, indent: string): BlockText | null {
  const header = value.endsWith('\n') ? '|' : '|-';
  return checked(value, { header, body: indentLines(value.replace(/\n$/, '').split('\n'), indent) });
}

/**
 * Writes a folded block scalar (`>`) with lines of at most `width` columns. A line ends only at a single space outside
 * expressions, so a text without such spaces stays on one line.
 */
export function writeFolded(value: string, indent: string, width: number): BlockText | null {
  const isClosed = value.endsWith('\n');
  const lines = (isClosed ? value.slice(0, -1) : value)
    .split('\n')
    // An empty line is a line break of the value.
    .flatMap((line, index) => [
      ...(index > 0 ? [''] : []),
      ...(line === '' && index > 0 ? [] : wrapWords(line, width)),
    ]);
  return checked(value, { header: isClosed ? '>' : '>-', body: indentLines(lines, indent) });
}

function wrapWords(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let [start, end] = [0, 0];
  for (const at of [...listBreaks(line), line.length]) {
    if (end > start && columnsOf(line.slice(start, at)) > width) {
      lines.push(line.slice(start, end));
      start = end + 1;
    }
    end = at;
  }
  return [...lines, line.slice(start)];
}

/** Lists the offsets of single spaces between words. Inside an expression there is none. */
function listBreaks(line: string): readonly number[] {
  let masked = '';
  for (const piece of scanTemplate(line)) {
    if (piece.kind === 'text') continue;
    masked += line.slice(masked.length, piece.start) + '_'.repeat(piece.end - piece.start);
  }
  masked += line.slice(masked.length);
  return Array.from(masked.matchAll(/(?<=\S) (?=\S)/g), ({ index }) => index);
}

/** Counts the columns that an editor needs for a text. A Chinese, Japanese or Korean character is two columns wide. */
export function columnsOf(text: string): number {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;
  return text.length + (text.match(wide)?.length ?? 0);
}

function indentLines(lines: readonly string[], indent: string): string {
  return lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
}

/** Reads the result, because a block scalar may lose escapes, leading spaces and blank lines at the end. */
function checked(value: string, block: BlockText): BlockText | null {
  const column = /^ */.exec(block.body)?.[0].length ?? 0;
  if (column === 0 || /\r/.test(value)) return null;
  const owner = ' '.repeat(column - 1);
  const read = parseYamlValue(`${owner}a: ${block.header}\n${block.body}\n`) as { readonly a?: unknown } | undefined;
  return read?.a === value ? block : null;
}

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

/** Writes a folded block scalar (`>-`) with lines of at most `width` characters, where the words allow it. */
export function writeFolded(value: string, indent: string, width: number): BlockText | null {
  const lines = value.split('\n').flatMap((line, index) => [...(index > 0 ? [''] : []), ...wrapWords(line, width)]);
  return checked(value, { header: '>-', body: indentLines(lines, indent) });
}

function wrapWords(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' && lines.length === 0 ? word : current === '' ? ` ${word}` : `${current} ${word}`;
  }
  return [...lines, current];
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

import type { TextRange } from '../../support/textRange.ts';

/** Where the line of an offset starts, behind the mark that a file may begin with. */
export function lineStartAt(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && offset > 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** Where the line of an offset ends, in front of its line break. */
export function lineEndAt(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  const end = lineBreak < 0 ? text.length : lineBreak;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Behind the line break of the line that ends here. */
export function nextLineAt(text: string, lineEnd: number): number {
  const lineBreak = text.indexOf('\n', lineEnd);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** Blanks that bring a line to a column. */
export function blanks(count: number): string {
  return ' '.repeat(Math.max(0, count));
}

/** As the file breaks its lines. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** New lines with the line breaks of the file. */
export function withLineBreaksOf(text: string, written: string): string {
  return lineBreakOf(text) === '\n' ? written : written.replaceAll(/\r?\n/g, '\r\n');
}

/** The lines of a range, each without its line break. */
export function linesOf(text: string, { start, end }: TextRange): readonly TextRange[] {
  const lines: TextRange[] = [];
  for (let at = lineStartAt(text, start); at <= end && at <= text.length;) {
    const lineEnd = lineEndAt(text, at);
    lines.push({ start: at, end: lineEnd });
    const next = nextLineAt(text, lineEnd);
    if (next <= at || (next === text.length && text[next - 1] !== '\n')) break;
    at = next;
  }
  return lines;
}
